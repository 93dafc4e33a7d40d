internal import Foundation
internal import Synchronization

/// Checks the parts of an archive on which Foundation on Linux ends the process instead of reporting
/// an error: references to classes, dictionaries with unequal numbers of keys and values, URLs made of
/// something else than texts of URLs, objects that contain themselves, and members of other classes
/// than objects of CloudKit have.
///
/// The parts are private to the unarchiver. If they cannot be read, nothing is checked.
package enum ArchiveCheck {
  private static let key = "MockCloud.checkedArchive"
  fileprivate static let classNames = Mutex<Set<String>>([])

  /// Adds names of classes whose objects never contain themselves.
  package static func addClassNames(_ names: [String]) {
    classNames.withLock { $0.formUnion(names) }
  }

  /// The archive that was checked last on this thread.
  private final class Checked {
    weak var unarchiver: NSKeyedUnarchiver?
    let isSound: Bool

    init(_ unarchiver: NSKeyedUnarchiver, isSound: Bool) {
      self.unarchiver = unarchiver
      self.isSound = isSound
    }
  }

  /// Whether the archive has none of these defects. It is checked once, although every object of it
  /// asks.
  static func isSound(_ unarchiver: NSKeyedUnarchiver) -> Bool {
    let local = Thread.current.threadDictionary
    if let checked = local[key] as? Checked, checked.unarchiver === unarchiver {
      return checked.isSound
    }
    let isSound = check(unarchiver)
    local[key] = Checked(unarchiver, isSound: isSound)
    return isSound
  }

  private static func check(_ unarchiver: NSKeyedUnarchiver) -> Bool {
    guard let objects = Reflection.child("_objects", of: unarchiver) as? [Any] else { return true }
    let references = ArchiveReferences()
    return objects.allSatisfy { isComplete($0, in: objects, references) }
      && ArchiveGraph(objects, references).isSound
  }

  /// Whether an object has a class and, if it is a dictionary, a value for each key, or what a URL has.
  private static func isComplete(
    _ object: Any, in objects: [Any], _ references: ArchiveReferences
  ) -> Bool {
    guard let members = object as? [String: Any], let type = members["$class"],
      let typeIndex = references.index(type)
    else { return true }
    guard objects.indices.contains(typeIndex),
      let names = objects[typeIndex] as? [String: Any], let name = names["$classname"] as? String
    else { return false }
    if name == "NSURL" { return url(members, in: objects, references) != nil }
    guard let keys = members["NS.keys"] else { return true }
    guard let keys = keys as? [Any], let values = members["NS.objects"] as? [Any],
      keys.count == values.count
    else { return false }
    return (keys + values).allSatisfy { reference in
      guard let index = references.index(reference), objects.indices.contains(index) else {
        return false
      }
      return objects[index] as? String != "$null"
    }
  }

  /// Returns an archived URL. Nil if its members are not of the classes that `NSURL` expects, or if its
  /// text is none of a URL: Foundation ends the process when it decodes the members, unless another
  /// object was decoded before that refers to them, or makes a `URL` of the `NSURL`, in lists too.
  private static func url(
    _ members: [String: Any], in objects: [Any], _ references: ArchiveReferences,
    depth: Int = 0
  ) -> URL? {
    func object(_ key: String) -> Any? {
      members[key].flatMap(references.index).flatMap {
        objects.indices.contains($0) ? objects[$0] : nil
      }
    }
    // A damaged URL may be its own base.
    guard depth < baseLimit, let relative = object("NS.relative") as? String, relative != "$null"
    else { return nil }
    var base: URL?
    if members["NS.base"] != nil {
      guard let archived = object("NS.base") else { return nil }
      if archived as? String != "$null" {
        guard let found = archived as? [String: Any],
          let type = found["$class"].flatMap(references.index), objects.indices.contains(type),
          (objects[type] as? [String: Any])?["$classname"] as? String == "NSURL",
          let url = url(found, in: objects, references, depth: depth + 1)
        else { return nil }
        base = url
      }
    }
    let url: Any? = NSURL(string: relative, relativeTo: base)
    return url as? URL
  }

  private static let baseLimit = 8
}

/// Reads references of an archive to its objects. That is slow, and so it is done once for each.
private final class ArchiveReferences {
  private var indexes: [ObjectIdentifier: Int?] = [:]

  /// The index of the object that a reference refers to; nil if it is another value.
  func index(_ reference: Any) -> Int? {
    // References are objects, which the archive keeps.
    guard type(of: reference) is AnyClass else { return nil }
    let identity = ObjectIdentifier(reference as AnyObject)
    if let known = indexes[identity] { return known }
    let index = (Reflection.child("value", of: reference) as? UInt32).map { Int($0) }
    indexes[identity] = .some(index)
    return index
  }
}

/// Which objects of an archive contain which, as far as they are of classes of Foundation or of
/// CloudKit. Those never contain themselves, and are nested less deeply than the limit; a damaged
/// archive would take all of the stack, or twice the time with each level.
private struct ArchiveGraph {
  private let edges: [[Int]]
  private let kinds: [Kind]
  private static let depthLimit = 64

  /// What the class of an object is.
  private enum Kind {
    /// The object is a text, a number or the like, without a class in the archive.
    case plain
    /// One of CloudKit.
    case own
    /// One of a client that inherits from one of CloudKit.
    case inherited
    /// One of Foundation that objects of CloudKit have as members.
    case value
    case other
  }

  init(_ objects: [Any], _ references: ArchiveReferences) {
    let names = ArchiveCheck.classNames.withLock { $0 }
    func type(of object: Any) -> [String: Any]? {
      (object as? [String: Any])?["$class"].flatMap(references.index).flatMap {
        objects.indices.contains($0) ? objects[$0] as? [String: Any] : nil
      }
    }
    kinds = objects.map { type(of: $0).map { Self.kind(of: $0, names) } ?? .plain }
    edges = objects.map { object in
      guard let members = object as? [String: Any], let type = type(of: object),
        Self.isKnown(type, names)
      else { return [] }
      return members.flatMap { key, value in
        key == "$class"
          ? []
          : (value as? [Any] ?? [value]).compactMap(references.index)
            .filter(objects.indices.contains)
      }
    }
  }

  /// Whether a class is one of Foundation or CloudKit, or a subclass of one.
  private static func isKnown(_ type: [String: Any], _ names: Set<String>) -> Bool {
    let classes = type["$classes"] as? [Any] ?? []
    return ([type["$classname"] as Any] + classes).contains { name in
      guard let name = name as? String, name != "NSObject" else { return false }
      return name.hasPrefix("NS") || isOwn(name, names)
    }
  }

  private static func isOwn(_ name: String, _ names: Set<String>) -> Bool {
    name.hasPrefix("CloudKit.") || name.hasPrefix("CloudKitFoundation.") || names.contains(name)
  }

  private static let valueClasses: Set<String> = [
    "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSDictionary", "NSMutableDictionary",
    "NSData", "NSMutableData", "NSDate", "NSURL", "NSUUID", "NSNull",
  ]

  private static func kind(of type: [String: Any], _ names: Set<String>) -> Kind {
    // Hints name other classes, which the unarchiver takes if it does not find the class.
    guard let name = type["$classname"] as? String, type["$classhints"] == nil else {
      return .other
    }
    if isOwn(name, names) { return .own }
    if valueClasses.contains(name) { return .value }
    if name.hasPrefix("NS") || name.hasPrefix("Foundation") { return .other }
    let classes = type["$classes"] as? [Any] ?? []
    return classes.contains { ($0 as? String).map { isOwn($0, names) } ?? false }
      ? .inherited : .other
  }

  var isSound: Bool { hasExpectedMembers && isShallow }

  /// Whether all members of CloudKit's objects are of classes that they can have. Other classes of
  /// Foundation end the process if their own members are missing.
  private var hasExpectedMembers: Bool {
    var path = kinds.indices.filter { kinds[$0] == .own }
    var seen = Set(path)
    while let node = path.popLast() {
      for member in edges[node] where seen.insert(member).inserted {
        switch kinds[member] {
        case .other: return false
        case .own, .value: path.append(member)
        case .plain, .inherited: continue
        }
      }
    }
    return true
  }

  /// Whether no object contains itself or is nested too deeply.
  private var isShallow: Bool {
    // The number of levels from an object down; 0 while its members are visited.
    var heights: [Int: Int] = [:]
    var path: [(node: Int, edge: Int)] = []
    for start in edges.indices where heights[start] == nil {
      heights[start] = 0
      path.append((start, 0))
      while let (node, edge) = path.last {
        guard edge < edges[node].count else {
          let below = edges[node].lazy.compactMap { heights[$0] }.max() ?? 0
          heights[node] = below + 1
          if below >= Self.depthLimit { return false }
          path.removeLast()
          continue
        }
        path[path.count - 1].edge += 1
        let member = edges[node][edge]
        if heights[member] == 0 { return false }
        guard heights[member] == nil else { continue }
        heights[member] = 0
        path.append((member, 0))
      }
    }
    return true
  }
}

/// Reads stored properties of objects of Foundation that have no accessor.
package enum Reflection {
  /// The value of a stored property, also of a superclass; nil if there is none of that name.
  package static func child(_ name: String, of object: Any) -> Any? {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror {
      if let child = level.children.first(where: { $0.label == name }) { return child.value }
      mirror = level.superclassMirror
    }
    return nil
  }
}
