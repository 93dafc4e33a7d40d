public import Foundation

/// A value that a field of a record can have (Apple: `CKRecordValueProtocol`).
///
/// The fields of a record hold objects of Foundation and of CloudKit, as on Apple's platforms: a
/// `String` becomes an `NSString`, and `record["title"] as? String` makes a `String` of it.
public protocol CKRecordValueProtocol {}

/// A value of a field (Apple: `CKRecordValue`). On Apple's platforms, only objects conform to it
/// there; here `"text" as CKRecordValue` must compile, so that it has the values of Swift too.
public typealias CKRecordValue = CKRecordValueProtocol

/// An object that is stored in a field (Apple: `__CKRecordObjCValue`).
///
/// On Apple's platforms, casts make objects of Swift's values: `"text" as __CKRecordObjCValue` compiles,
/// and `value as? __CKRecordObjCValue` of an `Any` is nil for no value that a field can have. Therefore
/// Swift's values conform to it here. They do not on Apple's platforms, where clients extend
/// both this protocol and their own ones for `String` with members of the same name. So that these
/// are not ambiguous, the conformances are unavailable: the compiler then prefers other members, and
/// casts accept the conformance.
public protocol __CKRecordObjCValue: CKRecordValueProtocol {}

extension NSString: __CKRecordObjCValue {}
extension NSNumber: __CKRecordObjCValue {}
extension NSDate: __CKRecordObjCValue {}
extension NSData: __CKRecordObjCValue {}
extension NSArray: __CKRecordObjCValue {}
extension CKAsset: __CKRecordObjCValue {}
extension CKReference: __CKRecordObjCValue {}
extension CLLocation: __CKRecordObjCValue {}

extension String: CKRecordValueProtocol {}
extension Bool: CKRecordValueProtocol {}
extension Int: CKRecordValueProtocol {}
extension Int8: CKRecordValueProtocol {}
extension Int16: CKRecordValueProtocol {}
extension Int32: CKRecordValueProtocol {}
extension Int64: CKRecordValueProtocol {}
extension UInt: CKRecordValueProtocol {}
extension UInt8: CKRecordValueProtocol {}
extension UInt16: CKRecordValueProtocol {}
extension UInt32: CKRecordValueProtocol {}
extension UInt64: CKRecordValueProtocol {}
extension Double: CKRecordValueProtocol {}
extension Float: CKRecordValueProtocol {}
extension Date: CKRecordValueProtocol {}
extension Data: CKRecordValueProtocol {}
extension CGFloat: CKRecordValueProtocol {}
extension Decimal: CKRecordValueProtocol {}
// On Apple's platforms, casts make an `NSArray` of any array, such as an `[Any]` of JSON. Members that
// no field can have are refused when the record is saved, as there.
extension Array: CKRecordValueProtocol {}

@available(*, unavailable) extension String: __CKRecordObjCValue {}
@available(*, unavailable) extension Bool: __CKRecordObjCValue {}
@available(*, unavailable) extension Int: __CKRecordObjCValue {}
@available(*, unavailable) extension Int8: __CKRecordObjCValue {}
@available(*, unavailable) extension Int16: __CKRecordObjCValue {}
@available(*, unavailable) extension Int32: __CKRecordObjCValue {}
@available(*, unavailable) extension Int64: __CKRecordObjCValue {}
@available(*, unavailable) extension UInt: __CKRecordObjCValue {}
@available(*, unavailable) extension UInt8: __CKRecordObjCValue {}
@available(*, unavailable) extension UInt16: __CKRecordObjCValue {}
@available(*, unavailable) extension UInt32: __CKRecordObjCValue {}
@available(*, unavailable) extension UInt64: __CKRecordObjCValue {}
@available(*, unavailable) extension Double: __CKRecordObjCValue {}
@available(*, unavailable) extension Float: __CKRecordObjCValue {}
@available(*, unavailable) extension Date: __CKRecordObjCValue {}
@available(*, unavailable) extension Data: __CKRecordObjCValue {}
@available(*, unavailable) extension CGFloat: __CKRecordObjCValue {}
@available(*, unavailable) extension Decimal: __CKRecordObjCValue {}
@available(*, unavailable) extension Array: __CKRecordObjCValue {}

/// The members that all values have as objects on Apple's platforms, for those whose type is not
/// known. The types' own members are preferred.
extension CKRecordValueProtocol {
  /// A text for the value (Apple: `NSObjectProtocol.description`).
  @_disfavoredOverload public var description: String {
    // A client's type may have no description but this one.
    (StoredValue.of(self) as? NSObject)?.description ?? "\(type(of: self))"
  }

  /// Whether the value equals another one as an object (Apple: `NSObjectProtocol.isEqual(_:)`).
  @_disfavoredOverload public func isEqual(_ object: Any?) -> Bool {
    (StoredValue.of(self) as? NSObject)?.isEqual(object) ?? false
  }
}

/// A value as records store it. The values of the most common types of Swift become objects when they
/// are read: most are only sent.
enum StoredValue {
  case text(String)
  case integer(Int)
  case flag(Bool)
  case number(Double)
  case date(Date)
  case object(any __CKRecordObjCValue)

  /// Nil if a record cannot have the value.
  init?(_ value: Any) {
    // A cast to another type takes long.
    let type = type(of: value)
    if type == String.self, let text = value as? String {
      self = .text(text)
    } else if type == Int.self, let integer = value as? Int {
      self = .integer(integer)
    } else if type == Bool.self, let flag = value as? Bool {
      self = .flag(flag)
    } else if type == Double.self, let number = value as? Double {
      self = .number(number)
    } else if type == Date.self, let date = value as? Date {
      self = .date(date)
    } else if let object = Self.of(value) {
      self = .object(object)
    } else {
      return nil
    }
  }

  var object: any __CKRecordObjCValue {
    switch self {
    case .text(let text): NSString(string: text)
    case .integer(let integer): NSNumber(value: integer)
    case .flag(let flag): NSNumber(value: flag)
    case .number(let number): NSNumber(value: number)
    case .date(let date): date as NSDate
    case .object(let object): object
    }
  }

  /// Returns an object of a field as archives can hold it.
  static func archivable(_ object: any __CKRecordObjCValue) -> AnyObject {
    let object = object as AnyObject
    guard let list = object as? NSArray else { return archivableMember(object) }
    return NSArray(array: members(list).map(archivableMember))
  }

  /// Foundation on Linux ends the process when it archives a decimal number; the service stores a double
  /// of it too.
  private static func archivableMember(_ object: AnyObject) -> AnyObject {
    switch object {
    case let decimal as NSDecimalNumber: NSNumber(value: decimal.doubleValue)
    case let text as NSString: ArchivedText.archivable(text as String)
    default: object
    }
  }

  /// Returns the object that a record stores for a value, or nil if a record cannot have the value.
  ///
  /// Mutable objects are copied: later changes do not reach the record.
  static func of(_ value: Any) -> (any __CKRecordObjCValue)? {
    // Converts values of Swift to objects of Foundation.
    switch value as AnyObject {
    case let text as NSString: return NSString(string: text as String)
    case let number as NSNumber: return number
    case let date as NSDate: return date
    case let data as NSData: return NSData(data: data as Data)
    case let members as NSArray: return list(members)
    case let object as CKAsset: return object
    case let object as CKReference: return object
    case let object as CLLocation: return object
    default: return nil
    }
  }

  /// Returns the object that stands for an argument of a predicate, or nil if predicates cannot have
  /// the argument. IDs and records stand for references to them, and sets for lists.
  static func argument(_ value: Any) -> (any __CKRecordObjCValue)? {
    switch value as AnyObject {
    case let id as CKRecordID: return CKReference(recordID: id, action: .none)
    case let record as CKRecord: return CKReference(record: record, action: .none)
    case let set as NSSet:
      var members: [(text: String, value: any __CKRecordObjCValue)] = []
      for member in Self.members(set) {
        // Only then has it a text: that of a list that contains itself has no end.
        guard !(member is NSArray), let member = of(asReference(member)) else { return nil }
        members.append(("\(member)", member))
      }
      // In an order that does not change from process to process.
      return NSArray(array: members.sorted { $0.text < $1.text }.map(\.value))
    case let list as NSArray:
      return of(NSArray(array: members(list).map(asReference)))
    case let object: return of(object)
    }
  }

  /// Returns the reference to a member that is an ID or a record, and other members as they are.
  private static func asReference(_ member: AnyObject) -> Any {
    guard member is CKRecordID || member is CKRecord, let reference = argument(member) else {
      return member
    }
    return reference
  }

  private static func list(_ list: NSArray) -> NSArray? {
    var members: [Any] = []
    members.reserveCapacity(list.count)
    for member in Self.members(list) {
      // Lists of lists do not exist.
      guard !(member is NSArray), let member = of(member) else { return nil }
      members.append(member)
    }
    return NSArray(array: members)
  }

  /// The members of a list, as the objects that it has. Its own iterator makes values of Swift of them,
  /// at any depth: it does not return from a list that contains itself.
  private static func members(_ list: NSArray) -> [AnyObject] {
    let type = type(of: list)
    // The members of a client's class are not stored in the object.
    guard type == NSArray.self || type == NSMutableArray.self else {
      return list.map { $0 as AnyObject }
    }
    return Mirror(reflecting: list).children.map { $0.value as AnyObject }
  }

  /// The members of a set, likewise.
  private static func members(_ set: NSSet) -> [AnyObject] {
    let type = type(of: set)
    guard type == NSSet.self || type == NSMutableSet.self else {
      return set.map { $0 as AnyObject }
    }
    return Mirror(reflecting: set).children.map { $0.value as AnyObject }
  }
}
