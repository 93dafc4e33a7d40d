import CloudKit
import CoreLocation
import XCTest

@testable import Places

final class PlaceStoreTests: XCTestCase {
  func testNearPlaces() async throws {
    let store = PlaceStore()
    try await store.mark("far", at: CLLocation(latitude: 52.52, longitude: 13.405))
    try await store.mark("near", at: CLLocation(latitude: 48.14, longitude: 11.58))
    let munich = CLLocationCoordinate2DMake(48.137, 11.575)
    let found = try await store.places(near: munich, within: 5000)
    XCTAssertEqual(found.map(\.coordinate.latitude), [48.14])
    let circle = CLCircularRegion(center: munich, radius: 5000, identifier: "Munich")
    XCTAssertTrue(found.allSatisfy { circle.contains($0.coordinate) })
  }

  func testSyncIsLogged() async {
    let log = SyncLog()
    let engine = CKSyncEngine(
      .init(
        database: CKContainer.default().privateCloudDatabase, stateSerialization: nil, delegate: log
      ))
    let recordID = CKRecord.ID(recordName: "near")
    engine.state.add(pendingRecordZoneChanges: [.saveRecord(recordID)])
    XCTAssertTrue("\(engine)".contains("pendingRecordZoneChanges=1"), "\(engine)")
    XCTAssertFalse(imageNames().isEmpty)
  }

  func testMarkedTwice() async throws {
    let store = PlaceStore(container: CKContainer(identifier: "iCloud.org.example.twice"))
    let place = CLLocation(latitude: 1, longitude: 2)
    try await store.mark("one", at: place)
    do {
      try await store.mark("one", at: place)
      XCTFail("the record exists")
    } catch let error as CKError {
      XCTAssertEqual(error.code, .serverRecordChanged)
    }
  }

  func testRetry() async throws {
    var calls = 0
    let value = try await retrying { () -> Int in
      calls += 1
      if calls == 1 { throw CKError(.zoneBusy, userInfo: [CKErrorRetryAfterKey: 0.01]) }
      return calls
    }
    XCTAssertEqual(value, 2)
    XCTAssertEqual(retryCount(), 1)
  }

  func testDuration() {
    XCTAssertGreaterThanOrEqual(duration { usleep(1000) }, 0.001)
    XCTAssertNotNil(UserDefaults.standard.value(forKey: "lastDuration"))
    XCTAssertEqual(explanation(of: .authorizedAlways), "")
  }
}
