#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Great-circle distances in metres from one place, on a sphere with the mean radius of the WGS-84
/// ellipsoid. They differ by at most 0.6 % from distances on the ellipsoid.
struct GreatCircle: Hashable {
  static let earthRadius = 6_371_008.8

  private let latitude: Double
  private let longitude: Double
  private let cosineOfLatitude: Double

  init(from place: Location) {
    latitude = place.latitude * .pi / 180
    longitude = place.longitude * .pi / 180
    cosineOfLatitude = cos(latitude)
  }

  /// The haversine formula, which is accurate for small distances.
  func distance(to place: Location) -> Double {
    let otherLatitude = place.latitude * .pi / 180
    let northward = sin((otherLatitude - latitude) / 2)
    let eastward = sin((place.longitude * .pi / 180 - longitude) / 2)
    let chord = northward * northward + cosineOfLatitude * cos(otherLatitude) * eastward * eastward
    return 2 * Self.earthRadius * asin(min(1, max(0, chord)).squareRoot())
  }

  /// Whether the place is nearer than `radius`. The latitude alone excludes most far places.
  func isWithin(_ radius: Double, of place: Location) -> Bool {
    let northward = abs(place.latitude * .pi / 180 - latitude) * Self.earthRadius
    // The margin covers rounding: the latitude must exclude only places that the formula excludes
    // too.
    return northward * 0.999_999 <= radius && distance(to: place) < radius
  }
}
