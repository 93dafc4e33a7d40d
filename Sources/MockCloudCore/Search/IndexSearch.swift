/// What an index has in some ranges.
struct IndexSearch: Sendable {
  let index: FieldIndex
  var ranges: [IndexRange]

  /// More ranges than these would be asked one after another for every name.
  private static let mostProbed = 4

  /// The only range, if it holds one value alone.
  var onlyPoint: IndexRange? { ranges.count == 1 && ranges[0].isPoint ? ranges[0] : nil }

  /// Whether single names can be looked for.
  var canProbe: Bool { ranges.count <= Self.mostProbed && ranges.allSatisfy(\.isPoint) }

  /// Hands over the names in their order, each once, until `body` returns false.
  func scan(_ body: (String) -> Bool) {
    // Those of one value come in their order, and no more of them than are wanted.
    if let onlyPoint { return index.scan(onlyPoint) { name, _ in body(name) } }
    for name in index.names(in: ranges) where !body(name) { return }
  }

  /// Finds for names that are given in their order whether they are among those offered; nil where
  /// `canProbe` is false.
  func probe() -> ((String) -> Bool)? {
    guard canProbe else { return nil }
    let probes = ranges.compactMap { index.probe($0) }
    if probes.count == 1 { return probes[0] }
    return { name in probes.contains { $0(name) } }
  }
}
