/// Reads stored properties of objects of Foundation that have no accessor.
package enum Reflection {
  /// The value of a stored property, also of a superclass; nil if there is none of that name.
  package static func child(_ name: String, of object: Any) -> Any? {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror {
      if let child = level.children.first(where: { $0.label == name }) { return child.value }
      mirror = level.superclassMirror
    }
    return nil
  }
}
