extension JSONNode {
  /// Whether the node is exactly that text.
  func isText(_ text: String) -> Bool {
    withUTF8 { bytes in bytes.elementsEqual(text.utf8) } ?? false
  }

  /// Whether the node is a complete zone ID of the given zone.
  func isZoneID(_ zoneID: ZoneID) -> Bool {
    guard count == 2, let name = member("zoneName"), let owner = member("ownerRecordName") else {
      return false
    }
    return name.isText(zoneID.zoneName.text) && owner.isText(zoneID.ownerName.text)
  }
}

extension JSONWriter {
  /// Writes JSON text in compact form; null if the text is not valid.
  ///
  /// - Parameter dependencies: Replace the value of `dependsOn` in an object; an empty list removes
  ///   the key, nil leaves it unchanged.
  mutating func respelled(_ text: [UInt8], dependencies: [String]? = nil) {
    let isWritten: Bool = text.withUnsafeBufferPointer { bytes in
      do throws(JSONReadFailure<Misuse>) {
        try JSONReader().read(bytes) { (node) throws(Misuse) in
          guard let dependencies, node.kind == .object else { return self.node(node) }
          request(node, dependencies)
        }
        return true
      } catch {
        return false
      }
    }
    if !isWritten { null() }
  }

  private mutating func request(_ node: JSONNode, _ dependencies: [String]) {
    beginObject()
    for (name, value) in node.members {
      if !("dependsOn" ~= name) {
        key(name.text)
        self.node(value)
      } else if !dependencies.isEmpty {
        key("dependsOn")
        array(dependencies) { $0.string($1) }
      }
    }
    endObject()
  }

  /// Writes a value in compact form. The reader limits its nesting depth.
  mutating func node(_ node: JSONNode) {
    switch node.kind {
    case .null: null()
    case .bool: bool(node.bool ?? false)
    case .int: int(node.int ?? 0)
    case .double: double(node.double ?? 0)
    case .string: string(node.string ?? "")
    case .array:
      beginArray()
      for element in node.elements { self.node(element) }
      endArray()
    case .object:
      beginObject()
      for (name, value) in node.members {
        key(name.text)
        self.node(value)
      }
      endObject()
    }
  }
}
