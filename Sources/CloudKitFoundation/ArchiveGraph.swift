internal import Foundation
internal import Synchronization

/// Reads references of an archive to its objects. That is slow, and so it is done once for each.
final class ArchiveReferences {
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
struct ArchiveGraph {
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

  /// Whether objects of a class are read safely: those of CloudKit and values of Foundation.
  static func isExpected(_ type: AnyClass) -> Bool {
    let name = String(describing: type)
    return valueClasses.contains(name) || name == "NSString" || name == "NSNumber"
      || isOwn(NSStringFromClass(type), ArchiveCheck.classNames.withLock { $0 })
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

  /// Whether one of these objects is of CloudKit.
  func isOwn(oneOf objects: Set<Int>) -> Bool { objects.contains { kinds[$0] == .own } }

  /// The objects that are, or have members, of classes that objects of CloudKit cannot have. Other
  /// classes of Foundation end the process if their own members are missing. Nil if an object contains
  /// itself or is nested too deeply.
  var foreignObjects: Set<Int>? {
    // The number of levels from an object down; 0 while its members are visited.
    var heights: [Int: Int] = [:]
    var foreign: Set<Int> = []
    var path: [(node: Int, edge: Int)] = []
    for start in edges.indices where heights[start] == nil {
      heights[start] = 0
      path.append((start, 0))
      while let (node, edge) = path.last {
        guard edge < edges[node].count else {
          let below = edges[node].lazy.compactMap { heights[$0] }.max() ?? 0
          heights[node] = below + 1
          if below >= Self.depthLimit { return nil }
          if isForeign(node, with: foreign) { foreign.insert(node) }
          path.removeLast()
          continue
        }
        path[path.count - 1].edge += 1
        let member = edges[node][edge]
        if heights[member] == 0 { return nil }
        guard heights[member] == nil else { continue }
        heights[member] = 0
        path.append((member, 0))
      }
    }
    return foreign
  }

  /// - Parameter members: Those of the objects that it refers to.
  private func isForeign(_ node: Int, with members: Set<Int>) -> Bool {
    switch kinds[node] {
    case .other: true
    case .own, .value: edges[node].contains(where: members.contains)
    case .plain, .inherited: false
    }
  }
}
