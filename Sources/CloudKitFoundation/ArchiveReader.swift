package import Foundation

/// Reads the values of one object of an archive. Whatever the archive contains, it returns nil
/// instead of ending the process, as `NSCoder` does for missing keys and for unexpected classes.
///
/// 1. It asks whether a key exists before it decodes the key's object.
/// 2. It allows every class, and checks the class of what was decoded: for a class that is not
///    allowed, Foundation on Linux stops the process.
/// 3. It sets the failure policy to return errors, if nothing was decoded yet: `init(forReadingFrom:)`
///    sets another one than on Apple's platforms.
/// 4. It refuses archives with the defects that `ArchiveCheck` finds.
/// 5. It does not read objects that are nested more deeply than objects of CloudKit are: in a damaged
///    archive, an object may contain itself.
package struct ArchiveReader {
  private let coder: NSCoder
  private let depth: ArchiveDepth
  private let passesCheck: Bool
  /// The keys that have objects of other classes.
  private let foreignKeys: Set<String>

  package init(_ coder: NSCoder) {
    self.coder = coder
    depth = ArchiveDepth()
    let unarchiver = coder as? NSKeyedUnarchiver
    let findings = unarchiver.map(ArchiveCheck.findings) ?? ArchiveCheck.Findings()
    passesCheck = findings.isSound
    // The system fields of a record are in no object of the archive.
    let readsThem =
      !findings.foreignKeys.isEmpty && unarchiver.map(ArchiveCheck.isOutsideOfObjects) ?? false
    foreignKeys = readsThem ? findings.foreignKeys : []
    if let unarchiver { Self.returnErrors(of: unarchiver) }
  }

  /// Whether no error was found so far.
  package var isSound: Bool {
    passesCheck && depth.isAllowed && !depth.hasRefused && coder.allowsKeyedCoding
      && coder.error == nil
  }

  /// The decoded object of a key, if it is of the requested class.
  package func object<T: NSObject>(_ key: String, _ type: T.Type = T.self) -> T? {
    guard isSound, coder.containsValue(forKey: key) else { return nil }
    if foreignKeys.contains(key) {
      depth.hasRefused = true
      return nil
    }
    let object = coder.decodeObject(of: Self.anyClass, forKey: key)
    return object.map { ArchivedText.restored(Self.bridged($0)) } as? T
  }

  package func string(_ key: String) -> String? { object(key, NSString.self).map { $0 as String } }

  package func date(_ key: String) -> Date? { object(key, NSDate.self).map { $0 as Date } }

  package func data(_ key: String) -> Data? { object(key, NSData.self).map { $0 as Data } }

  package func url(_ key: String) -> URL? { object(key, NSURL.self).map { $0 as URL } }

  /// The objects of an array; nil if it has an object of another class.
  package func list<T: NSObject>(_ key: String, of type: T.Type = T.self) -> [T]? {
    guard let list = object(key, NSArray.self) else { return nil }
    return Self.members(list, of: type)
  }

  package func strings(_ key: String) -> [String]? {
    list(key, of: NSString.self).map { $0.map { $0 as String } }
  }

  /// The strings of a set or an array.
  package func stringSet(_ key: String) -> Set<String>? {
    if let set = object(key, NSSet.self) {
      return Self.members(set.allObjects as NSArray, of: NSString.self)
        .map { Set($0.map { $0 as String }) }
    }
    return strings(key).map { Set($0) }
  }

  /// The objects of a dictionary whose keys are strings.
  package func dictionary(_ key: String) -> [String: NSObject]? {
    let read = ArchivedDictionary.whileReading(coder) { object(key, NSDictionary.self) }
    guard isSound, let read else { return nil }
    var members: [String: NSObject] = [:]
    for key in read.allKeys {
      guard let name = ArchivedText.restored(Self.bridged(key)) as? NSString,
        let value = read.object(forKey: key).map(Self.bridged).map(ArchivedText.restored)
          as? NSObject
      else { return nil }
      members[name as String] = value
    }
    return members
  }

  package func integer(_ key: String) -> Int? {
    guard isSound, coder.containsValue(forKey: key) else { return nil }
    return coder.decodeInteger(forKey: key)
  }

  package func double(_ key: String) -> Double? {
    guard isSound, coder.containsValue(forKey: key) else { return nil }
    return coder.decodeDouble(forKey: key)
  }

  package func bool(_ key: String) -> Bool {
    guard isSound, coder.containsValue(forKey: key) else { return false }
    return coder.decodeBool(forKey: key)
  }

  // MARK: How it reads

  private static let anyClass: [AnyClass] = [NSObject.self]

  /// The object for a value that Foundation has bridged to a Swift type.
  package static func bridged(_ value: Any) -> AnyObject { value as AnyObject }

  private static func members<T: NSObject>(_ list: NSArray, of type: T.Type) -> [T]? {
    var members: [T] = []
    for member in list {
      guard let member = bridged(member) as? T else { return nil }
      members.append(member)
    }
    return members
  }

  private static func returnErrors(of unarchiver: NSKeyedUnarchiver) {
    if unarchiver.decodingFailurePolicy == .setErrorAndReturn || hasStarted(unarchiver) { return }
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
  }

  /// Whether something was decoded, after which the policy must not be changed. Only the unarchiver's
  /// stored flags say it; if they cannot be read, the policy is left alone.
  private static func hasStarted(_ unarchiver: NSKeyedUnarchiver) -> Bool {
    let startedDecoding: UInt = 4
    guard let flags = Reflection.child("_flags", of: unarchiver),
      let bits = Reflection.child("rawValue", of: flags) as? UInt
    else { return true }
    return bits & startedDecoding != 0
  }
}

/// Counts the readers inside one another on this thread.
private final class ArchiveDepth {
  private static let key = "MockCloud.archiveDepth"
  private static let limit = 64
  let isAllowed: Bool
  /// Whether the reader has refused an object.
  var hasRefused = false

  init() {
    let depth = (Thread.current.threadDictionary[Self.key] as? Int ?? 0) + 1
    Thread.current.threadDictionary[Self.key] = depth
    isAllowed = depth <= Self.limit
  }

  deinit {
    let depth = Thread.current.threadDictionary[Self.key] as? Int ?? 1
    Thread.current.threadDictionary[Self.key] = depth - 1
  }
}
