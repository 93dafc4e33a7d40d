public import Foundation

extension NSKeyedUnarchiver {
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
    let root = try unarchivedObject(ofClasses: [NSArray.self, NSObject.self] + classes, from: data)
    guard let list = root as? NSArray else { return nil }
    let objects = list.map { $0 }
    let all = objects.allSatisfy { object in
      let bridged = object as AnyObject
      return classes.contains { type in (bridged as? NSObject)?.isKind(of: type) ?? false }
    }
    guard all else {
      throw CocoaError(
        .coderReadCorrupt,
        userInfo: [NSDebugDescriptionErrorKey: "The array has objects of other classes."])
    }
    return objects
  }
}
