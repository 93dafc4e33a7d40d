import CoreLocation

/// What the app shows for the user's choice.
public func explanation(of status: CLAuthorizationStatus) -> String {
  switch status {
  case .notDetermined: return "The app has not asked yet."
  case .restricted, .denied: return "Allow it in Settings."
  case .authorizedAlways, .authorizedWhenInUse: return ""
  @unknown default: return "Unknown."
  }
}
