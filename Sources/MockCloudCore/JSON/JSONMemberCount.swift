internal import CJSONC

/// Counts the members of all objects of a tree without recursion and without heap allocation.
enum JSONMemberCount {
  /// The position in an array or object.
  private struct Frame {
    /// The next member of an object, or the array.
    var pointer: UnsafeRawPointer?
    /// The next index in an array; `member` for an object.
    var index: Int

    static let member = -1

    /// Advances to the next value. The outer nil means the end, the inner nil means JSON's null.
    @inline(__always)
    mutating func next() -> OpaquePointer?? {
      guard let pointer else { return nil }
      if index == Self.member {
        let entry = pointer.assumingMemoryBound(to: lh_entry.self)
        self.pointer = UnsafeRawPointer(entry.pointee.next)
        return .some(entry.pointee.v.map { OpaquePointer($0) })
      }
      let array = OpaquePointer(pointer)
      guard index < json_object_array_length(array) else { return nil }
      defer { index &+= 1 }
      return .some(json_object_array_get_idx(array, index))
    }
  }

  /// Returns the number of members. The tree must not be deeper than the scanner allows.
  static func total(in tree: OpaquePointer?) -> Int { walk(tree).total }

  /// Whether json-c had no memory for a member of the tree, which is missing. json-c itself does not
  /// report it: in the library for distribution, `scripts/wrapped.c` marks such objects.
  static func isIncomplete(_ tree: OpaquePointer?) -> Bool {
    walk(tree, stopsAtMark: true).isMarked
  }

  @inline(__always)
  private static func walk(
    _ tree: OpaquePointer?, stopsAtMark: Bool = false
  ) -> (total: Int, isMarked: Bool) {
    withUnsafeTemporaryAllocation(of: Frame.self, capacity: JSONScanner.maximumDepth) { frames in
      var depth = 0
      var total = 0
      if stopsAtMark, isMarked(tree) { return (total, true) }
      enter(tree, frames, &depth, &total)
      while depth > 0 {
        if let value = frames[depth &- 1].next() {
          if stopsAtMark, isMarked(value) { return (total, true) }
          enter(value, frames, &depth, &total)
        } else {
          depth &-= 1
        }
      }
      return (total, false)
    }
  }

  private static func isMarked(_ value: OpaquePointer?) -> Bool {
    json_object_get_type(value) == json_type_object && json_object_get_userdata(value) != nil
  }

  @inline(__always)
  private static func enter(
    _ value: OpaquePointer?, _ frames: UnsafeMutableBufferPointer<Frame>, _ depth: inout Int,
    _ total: inout Int
  ) {
    let type = json_object_get_type(value)
    guard type == json_type_object || type == json_type_array, depth < frames.count else { return }
    if type == json_type_object {
      let table = json_object_get_object(value)
      total &+= Int(table?.pointee.count ?? 0)
      frames[depth] = Frame(pointer: UnsafeRawPointer(table?.pointee.head), index: Frame.member)
    } else {
      frames[depth] = Frame(pointer: value.map { UnsafeRawPointer($0) }, index: 0)
    }
    depth &+= 1
  }
}
