extension Array {
  /// Returns the elements in order, as `sorted(by:)` does. The code is compiled once for all types,
  /// and not inlined for each: for short lists, and for lists that are rarely sorted.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  func genericSorted(by areInIncreasingOrder: (Element, Element) -> Bool) -> [Element] {
    sorted(by: areInIncreasingOrder)
  }
}
