import CloudKit

/// A place of the public catalogue.
struct Place: Equatable, Sendable {
  let name: String
  let title: String
  let city: String
  /// When the version was saved.
  let modificationDate: Date

  init(_ record: CKRecord) {
    name = record.recordID.recordName
    title = record["title"] ?? ""
    city = record["city"] ?? ""
    modificationDate = record.modificationDate ?? .distantPast
  }
}

/// The copy of the catalogue on the device. Each method is one transaction. An app may have Core Data or
/// a file here.
class PlaceStore: @unchecked Sendable {
  fileprivate struct Contents {
    var places: [String: Place] = [:]
    /// The number of the last reading of the catalogue that had a place.
    var seen: [String: Int] = [:]
    var reading = 0
    var isSubscribed = false
  }

  private let lock = NSLock()
  private var contents = Contents()

  private func transaction<R>(_ body: (inout Contents) -> R) -> R {
    lock.withLock { body(&contents) }
  }

  // MARK: For the app

  /// All places by their names.
  var places: [String: Place] { transaction { $0.places } }

  // MARK: For the catalogue

  /// Whether the subscription was saved.
  var isSubscribed: Bool { transaction { $0.isSubscribed } }

  func noteSubscribed() { transaction { $0.isSubscribed = true } }

  /// Begins a reading of the whole catalogue, and returns its number.
  func beginReading() -> Int {
    transaction { contents in
      contents.reading += 1
      return contents.reading
    }
  }

  /// Stores places, unless a newer version is there: the index of a query may be behind.
  ///
  /// - Parameter reading: The number of the reading that found them; nil if they were fetched for a push.
  func add(_ places: [Place], reading: Int? = nil) {
    transaction { contents in
      for place in places {
        let stored = contents.places[place.name]?.modificationDate ?? .distantPast
        if place.modificationDate >= stored { contents.places[place.name] = place }
        contents.seen[place.name] = max(
          contents.seen[place.name] ?? 0, reading ?? contents.reading)
      }
    }
  }

  /// Notes that a reading is complete: the places that neither it nor a later one contained are gone.
  func endReading(_ reading: Int) {
    transaction { contents in
      for (name, seen) in contents.seen where seen < reading { contents.remove(name) }
    }
  }

  func remove(_ name: String) { transaction { $0.remove(name) } }
}

extension PlaceStore.Contents {
  fileprivate mutating func remove(_ name: String) {
    places[name] = nil
    seen[name] = nil
  }
}
