public import Foundation
public import MockCloudCore

// The core does without Foundation, whose text for the errors of others is "The operation could not be
// completed".

extension Misuse: LocalizedError {
  public var errorDescription: String? { message }
}

extension CloudError: LocalizedError {
  public var errorDescription: String? { reason }
}
