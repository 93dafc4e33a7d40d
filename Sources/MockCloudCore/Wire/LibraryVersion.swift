/// The versions of what this library promises.
public enum LibraryVersion {
  /// The library's own, by semantic versioning; the header's macros say the same.
  public static let text = "0.1.0"
  /// The soname's digit.
  public static let abi = 0
}
