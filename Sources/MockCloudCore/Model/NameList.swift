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

  public func contains(_ name: String) -> Bool {
    let place = Bisection.first(in: sorted.indices) {
      String.compare(sorted[$0].text, name) >= 0
    }
    return place < sorted.count && String.compare(sorted[place].text, name) == 0
  }

  /// The approximate number of bytes in memory.
  var weight: Int { names.reduce(0) { $0 + $1.utf8.count + 16 } }

  public static func == (left: Self, right: Self) -> Bool {
    left.names.elementsEqual(right.names) { String.compare($0, $1) == 0 }
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
