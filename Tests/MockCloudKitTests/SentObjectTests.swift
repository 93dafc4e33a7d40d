import CloudKit
import MockCloudKit
import MockCloudTesting
import Testing

/// What a client changes after it was set or sent has no effect.
@Suite(.mockCloud)
struct SentObjectTests {
  private let database = CKContainer.default().publicCloudDatabase

  private func subscription(_ name: String) -> CKQuerySubscription {
    CKQuerySubscription(
      recordType: name, predicate: NSPredicate(value: true), subscriptionID: name,
      options: .firesOnRecordCreation)
  }

  @Test func aSubscriptionHasACopyOfItsPush() async throws {
    for type in ["a", "b"] { try await database.save(CKRecord(recordType: type)) }
    let info = CKSubscription.NotificationInfo()
    let subscriptions = ["a", "b"].map { name in
      info.alertBody = name
      let subscription = subscription(name)
      subscription.notificationInfo = info
      return subscription
    }
    #expect(subscriptions.map(\.notificationInfo?.alertBody) == ["a", "b"])
    subscriptions[0].notificationInfo?.title = "A"
    _ = try await database.modifySubscriptions(saving: subscriptions, deleting: [])
    let stored = try await database.allSubscriptions()
    #expect(Set(stored.compactMap(\.notificationInfo?.alertBody)) == ["a", "b"])
    #expect(stored.compactMap(\.notificationInfo?.title) == ["A"])
  }

  @Test func aGroupHasACopyOfItsConfiguration() {
    let (group, configuration) = (CKOperationGroup(), CKOperation.Configuration())
    group.defaultConfiguration = configuration
    configuration.timeoutIntervalForRequest = 2
    #expect(group.defaultConfiguration.timeoutIntervalForRequest == 60)
    group.defaultConfiguration.timeoutIntervalForRequest = 3
    #expect(group.defaultConfiguration.timeoutIntervalForRequest == 3)
    group.defaultConfiguration = nil
    #expect(group.defaultConfiguration.timeoutIntervalForRequest == 60)
  }

  @Test func aQueryIsThatOfTheCall() async throws {
    for number in 0..<3 {
      let record = CKRecord(recordType: "Note")
      record["n"] = number
      try await database.save(record)
    }
    for _ in 0..<20 {
      let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
      query.sortDescriptors = [NSSortDescriptor(key: "n", ascending: true)]
      let first: Int? = await withCheckedContinuation { continuation in
        database.perform(query, inZoneWith: nil) { records, _ in
          continuation.resume(returning: records?.first?["n"] as? Int)
        }
        query.sortDescriptors = [NSSortDescriptor(key: "n", ascending: false)]
      }
      #expect(first == 0)
    }
  }

  @Test func aSubscriptionIsThatOfTheCall() async throws {
    try await database.save(CKRecord(recordType: "a"))
    for _ in 0..<20 {
      let subscription = subscription("a")
      let info = CKSubscription.NotificationInfo(alertBody: "before")
      subscription.notificationInfo = info
      let text: String? = await withCheckedContinuation { continuation in
        database.save(subscription) { saved, _ in
          continuation.resume(returning: saved?.notificationInfo?.alertBody)
        }
        subscription.notificationInfo?.alertBody = "after"
      }
      #expect(text == "before")
    }
  }
}
