import CloudKit
import CoreLocation
import os.log

/// Places that the user has marked, in the private database.
public actor PlaceStore {
  private static let log = Logger(subsystem: "org.example.places", category: "store")
  private static let signposter = OSSignposter(logger: log)
  private let database: CKDatabase

  public init(container: CKContainer = .default()) {
    database = container.privateCloudDatabase
  }

  @discardableResult
  public func mark(_ name: String, at location: CLLocation) async throws -> CKRecord {
    let place = CKRecord(recordType: "Place", recordID: CKRecord.ID(recordName: name))
    place["name"] = name
    place["location"] = location
    let interval = Self.signposter.beginInterval("save")
    defer { Self.signposter.endInterval("save", interval) }
    do {
      let saved = try await database.save(place)
      Self.log.info("marked \(name), tag \(saved.recordChangeTag ?? "", privacy: .public)")
      return saved
    } catch let error as CKError where error.code == .serverRecordChanged {
      Self.log.error("\(name, privacy: .public) exists: \(error.localizedDescription)")
      throw error
    }
  }

  /// The places within some metres of a coordinate.
  public func places(
    near coordinate: CLLocationCoordinate2D, within radius: CLLocationDistance
  ) async throws -> [CLLocation] {
    let center = CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude)
    let query = CKQuery(
      recordType: "Place",
      predicate: NSPredicate(
        format: "distanceToLocation:fromLocation:(location, %@) < %f", center, radius))
    query.sortDescriptors = [CKLocationSortDescriptor(key: "location", relativeLocation: center)]
    let found = try await database.records(matching: query)
    let places = try found.matchResults.compactMap { try $0.1.get()["location"] as? CLLocation }
    os_log("found %d places", log: .default, type: .debug, places.count)
    return places
  }
}
