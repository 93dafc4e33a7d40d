package import Foundation

/// The text by which archives of Foundation mean that there is no object: an archive that has it as a
/// text is read as one without. An object of this class, which has no members, stands for it.
package final class ArchivedNullText: NSObject, NSSecureCoding, @unchecked Sendable {
  fileprivate static let text = "$null"

  fileprivate override init() { super.init() }

  package static var supportsSecureCoding: Bool { true }

  package init?(coder: NSCoder) { super.init() }

  package func encode(with coder: NSCoder) {}
}

/// Texts in archives.
package enum ArchivedText {
  /// The object that stands for a text.
  package static func archivable(_ text: String) -> NSObject {
    text == ArchivedNullText.text ? ArchivedNullText() : text as NSString
  }

  /// The list that stands for one of texts.
  package static func archivable(_ texts: [String]) -> NSArray {
    NSArray(array: texts.map { archivable($0) })
  }

  /// The object of a field or an argument, which may be a list, with the texts that others stand for.
  static func restored(_ object: AnyObject) -> AnyObject {
    switch object {
    case is ArchivedNullText: return ArchivedNullText.text as NSString
    case let list as NSArray:
      let members = list.map { ArchiveReader.bridged($0) }
      guard members.contains(where: { $0 is ArchivedNullText || $0 is NSArray }) else {
        return list
      }
      return NSArray(array: members.map(restored))
    default: return object
    }
  }
}

extension NSCoder {
  package func encode(text: String?, forKey key: String) {
    encode(text.map { ArchivedText.archivable($0) }, forKey: key)
  }
}
