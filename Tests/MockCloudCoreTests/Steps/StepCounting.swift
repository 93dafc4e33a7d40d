import Testing

@testable import MockCloudCore

extension Steps {
  /// Returns the number of steps of `body`.
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

  /// Whether this build counts steps.
  static var areCounted: Bool { taken { take() } == 1 }
}

/// A call in a cloud that was created for it.
struct LargeCall {
  let cloud: Cloud
  let operation: String
  let request: String
  /// The expected status of the call.
  var status: Int32 = 0

  /// Returns the number of steps of the call.
  func steps(_ location: SourceLocation) -> Int {
    Steps.taken {
      let answer = cloud.call(operation, request)
      #expect(
        answer.status == status, "\(operation) \(answer.json.prefix(300))",
        sourceLocation: location)
    }
  }
}

/// A call at two sizes, one of which is four times the other, like a row of `benchmarks/large.c`.
struct Growth: CustomTestStringConvertible, Sendable {
  enum Cost: Sendable {
    /// The call has the same cost at both sizes. Maps with more levels may take some more steps.
    case flat
    /// The cost of the call is proportional to its size; with quadratic cost it would be 16 times
    /// as high. Some steps depend on the order of dictionaries, which differs from run to run.
    case linear
  }

  let what: String
  let cost: Cost
  /// The smaller size.
  let size: Int
  /// A lower bound of the number of steps at the smaller size, which detects work that is not
  /// counted.
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
