internal import CloudKitFoundation
public import Foundation

extension NSKeyedUnarchiver {
  /// Decodes an archive whose root is an object of a class (Apple:
  /// `NSKeyedUnarchiver.unarchivedObject(ofClass:from:)`). Throws an error if it is of another class.
  ///
  /// Foundation's own, which takes classes without secure coding, ends the process then.
  public static func unarchivedObject<T>(
    ofClass cls: T.Type, from data: Data
  ) throws -> T? where T: NSObject, T: NSSecureCoding {
    guard let root = try ArchivedRoot.read([cls], from: data) else { return nil }
    if let object = ArchivedMember.object(root, as: T.self) { return object }
    throw ArchivedRoot.corrupt("The root of the archive is of another class.")
  }

  /// Decodes an archive whose root is an array of objects of a class (Apple:
  /// `NSKeyedUnarchiver.unarchivedArrayOfObjects(ofClass:from:)`, which Foundation on Linux does not
  /// have). Returns nil if the root is another object.
  public static func unarchivedArrayOfObjects<T>(
    ofClass cls: T.Type, from data: Data
  ) throws -> [T]? where T: NSObject, T: NSCoding {
    try unarchivedArrayOfObjects(ofClasses: [cls], from: data) as? [T]
  }

  /// Decodes an archive whose root is an array of objects of some classes (Apple:
  /// `NSKeyedUnarchiver.unarchivedArrayOfObjects(ofClasses:from:)`).
  public static func unarchivedArrayOfObjects(
    ofClasses classes: [AnyClass], from data: Data
  ) throws -> [Any]? {
    let root = try ArchivedRoot.read([NSArray.self] + classes, from: data)
    guard let list = root as? NSArray else { return nil }
    let objects = list.map { $0 }
    try check(objects, classes, in: "array")
    return objects
  }

  /// Decodes an archive whose root is a dictionary with keys and objects of a class each (Apple:
  /// `NSKeyedUnarchiver.unarchivedDictionary(ofKeyClass:objectClass:from:)`). Returns nil if the root
  /// is another object.
  public static func unarchivedDictionary<Key, Value>(
    ofKeyClass keyClass: Key.Type, objectClass valueClass: Value.Type, from data: Data
  ) throws -> [Key: Value]?
  where Key: NSObject, Key: NSCoding, Value: NSObject, Value: NSCoding {
    let members = try unarchivedDictionary(
      ofKeyClasses: [keyClass], objectClasses: [valueClass], from: data)
    guard let members else { return nil }
    var dictionary: [Key: Value] = [:]
    for (key, value) in members {
      if let key = key as AnyObject as? Key { dictionary[key] = value as AnyObject as? Value }
    }
    return dictionary
  }

  /// Decodes an archive whose root is a dictionary with keys and objects of some classes (Apple:
  /// `NSKeyedUnarchiver.unarchivedDictionary(ofKeyClasses:objectClasses:from:)`).
  public static func unarchivedDictionary(
    ofKeyClasses keyClasses: [AnyClass], objectClasses valueClasses: [AnyClass], from data: Data
  ) throws -> [AnyHashable: Any]? {
    let root = try ArchivedRoot.read([NSDictionary.self] + keyClasses + valueClasses, from: data)
    guard let dictionary = root as? NSDictionary else { return nil }
    try check(dictionary.allKeys, keyClasses, in: "dictionary")
    try check(dictionary.allValues, valueClasses, in: "dictionary")
    var result: [AnyHashable: Any] = [:]
    for (key, value) in dictionary {
      if let key = key as? AnyHashable { result[key] = value }
    }
    return result
  }

  /// Checks that the members of a collection have classes that the caller accepts.
  private static func check(
    _ members: [Any], _ classes: [AnyClass], in collection: String
  ) throws {
    let all = members.allSatisfy { member in
      let object = member as AnyObject as? NSObject
      return classes.contains { object?.isKind(of: $0) ?? false }
    }
    if all { return }
    throw ArchivedRoot.corrupt("The \(collection) has objects of other classes.")
  }
}
