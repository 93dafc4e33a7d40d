extension CKDatabase {
  /// The databases of a container (Apple: `CKDatabase.Scope`).
  public enum Scope: Int, Sendable, CaseIterable {
    /// Everybody can read it.
    case `public` = 1
    /// Only its user can read it.
    case `private` = 2
    /// The zones that others share with the user.
    case shared = 3

    /// Creates a scope from its number in a push, which is another one than its raw value (LIVE).
    init?(pushNumber: Int?) {
      switch pushNumber {
      case 1: self = .private
      case 2: self = .public
      case 3: self = .shared
      default: return nil
      }
    }
  }
}
