import CloudKit

/// A value of an object.
enum ObjectValue: Equatable, Sendable {
  case text(String)
  case texts([String])
  /// The name of another object, with which this one is deleted.
  case owner(String)
  case file(Data)
}

/// An object of the app.
struct StoredObject: Sendable {
  var type: String
  var values: [String: ObjectValue] = [:]
  /// The keys of the values that were not sent yet, also of removed ones.
  var changedKeys: Set<String> = []
  /// Counts the edits, so that one that is made during an upload is noticed.
  var edits = 0
  /// The system fields of the server's version; nil if the server has none.
  var recordData: Data?
  /// The number of the last complete reading with the object.
  var seen = 0

  var isPending: Bool { recordData == nil || !changedKeys.isEmpty }

  /// The names of the objects with which this one is deleted.
  var owners: [String] {
    values.values.compactMap { if case .owner(let name) = $0 { name } else { nil } }
  }
}

/// The objects of the app and the state of their synchronisation: what is stored on the device. Each
/// method is one transaction. An app may have Core Data or a file here.
class ObjectStore: @unchecked Sendable {
  fileprivate struct Contents {
    var objects: [String: StoredObject] = [:]
    /// The names of the deleted objects whose deletion was not sent yet.
    var tombstones: Set<String> = []
    var isSetUp = false
    var token: Data?
    /// The number of the current reading from the beginning.
    var reading = 0
    /// Whether objects are removed that the current reading does not contain.
    var sweeps = false
  }

  private let lock = NSLock()
  private var contents = Contents()

  private func transaction<R>(_ body: (inout Contents) -> R) -> R {
    lock.withLock { body(&contents) }
  }

  // MARK: For the app

  /// The values of all objects by their names.
  var objects: [String: [String: ObjectValue]] { transaction { $0.objects.mapValues(\.values) } }

  /// Creates an object, or changes a value of an existing one; nil removes the value.
  func set(_ key: String, of name: String, _ type: String, to value: ObjectValue?) {
    transaction { contents in
      var object = contents.objects[name] ?? StoredObject(type: type, seen: contents.reading)
      object.values[key] = value
      object.changedKeys.insert(key)
      object.edits += 1
      contents.objects[name] = object
    }
  }

  /// Deletes an object and all that belong to it.
  func delete(_ name: String) {
    transaction { contents in
      var names = [name]
      while let name = names.popLast() {
        guard contents.objects.removeValue(forKey: name) != nil else { continue }
        contents.tombstones.insert(name)
        names += contents.objects.filter { $1.owners.contains(name) }.keys
      }
    }
  }

  // MARK: For the synchronisation

  /// Whether zone and subscription were created.
  var isSetUp: Bool { transaction { $0.isSetUp } }

  func noteSetUp() { transaction { $0.isSetUp = true } }

  /// The objects to save, owners first, and the names of those to delete.
  var pending: (saves: [(name: String, object: StoredObject)], deletions: [String]) {
    transaction { contents in
      let saves = contents.objects.filter(\.value.isPending).sorted {
        ($0.value.owners.isEmpty ? 0 : 1, $0.key) < ($1.value.owners.isEmpty ? 0 : 1, $1.key)
      }
      return (saves.map { ($0.key, $0.value) }, contents.tombstones.sorted())
    }
  }

  /// Stores the server's version of an object that was sent.
  ///
  /// - Parameter edits: The number of edits when it was sent; later ones are not sent yet.
  func noteSaved(_ record: ServerObject, edits: Int) {
    transaction { contents in
      guard var object = contents.objects[record.name] else { return }
      if object.edits == edits { object.changedKeys = [] }
      contents.objects[record.name] = object
      contents.merge(record)
    }
  }

  func noteDeleted(_ name: String) { transaction { _ = $0.tombstones.remove(name) } }

  /// Removes the owners of an object, which the server no longer has.
  func removeOwners(of name: String) {
    transaction { contents in
      guard let object = contents.objects[name] else { return }
      for case (let key, .owner) in object.values {
        contents.objects[name]?.values[key] = nil
        contents.objects[name]?.changedKeys.insert(key)
        contents.objects[name]?.edits += 1
      }
    }
  }

  /// The token of the last page that was stored.
  var token: CKServerChangeToken? {
    transaction { $0.token }.flatMap { CKServerChangeToken.restored(from: $0) }
  }

  /// Stores a page of changes together with its token.
  func apply(_ page: ObjectPage, token: CKServerChangeToken) {
    let archive = token.archive
    transaction { contents in
      for record in page.changed where !contents.tombstones.contains(record.name) {
        contents.merge(record)
      }
      for name in page.deleted {
        // One without system fields was written again since its deletion was sent.
        if contents.objects[name]?.recordData != nil { contents.objects[name] = nil }
        contents.tombstones.remove(name)
      }
      contents.token = archive
    }
  }

  /// Notes that a reading is complete: objects that one from the beginning did not contain are gone.
  func noteComplete() {
    transaction { contents in
      guard contents.sweeps else { return }
      let reading = contents.reading
      contents.objects = contents.objects.filter { $1.isPending || $1.seen == reading }
      contents.sweeps = false
    }
  }

  /// Forgets the token, so that all is read again from the beginning.
  func readAgain() { transaction { $0.readAgain() } }

  /// Forgets what the server has: all is uploaded again.
  func forgetServer() {
    transaction { contents in
      contents.readAgain()
      contents.isSetUp = false
      contents.tombstones = []
      contents.objects = contents.objects.mapValues {
        StoredObject(
          type: $0.type, values: $0.values, changedKeys: Set($0.values.keys), edits: $0.edits + 1)
      }
    }
  }

  /// Removes everything.
  func purge() {
    transaction { contents in
      contents = Contents(reading: contents.reading + 1)
    }
  }
}

extension ObjectStore.Contents {
  fileprivate mutating func readAgain() {
    token = nil
    reading += 1
    sweeps = true
  }

  /// Stores the server's version of an object, except for unsent values.
  fileprivate mutating func merge(_ record: ServerObject) {
    var object = objects[record.name] ?? StoredObject(type: record.type)
    let unsent = object.values.filter { object.changedKeys.contains($0.key) }
    let others = record.values.filter { !object.changedKeys.contains($0.key) }
    object.values = others.merging(unsent) { $1 }
    object.recordData = record.recordData
    object.seen = reading
    objects[record.name] = object
  }
}
