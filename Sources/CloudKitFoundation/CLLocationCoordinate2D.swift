// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A latitude or longitude in degrees.
public typealias CLLocationDegrees = Double
/// A distance in metres.
public typealias CLLocationDistance = Double
/// An accuracy in metres; negative means unknown.
public typealias CLLocationAccuracy = Double
/// A speed in metres per second; negative means unknown.
public typealias CLLocationSpeed = Double
/// A direction in degrees clockwise from true north; negative means unknown.
public typealias CLLocationDirection = Double

/// A latitude and a longitude (Apple: Core Location).
public struct CLLocationCoordinate2D: Sendable {
  public var latitude: CLLocationDegrees
  public var longitude: CLLocationDegrees

  public init() { self.init(latitude: 0, longitude: 0) }

  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// Returns whether a coordinate is a place on Earth (Apple: Core Location).
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
  abs(coordinate.latitude) <= 90 && abs(coordinate.longitude) <= 180
}
