/// Whether a value of a message may be read by others (Apple: os).
public struct OSLogPrivacy: Sendable {
  /// What stands in place of a value that is not shown.
  public enum Mask: Hashable, Sendable {
    /// A hash, the same one for equal values.
    case hash
    /// The text `<private>`.
    case none
  }

  private enum Kind { case automatic, open, hidden }

  private let kind: Kind
  private let mask: Mask

  public static var `public`: OSLogPrivacy { OSLogPrivacy(kind: .open, mask: .none) }
  public static var `private`: OSLogPrivacy { .private(mask: .none) }
  public static var sensitive: OSLogPrivacy { .sensitive(mask: .none) }
  /// Numbers and truth values are shown, other values are private.
  public static var auto: OSLogPrivacy { .auto(mask: .none) }

  public static func `private`(mask: Mask) -> OSLogPrivacy {
    OSLogPrivacy(kind: .hidden, mask: mask)
  }

  public static func sensitive(mask: Mask) -> OSLogPrivacy {
    OSLogPrivacy(kind: .hidden, mask: mask)
  }

  public static func auto(mask: Mask) -> OSLogPrivacy {
    OSLogPrivacy(kind: .automatic, mask: mask)
  }

  /// Returns the text of a value in a message. `isScalar` says whether it is a number or a truth value.
  func shown(_ text: String, isScalar: Bool, showsPrivate: Bool) -> String {
    if showsPrivate || kind == .open || (kind == .automatic && isScalar) { return text }
    switch mask {
    case .none: return "<private>"
    case .hash: return "<mask.hash: '\(Self.hash(of: text))'>"
    }
  }

  /// A number from the bytes of a text (FNV-1a), in hexadecimal digits.
  private static func hash(of text: String) -> String {
    let hash = text.utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: max(0, 16 - digits.count)) + digits
  }
}
