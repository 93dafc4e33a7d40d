// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// A place with the values of a positioning device (Apple: Core Location, as far as records and
/// queries use it).
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  public let coordinate: CLLocationCoordinate2D
  public let altitude: CLLocationDistance
  public let horizontalAccuracy: CLLocationAccuracy
  public let verticalAccuracy: CLLocationAccuracy
  public let course: CLLocationDirection
  public let speed: CLLocationSpeed
  public let timestamp: Date

  /// Creates a location with unknown altitude, course and speed, and the current time.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
  }

  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, course: -1, speed: -1, timestamp: timestamp)
  }

  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy,
    course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    horizontalAccuracy = hAccuracy
    verticalAccuracy = vAccuracy
    self.course = course
    self.speed = speed
    self.timestamp = timestamp
    super.init()
  }

  /// Returns the distance to another location in metres, along a great circle.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    let radius = 6_371_000.0
    let (latitude, other) = (
      Self.radians(coordinate.latitude), Self.radians(location.coordinate.latitude)
    )
    let longitudes = Self.radians(location.coordinate.longitude - coordinate.longitude)
    let chord =
      pow(sin((other - latitude) / 2), 2)
      + cos(latitude) * cos(other) * pow(sin(longitudes / 2), 2)
    // Not with `min`, which does not keep a NaN.
    let sine = sqrt(chord)
    return 2 * radius * asin(sine > 1 ? 1 : sine)
  }

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  open override var description: String {
    "<\(coordinate.latitude),\(coordinate.longitude)> +/- \(horizontalAccuracy)m "
      + "(speed \(speed) mps / course \(course)) @ \(timestamp.text)"
  }

  // MARK: Copies and archives

  open override func copy() -> Any { self }
  open func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public required convenience init?(coder: NSCoder) {
    let archive = ArchiveReader(coder)
    guard let latitude = archive.double(ArchiveKey.latitude),
      let longitude = archive.double(ArchiveKey.longitude), archive.isSound
    else { return nil }
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      altitude: archive.double(ArchiveKey.altitude) ?? 0,
      horizontalAccuracy: archive.double(ArchiveKey.horizontalAccuracy) ?? 0,
      verticalAccuracy: archive.double(ArchiveKey.verticalAccuracy) ?? -1,
      course: archive.double(ArchiveKey.course) ?? -1,
      speed: archive.double(ArchiveKey.speed) ?? -1,
      timestamp: Date(timeIntervalSinceReferenceDate: archive.double(ArchiveKey.timestamp) ?? 0))
  }

  public func encode(with coder: NSCoder) {
    coder.encode(coordinate.latitude, forKey: ArchiveKey.latitude)
    coder.encode(coordinate.longitude, forKey: ArchiveKey.longitude)
    coder.encode(altitude, forKey: ArchiveKey.altitude)
    coder.encode(horizontalAccuracy, forKey: ArchiveKey.horizontalAccuracy)
    coder.encode(verticalAccuracy, forKey: ArchiveKey.verticalAccuracy)
    coder.encode(course, forKey: ArchiveKey.course)
    coder.encode(speed, forKey: ArchiveKey.speed)
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: ArchiveKey.timestamp)
  }

  private enum ArchiveKey {
    static let latitude = "kCLLocationCodingKeyCoordinateLatitude"
    static let longitude = "kCLLocationCodingKeyCoordinateLongitude"
    static let altitude = "kCLLocationCodingKeyAltitude"
    static let horizontalAccuracy = "kCLLocationCodingKeyHorizontalAccuracy"
    static let verticalAccuracy = "kCLLocationCodingKeyVerticalAccuracy"
    static let course = "kCLLocationCodingKeyCourse"
    static let speed = "kCLLocationCodingKeySpeed"
    static let timestamp = "kCLLocationCodingKeyTimestamp"
  }
}

extension Date {
  /// The description. That of Foundation on Linux ends the process for a time that is not a number or
  /// is too far away.
  package var text: String {
    let seconds = timeIntervalSinceReferenceDate
    return abs(seconds) < 1e11 ? description : "\(seconds) seconds since 2001"
  }
}
