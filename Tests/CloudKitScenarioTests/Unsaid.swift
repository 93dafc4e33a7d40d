/// Why a step of a scenario cannot be made through Apple's API.
struct Unsaid: Error, Hashable, Comparable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}
