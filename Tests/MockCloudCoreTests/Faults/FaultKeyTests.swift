import Testing

@testable import MockCloudCore

/// The order of the keys by which rules count, which two lists have.
@Suite struct FaultKeyTests {
  @Test func everyKeyHasItsNumberAtItsPlace() throws {
    var noted = FaultMarks.Keys()
    (noted.operation, noted.record, noted.device, noted.user, noted.zone) = (1, 2, 3, 4, 5)
    let numbers = Mirror(reflecting: noted.all).children.compactMap { $0.value as? UInt64 }
    #expect(numbers.count == FaultKey.allCases.count)
    #expect(Set(numbers).count == numbers.count)
    for key in FaultKey.allCases {
      let place = Int(key.place)
      try #require(numbers.indices.contains(place))
      #expect(numbers[place] == noted[key], "\(key)")
    }
  }
}
