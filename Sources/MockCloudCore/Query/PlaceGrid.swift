#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A grid of cells of equal size in degrees. Cells of one row, from west to east, have consecutive
/// numbers, so that the part of a row in a circle is one range.
enum PlaceGrid {
  /// Each cell is 1/40 degree wide; its height is about 2.8 km.
  private static let cellsPerDegree = 40.0
  private static let cellsPerRow: Int64 = 1 << 20
  /// The cell of invalid coordinates, which every search includes.
  static let elsewhere = Int64.min
  /// The maximum number of rows of a circle; larger ones are not searched row by row.
  private static let mostRows: Int64 = 400

  static func cell(of place: Location) -> Int64 {
    guard isOnGlobe(place) else { return elsewhere }
    return row(place.latitude) * cellsPerRow + column(place.longitude)
  }

  /// Returns ranges of cells that cover all places within `radius` metres of a place, and possibly
  /// others; nil if there would be too many.
  static func cells(around place: Location, within radius: Double) -> [ClosedRange<Int64>]? {
    guard isOnGlobe(place), radius >= 0, radius.isFinite else { return nil }
    // Slightly enlarged, so that rounding does not exclude places at the edge.
    let angle = radius / GreatCircle.earthRadius * 1.000_001 + 1e-9
    let height = angle * 180 / .pi
    guard height < 90 else { return nil }
    let south = max(-90, place.latitude - height)
    let north = min(90, place.latitude + height)
    let rows = row(south)...row(north)
    guard rows.upperBound - rows.lowerBound < mostRows else { return nil }
    let reach = width(at: place.latitude, angle)
    var cells = [elsewhere...elsewhere]
    for row in rows {
      for span in spans(around: place.longitude, reach) {
        let first = row * cellsPerRow
        cells.append(first + column(span.lowerBound)...first + column(span.upperBound))
      }
    }
    return cells
  }

  /// Returns the extent of a circle to the east and west, in degrees; 180 if it contains a pole.
  private static func width(at latitude: Double, _ angle: Double) -> Double {
    let ratio = sin(angle) / cos(latitude * .pi / 180)
    guard abs(latitude) + angle * 180 / .pi < 90, ratio < 1 else { return 180 }
    return asin(ratio) * 180 / .pi + 1e-9
  }

  /// Returns the range of longitudes around one, split where it crosses the date line.
  private static func spans(around longitude: Double, _ reach: Double) -> [ClosedRange<Double>] {
    let west = longitude - reach
    let east = longitude + reach
    if east - west >= 360 { return [-180...180] }
    // The date line has two longitudes, -180 and 180.
    if west <= -180 { return [-180...min(180, east), max(-180, west + 360)...180] }
    if east >= 180 { return [max(-180, west)...180, -180...min(180, east - 360)] }
    return [west...east]
  }

  private static func isOnGlobe(_ place: Location) -> Bool {
    abs(place.latitude) <= 90 && abs(place.longitude) <= 180
  }

  private static func row(_ latitude: Double) -> Int64 {
    Int64((latitude + 90) * cellsPerDegree)
  }

  private static func column(_ longitude: Double) -> Int64 {
    Int64((longitude + 180) * cellsPerDegree)
  }
}
