/// The parts that are left out of a push that is too large (DOC CKNotification.isPruned).
struct PushPruning {
  /// The maximum size for APNs, in bytes.
  static let limit = 4096

  /// The parts in the order in which they are left out (DOC CKNotification.isPruned, the header;
  /// INFER the places of titles and categories, which are younger than its list).
  enum Part: CaseIterable {
    case container
    case additionalFields
    case record
    case reason
    case soundAndCategory
    case launchImage
    case actionKey
    case alertTexts
    case alertArguments
    case alertKeys
    case badge
    case notificationID
  }

  private var dropped: Set<Part> = []

  var hasPruned: Bool { !dropped.isEmpty }

  func keeps(_ part: Part) -> Bool { !dropped.contains(part) }

  /// Returns the payload with as many parts as fit.
  ///
  /// - Parameter write: Returns the payload without the parts that are left out.
  static func fitting(_ write: (PushPruning) -> [UInt8]) -> [UInt8] {
    var pruning = PushPruning()
    var bytes = write(pruning)
    for part in Part.allCases where bytes.count > limit {
      pruning.dropped.insert(part)
      bytes = write(pruning)
    }
    return bytes
  }
}

extension FieldValue {
  /// The maximum length of a field's text in a push (DOC: longer ones may be cut).
  private static let longestText = 100

  /// The value as a push shows it.
  var shortened: FieldValue {
    guard case .string(let text) = self else { return self }
    return .string(String(text.prefix(Self.longestText)))
  }
}
