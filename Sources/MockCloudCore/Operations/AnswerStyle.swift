/// How a request wants its response written. Operations do not use it.
struct AnswerStyle: Sendable, Equatable {
  /// Whether numbers are written as text.
  var numbersAsStrings = false
  /// The same of each item, as far as any says it; nil is as the whole answer.
  private var items: [Bool?] = []

  /// Whether numbers of that item of the answer are written as text.
  func numbersAsStrings(ofItem item: Int?) -> Bool { self[item] ?? numbersAsStrings }

  /// What was said of an item, or, for nil, of the whole answer; nil was not said.
  subscript(item: Int?) -> Bool? {
    get {
      guard let item else { return numbersAsStrings ? true : nil }
      return item < items.count ? items[item] : nil
    }
    set {
      guard let item else {
        numbersAsStrings = newValue ?? false
        return
      }
      if newValue == nil, item >= items.count { return }
      while items.count <= item { items.append(nil) }
      items[item] = newValue
    }
  }
}
