/// Refuses duplicates in a list.
struct Distinct<Element: Hashable> {
  private var seen: Set<Element> = []

  /// - Parameters:
  ///   - name: The name of the element in the refusal.
  ///   - key: The invalid key; empty means the list's element.
  mutating func note(
    _ element: Element, _ name: String, _ key: StaticString
  ) throws(RequestError) {
    guard seen.insert(element).inserted else {
      throw .twice(key, name)
    }
  }
}
