/// The names in a list of a request, in its order, with a fast lookup by bytes.
public struct NameList: Hashable, Sendable, ExpressibleByArrayLiteral {
  public let names: [String]
  /// The names in the order of their bytes.
  private let sorted: [ExactText]

  public init(_ names: [String]) {
    self.names = names
    sorted = names.map { ExactText($0) }.sorted()
  }

  public init(arrayLiteral names: String...) { self.init(names) }

  public func contains(_ name: String) -> Bool { contains(ExactText(name)) }

  public func contains(_ name: ExactText) -> Bool {
    let place = Bisection.first(in: sorted.indices) {
      sorted[$0] >= name
    }
    return place < sorted.count && sorted[place] == name
  }

  /// The approximate number of bytes in memory.
  var weight: Int { names.reduce(0) { $0 + $1.utf8.count + 16 } }

  public static func == (left: Self, right: Self) -> Bool {
    left.names.elementsEqual(right.names) { $0.hasBytes(of: $1) }
  }

  public func hash(into hasher: inout Hasher) {
    for name in names { hasher.combine(ExactText(name)) }
  }
}

/// Binary search in sorted lists.
enum Bisection {
  /// Returns the first index at which the condition holds, or the end if there is none. The
  /// condition must hold for all indexes after it too.
  @inline(__always)
  static func first(in places: Range<Int>, where isBehind: (Int) -> Bool) -> Int {
    var low = places.lowerBound
    var high = places.upperBound
    while low < high {
      Steps.take()
      let middle = low + (high - low) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
