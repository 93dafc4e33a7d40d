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
  static let classNames = Mutex<Set<String>>([])

  /// Adds names of classes whose objects never contain themselves.
  package static func addClassNames(_ names: [String]) {
    classNames.withLock { $0.formUnion(names) }
  }

  /// What is known of an archive.
  struct Findings {
    /// Whether it has none of these defects.
    var isSound = true
    /// The keys beside the root whose objects have members of other classes. Objects of CloudKit cannot
    /// be read from them; those of clients may have such members.
    var foreignKeys: Set<String> = []
    /// The same of the root.
    var rootIsForeign = false
    var hasDictionaries = false
  }

  /// The archive that was checked last on this thread.
  private final class Checked {
    weak var unarchiver: NSKeyedUnarchiver?
    let findings: Findings

    init(_ unarchiver: NSKeyedUnarchiver, _ findings: Findings) {
      self.unarchiver = unarchiver
      self.findings = findings
    }
  }

  /// Checks an archive. That happens once, although every object of it asks.
  static func findings(_ unarchiver: NSKeyedUnarchiver) -> Findings {
    let local = Thread.current.threadDictionary
    if let checked = local[key] as? Checked, checked.unarchiver === unarchiver {
      return checked.findings
    }
    let findings = check(unarchiver)
    local[key] = Checked(unarchiver, findings)
    return findings
  }

  private static func check(_ unarchiver: NSKeyedUnarchiver) -> Findings {
    var findings = Findings()
    guard let objects = Reflection.child("_objects", of: unarchiver) as? [Any] else {
      return findings
    }
    let references = ArchiveReferences()
    let graph = ArchiveGraph(objects, references)
    guard objects.allSatisfy({ isComplete($0, in: objects, references) }),
      let foreign = graph.foreignObjects, !graph.isOwn(oneOf: foreign)
    else { return Findings(isSound: false) }
    findings.hasDictionaries = objects.contains { ($0 as? [String: Any])?["NS.keys"] != nil }
    for (key, value) in values(of: unarchiver) {
      guard let index = references.index(value), foreign.contains(index) else { continue }
      if key == NSKeyedArchiveRootObjectKey {
        findings.rootIsForeign = true
      } else {
        findings.foreignKeys.insert(key)
      }
    }
    return findings
  }

  /// The values of the archive that are in no object, while none is being read.
  private static func values(of unarchiver: NSKeyedUnarchiver) -> [String: Any] {
    let containers = Reflection.child("_containers", of: unarchiver) as? [Any] ?? []
    return containers.first.flatMap { Reflection.child("dict", of: $0) } as? [String: Any] ?? [:]
  }

  /// Whether no object is being read.
  static func isOutsideOfObjects(_ unarchiver: NSKeyedUnarchiver) -> Bool {
    (Reflection.child("_containers", of: unarchiver) as? [Any])?.count == 1
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
