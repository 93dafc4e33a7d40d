// An error of the compiler, as on Apple's platforms: scripts/test-swift-flags.
import CoreLocation

func name(of status: CLAuthorizationStatus) -> String {
  switch status {
  case .authorizedAlways, .authorizedWhenInUse: "allowed"
  case .notDetermined, .restricted, .denied: "not allowed"
  }
}
