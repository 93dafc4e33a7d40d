import Testing

@testable import MockCloudCore

/// The table of the operations whose calls depend on a limit.
@Suite struct LimitReadersTests {
  @Test func everyLimitHasItsOperations() {
    let limits = ServiceOperation.limitReaders.map(\.limit.description)
    #expect(limits.sorted() == Limits.names.sorted())
    for (limit, operations) in ServiceOperation.limitReaders {
      #expect(Set(operations).count == operations.count)
      #expect(Set(operations).isSubset(of: ServiceOperation.names))
      #expect(operations.isEmpty == limit.description.hasPrefix("journal"))
    }
  }
}
