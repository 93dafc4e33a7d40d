/// Refuses what stands twice in a list.
struct Distinct<Element: Hashable> {
  private var seen: Set<Element> = []

  /// - Parameters:
  ///   - name: What the refusal calls it.
  ///   - key: The key at fault; empty means the list's element.
  mutating func note(
    _ element: Element, _ name: String, _ key: StaticString
  ) throws(RequestError) {
    guard seen.insert(element).inserted else {
      throw RequestError("\(key)", "'\(NameRules.shortened(name))' occurs twice")
    }
  }
}
