extension UInt64 {
  /// The highest number that a document may have. What is counted further is written as this number, or
  /// stays at it if it names something.
  static var mostCounted: UInt64 { 1 << 62 }
}
