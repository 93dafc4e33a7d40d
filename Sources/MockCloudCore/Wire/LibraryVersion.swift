/// The versions of what this library promises.
package enum LibraryVersion {
  /// The library's own, by semantic versioning; the header's macros say the same.
  package static let text = "0.1.0"
  /// The soname's digit.
  package static let abi = 0
}
