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
  static func total(in tree: OpaquePointer?) -> Int {
    withUnsafeTemporaryAllocation(of: Frame.self, capacity: JSONScanner.maximumDepth) { frames in
      var depth = 0
      var total = 0
      enter(tree, frames, &depth, &total)
      while depth > 0 {
        if let value = frames[depth &- 1].next() {
          enter(value, frames, &depth, &total)
        } else {
          depth &-= 1
        }
      }
      return total
    }
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
