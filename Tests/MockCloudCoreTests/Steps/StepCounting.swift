import Testing

@testable import MockCloudCore

extension Steps {
  /// How many steps `body` takes.
  static func taken(_ body: () throws -> Void) rethrows -> Int {
    #if DEBUG
      let count = Count()
      try $count.withValue(count, operation: body)
      return count.total
    #else
      try body()
      return 0
    #endif
  }

  /// Whether this build counts them.
  static var areCounted: Bool { taken { take() } == 1 }
}

/// A call in a cloud that was made for it.
struct LargeCall {
  let cloud: Cloud
  let operation: String
  let request: String
  /// What the call must come to.
  var status: Int32 = 0

  /// How many steps the call takes.
  func steps(_ location: SourceLocation) -> Int {
    Steps.taken {
      let answer = cloud.call(operation, request)
      #expect(
        answer.status == status, "\(operation) \(answer.json.prefix(300))",
        sourceLocation: location)
    }
  }
}

/// A call at two sizes of which one is four times the other, as a row of `benchmarks/large.c` is.
struct Growth: CustomTestStringConvertible, Sendable {
  enum Cost: Sendable {
    /// The call costs the same at both sizes. Maps of more levels may take some steps more.
    case flat
    /// The call costs in proportion to its size, where one that is quadratic takes 16 times as much.
    /// Some steps hang on the order of dictionaries, which differs from run to run.
    case linear
  }

  let what: String
  let cost: Cost
  /// The smaller size.
  let size: Int
  /// The fewest steps that the call can be made of at the smaller size: were what it does not counted,
  /// there would be fewer.
  let least: Int
  let make: @Sendable (Int) throws -> LargeCall

  init(
    _ what: String, _ cost: Cost, size: Int, least: Int,
    _ make: @escaping @Sendable (Int) throws -> LargeCall
  ) {
    self.what = what
    self.cost = cost
    self.size = size
    self.least = least
    self.make = make
  }

  var testDescription: String { what }

  func check(_ location: SourceLocation = #_sourceLocation) throws {
    let steps = try make(size).steps(location)
    let more = try make(4 * size).steps(location)
    #expect(steps >= least, sourceLocation: location)
    switch cost {
    case .flat: #expect(2 * more <= 3 * steps, "\(steps) -> \(more)", sourceLocation: location)
    case .linear: #expect(more <= 8 * steps, "\(steps) -> \(more)", sourceLocation: location)
    }
  }
}
