internal import Foundation

extension NSNull {
  /// The null of all objects of this module. Two are equal on Linux, but have different hashes:
  /// `NSKeyedArchiver` ends the process if an archive has both.
  static let shared = NSNull()
}
