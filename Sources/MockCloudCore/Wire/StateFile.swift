/// A state document in a file of any size. Its zones' lists of records are read element by element,
/// and only the remainder is held in memory.
final class StateFile {
  private let file: HostFile.Opened
  private var frame = JSONFrame(path: [
    .member(["databases"]), .element, .member(["zones"]), .element,
    .member(["records", "deletions"]),
  ])
  private let reader = JSONReader()
  /// The reason why the reading of a list ended, if its elements were not the cause.
  private var failure: Failure?

  private enum Failure {
    case unreadable
    case malformed(JSONError)
  }

  /// Returns nil if the file cannot be read.
  init?(_ path: String) {
    guard let file = HostFile.Opened(path) else { return nil }
    self.file = file
    guard file.scan(0..<file.size, { frame.take($0) }) else { return nil }
  }

  /// Reads the document; returns nil if the file cannot be read any more.
  func read<Value>(
    _ body: (JSONNode) throws(RequestError) -> Value
  ) throws(Misuse) -> Value? {
    if let refusal = frame.refusal {
      throw Misuse(malformed: placed(refusal.error, at: refusal.place))
    }
    do throws(JSONReadFailure<Misuse>) {
      return try frame.text.withUnsafeBufferPointer { (text) throws(JSONReadFailure<Misuse>) in
        try reader.read(text) { (node) throws(Misuse) in
          try node.requireObject(called: "a state")
          do throws(RequestError) { return try body(node) } catch { throw error.misuse }
        }
      }
    } catch {
      switch (error, failure) {
      case (_, .malformed(let error)): throw Misuse(malformed: error)
      case (_, .unreadable): return nil
      case (.body(let misuse), nil): throw misuse
      case (.malformed(let error), nil):
        let offset = frame.text.withUnsafeBufferPointer { JSONRefusal.offset(of: error, in: $0) }
        throw Misuse(malformed: placed(error, at: frame.place(of: offset)))
      }
    }
  }

  /// Returns the place of a list in the file, given the number that replaces it in the frame; nil
  /// for any other value.
  func place(of node: JSONNode) -> Range<Int>? {
    guard let number = node.int, let index = Int(exactly: number),
      frame.lists.indices.contains(index)
    else { return nil }
    return frame.lists[index]
  }

  /// Lends the elements of a list. For failures other than errors of `body`, throws a placeholder
  /// that `read` replaces by the actual error.
  func elements(
    at range: Range<Int>, _ body: (JSONNode) throws(RequestError) -> Void
  ) throws(RequestError) {
    var cutter = JSONListCutter()
    var refusal: RequestError?
    var offset = range.lowerBound
    let isRead = file.scan(range) { piece in
      for byte in piece {
        let step = cutter.take(byte)
        if step == .element {
          refusal = element(cutter.element, endingAt: offset, body)
          if refusal != nil { return false }
          cutter.removeElement()
        }
        offset += 1
      }
      return true
    }
    if isRead, refusal == nil, cutter.hasElement {
      refusal = element(cutter.element, endingAt: offset, body)
    }
    if !isRead { failure = .unreadable }
    if let refusal { throw refusal }
    if failure != nil { throw RequestError("", "the file cannot be read") }
  }

  private func element(
    _ text: [UInt8], endingAt end: Int, _ body: (JSONNode) throws(RequestError) -> Void
  ) -> RequestError? {
    text.withUnsafeBufferPointer { text in
      do throws(JSONReadFailure<RequestError>) {
        try reader.read(text, body)
        return nil
      } catch {
        switch error {
        case .body(let refusal): return refusal
        case .malformed(let error):
          let start = end - text.count
          failure = .malformed(
            placed(error, at: start + JSONRefusal.offset(of: error, in: text)))
          return RequestError("", error.message)
        }
      }
    }
  }

  /// Returns the error with line and column of a byte of the file.
  private func placed(_ error: JSONError, at offset: Int) -> JSONError {
    var placed = error
    placed.line = 1
    placed.column = 1
    _ = file.scan(0..<min(max(offset, 0), file.size)) { piece in
      for byte in piece {
        placed.column += 1
        if byte == 0x0A {
          placed.line += 1
          placed.column = 1
        }
      }
      return true
    }
    return placed
  }
}
