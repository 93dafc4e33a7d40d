@testable import MockCloudCore

/// A request in JSON as a typed operation and its caller.
struct TypedRequest<O: WireOperation> {
  let operation: O
  let caller: Caller
  /// Whether and how the answer is reported by events; nil means that it is returned.
  let wish: DeliveryReader.Wish?

  /// Reads a request. Nil if only JSON can express it: an invalid one, or one for numbers as text.
  init?(_: O.Type = O.self, _ request: String) {
    let read = Array(request.utf8).withUnsafeBufferPointer { text in
      try? JSONReader().read(text) { (node) throws(Misuse) -> Self? in Self(node) } ?? nil
    }
    guard let read else { return nil }
    self = read
  }

  private init?(_ node: JSONNode) {
    var fields = FieldReader()
    var deliver: JSONNode?
    guard node.kind == .object,
      let caller = try? ContextReader.caller(node, taking: [.all, .delivery], &deliver),
      let operation = try? O(reading: node, with: &fields), fields.style == AnswerStyle()
    else { return nil }
    (self.operation, self.caller) = (operation, caller)
    guard let deliver, !deliver.isNull else {
      wish = nil
      return
    }
    guard let wish = try? DeliveryReader.read(node, deliver) else { return nil }
    self.wish = wish
  }
}
