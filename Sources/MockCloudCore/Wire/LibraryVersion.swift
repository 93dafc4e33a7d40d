/// The versions of the library's interfaces.
package enum LibraryVersion {
  /// The version of the library, by semantic versioning; the header's macros have the same.
  package static let text = "0.1.0"
  /// The digit in the soname.
  package static let abi = 0
}
