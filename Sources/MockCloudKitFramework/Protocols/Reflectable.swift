public import CloudKit

/// An object whose properties a test can read by name, to compare an operation with its mock.
public protocol Reflectable: AnyObject {
  /// The properties with their values, as text.
  var reflectedString: String { get }
  /// The values of the properties by name; nil for a property without a value.
  func reflected() -> [String: Any?]
  /// The value of a property; nil if it has none, or there is no such property.
  subscript(key: String) -> Any? { get }
  /// The names of the properties.
  func properties() -> [String]
}

extension Reflectable where Self: NSObject {
  public func reflected() -> [String: Any?] {
    Dictionary(Reflection.properties(of: self).map { ($0.name, $0.value) }) { first, _ in first }
  }

  public subscript(key: String) -> Any? { reflected()[key] ?? nil }

  public func properties() -> [String] { Reflection.properties(of: self).map(\.name) }

  public var reflectedString: String {
    let values = Reflection.properties(of: self).map { property in
      "\(property.name): \(property.value.map { "\($0)" } ?? "nil")"
    }
    return "\(type(of: self))(\(values.joined(separator: ", ")))"
  }
}

/// An object that lists its properties.
protocol ReflectedProperties {
  var reflectedProperties: [Reflection.Property] { get }
}

enum Reflection {
  typealias Property = (name: String, value: Any?)

  /// The properties that the object lists, else the stored ones.
  static func properties(of object: NSObject) -> [Property] {
    if let listing = object as? any ReflectedProperties { return listing.reflectedProperties }
    var mirror: Mirror? = Mirror(reflecting: object)
    var found: [Property] = []
    while let current = mirror {
      for child in current.children {
        guard let name = child.label else { continue }
        found.append((name, unwrapped(child.value)))
      }
      mirror = current.superclassMirror
    }
    return found
  }

  /// What all operations in a database have.
  static func common(_ operation: CKOperation, database: Any?) -> [Property] {
    [
      ("name", operation.name), ("database", database),
      ("configuration", operation.configuration), ("completionBlock", operation.completionBlock),
    ]
  }

  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first?.value
  }
}
