/// The requested format of the answer. Operations do not use it.
struct AnswerStyle: Sendable, Equatable {
  /// Whether numbers are written as text.
  var numbersAsStrings = false
  /// The same for each item, as far as requested; nil means the format of the whole answer.
  private var items: [Bool?] = []

  /// Whether numbers of an item of the answer are written as text.
  func numbersAsStrings(ofItem item: Int?) -> Bool { self[item] ?? numbersAsStrings }

  /// The requested format of an item, or, for nil, of the whole answer; nil means none was
  /// requested.
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
