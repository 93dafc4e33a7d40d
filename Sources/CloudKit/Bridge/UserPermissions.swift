internal import Foundation

/// What the users of a cloud have answered to the apps that asked them for a permission.
package final class UserPermissions: @unchecked Sendable {
  private struct Key: Hashable {
    let user: CKRecordID
    let container: String
  }

  private let lock = NSLock()
  private var answers: [Key: CKContainer.ApplicationPermissionStatus] = [:]

  /// Forgets all answers.
  package func forget() { lock.withLock { answers = [:] } }

  /// Takes over the answers in a cloud of which this one is a copy.
  func copy(_ others: UserPermissions) {
    let answers = others.lock.withLock { others.answers }
    lock.withLock { self.answers = answers }
  }

  /// Returns the answer of a user.
  ///
  /// - Parameter grantsFirst: Whether a user who has not answered grants the permission.
  func status(
    of user: CKRecordID, in container: String, grantsFirst: Bool
  ) -> CKContainer.ApplicationPermissionStatus {
    lock.withLock {
      let key = Key(user: user, container: container)
      if let answer = answers[key] { return answer }
      if grantsFirst { answers[key] = .granted }
      return grantsFirst ? .granted : .initialState
    }
  }

  /// Sets the answer of a user; `initialState` means that there is none.
  package func set(
    _ answer: CKContainer.ApplicationPermissionStatus, of user: CKRecordID, in container: String
  ) {
    let key = Key(user: user, container: container)
    lock.withLock { answers[key] = answer == .initialState ? nil : answer }
  }
}
