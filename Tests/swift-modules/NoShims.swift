// Without an option of mockcloud-swift-flags there are no shims: scripts/test-swift-flags.
import CloudKit

#if canImport(os) || canImport(OSLog) || canImport(CoreLocation) || canImport(DarwinCompat)
  #error("a shim can be imported")
#endif

let place = CLLocation(latitude: 1, longitude: 2)
