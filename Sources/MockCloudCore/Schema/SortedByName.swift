/// Elements sorted by name, with unique names.
struct SortedByName<Element: Named & Sendable>: Sendable {
  private(set) var elements: [Element] = []

  init() {}

  /// If several elements have the same name, any one of them is kept.
  init(_ unsorted: some Sequence<Element>) {
    for element in Array(unsorted).genericSorted(by: { $0.name < $1.name })
    where element.name != elements.last?.name {
      elements.append(element)
    }
  }

  subscript(name: String) -> Element? {
    let index = place(of: name)
    return index < elements.count && elements[index].name == name ? elements[index] : nil
  }

  /// Adds the element, or replaces the one with the same name.
  mutating func set(_ element: Element) {
    let index = place(of: element.name)
    if index < elements.count, elements[index].name == element.name {
      elements[index] = element
    } else {
      elements.insert(element, at: index)
    }
  }

  private func place(of name: String) -> Int {
    var low = 0
    var high = elements.count
    while low < high {
      let middle = low + (high - low) / 2
      if elements[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension SortedByName: Equatable where Element: Equatable {}

protocol Named {
  var name: String { get }
}
