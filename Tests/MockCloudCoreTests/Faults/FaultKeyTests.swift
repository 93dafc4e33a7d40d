import Testing

@testable import MockCloudCore

/// The order of the keys by which rules count, which two lists have.
@Suite struct FaultKeyTests {
  @Test func everyKeyHasItsNumberAtItsPlace() throws {
    let draws = DrawPlace(device: "d", operation: "o", number: 1)
    let keys = FaultKeys(
      operation: "o", device: "d", user: "u", draws: draws, record: "r", zone: "z")
    var marks = FaultMarks()
    let noted = marks.note([.operation, .record, .device, .user, .zone], of: keys)
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
