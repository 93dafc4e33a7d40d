import Testing

@testable import MockCloudCore

/// Which operations depend on which limits.
@Suite struct LimitReadersTests {
  @Test func everyLimitHasItsOperations() {
    for limit in Limits.names {
      let isRead = ServiceOperation.table.contains { $0.reads(limit) }
      #expect(isRead != limit.hasPrefix("journal"), "\(limit)")
    }
  }

  @Test func namedOperationsExist() {
    for name in ServiceOperation.naming + ServiceOperation.pushing {
      #expect(ServiceOperation.names.contains(name), "\(name)")
    }
  }
}
