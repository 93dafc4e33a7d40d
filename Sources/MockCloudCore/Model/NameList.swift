/// Names that a request lists: in its order, and quickly found by their bytes.
public struct NameList: Hashable, Sendable, ExpressibleByArrayLiteral {
  public let names: [String]
  /// The same in the order of their bytes.
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

  /// About how many bytes the names take up.
  var weight: Int { names.reduce(0) { $0 + $1.utf8.count + 16 } }

  public static func == (left: Self, right: Self) -> Bool {
    left.names.elementsEqual(right.names) { String.compare($0, $1) == 0 }
  }

  public func hash(into hasher: inout Hasher) {
    for name in names { hasher.combine(ExactText(name)) }
  }
}

/// Finds places in what is sorted.
enum Bisection {
  /// The first place for which the condition holds, given that it holds for all after one that it
  /// holds for; the end where there is none.
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
