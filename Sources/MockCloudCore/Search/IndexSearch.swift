/// The entries of an index in some ranges.
struct IndexSearch: Sendable {
  let index: FieldIndex
  var ranges: [IndexRange]

  /// The maximum number of ranges that are searched one by one for each name.
  private static let mostProbed = 4

  /// The only range, if it has a single value.
  var onlyPoint: IndexRange? { ranges.count == 1 && ranges[0].isPoint ? ranges[0] : nil }

  /// Whether the ranges are a few single values, among which names can be looked up.
  var canProbe: Bool { ranges.count <= Self.mostProbed && ranges.allSatisfy(\.isPoint) }

  /// Passes the names in order, each once, to `body` until it returns false.
  func scan(_ body: (RecordName) -> Bool) {
    // The names of a single value are in order, so that the scan can stop early.
    if let onlyPoint { return index.scan(onlyPoint) { name, _ in body(name) } }
    for name in index.names(in: ranges) where !body(name) { return }
  }

  /// Returns a function that tests whether a name is in the ranges, which must be called with names
  /// in order; nil if `canProbe` is false.
  func probe() -> ((RecordName) -> Bool)? {
    guard canProbe else { return nil }
    let probes = ranges.compactMap { index.probe($0) }
    if probes.count == 1 { return probes[0] }
    return { name in probes.contains { $0(name) } }
  }
}
