public import Foundation

extension UserDefaults {
  /// Sets a value, as `set(_:forKey:)` does; nil removes it (Apple: Foundation, by key-value coding).
  @_disfavoredOverload
  public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

  /// Returns a value, as `object(forKey:)` does (Apple: Foundation, by key-value coding).
  @_disfavoredOverload
  public func value(forKey key: String) -> Any? { object(forKey: key) }
}
