internal import CloudKitFoundation
public import Foundation

extension NSCoder {
  /// Decodes the object of a key, which is of a class (Apple: `NSCoder.decodeObject(of:forKey:)`).
  /// Returns nil if it is of another class; the archive cannot be read then.
  ///
  /// Foundation's own, which takes classes without secure coding, ends the process then.
  public func decodeObject<T>(
    of cls: T.Type, forKey key: String
  ) -> T? where T: NSObject, T: NSSecureCoding {
    guard self is NSKeyedUnarchiver else { return decodeByFoundation(cls, key) }
    guard ArchivedMember.isAllowed(key, in: self, as: [cls]) else { return nil }
    let classes: [AnyClass] = [cls]
    return ArchivedMember.object(decodeObject(of: classes, forKey: key))
  }

  /// Decodes the object of a key, which is of one of some classes, and has members of these, if it is a
  /// collection (Apple: `NSCoder.decodeObject(of:forKey:)`). Returns nil otherwise; the archive cannot
  /// be read then.
  ///
  /// Foundation's own, which ends the process, is called for a list of the type `[AnyClass]`: this type
  /// is a narrower one, which the compiler prefers.
  public func decodeObject(of classes: [NSObject.Type], forKey key: String) -> Any? {
    let classes: [AnyClass] = classes
    guard ArchivedMember.isAllowed(key, in: self, as: classes) else { return nil }
    return decodeObject(of: classes, forKey: key)
  }

  /// Without secure coding of the class, the compiler finds the method of Foundation.
  private func decodeByFoundation<T>(
    _ cls: T.Type, _ key: String
  ) -> T? where T: NSObject, T: NSCoding { decodeObject(of: cls, forKey: key) }
}
