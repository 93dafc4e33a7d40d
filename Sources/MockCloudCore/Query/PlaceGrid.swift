#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The cells of equal degrees that places lie in. Cells of one row, from west to east, have
/// neighbouring numbers, so a row of a circle is one range of them.
enum PlaceGrid {
  /// Cells of one degree's width; about 2.8 km from south to north each.
  private static let cellsPerDegree = 40.0
  private static let cellsPerRow: Int64 = 1 << 20
  /// Where places lie that are on no globe; every search looks there too.
  static let elsewhere = Int64.min
  /// A circle of more rows is not worth looking up row by row.
  private static let mostRows: Int64 = 400

  static func cell(of place: Location) -> Int64 {
    guard isOnGlobe(place) else { return elsewhere }
    return row(place.latitude) * cellsPerRow + column(place.longitude)
  }

  /// Ranges of cells that hold everything within `radius` metres of a place, and maybe more; nil
  /// where that would be too many.
  static func cells(around place: Location, within radius: Double) -> [ClosedRange<Int64>]? {
    guard isOnGlobe(place), radius >= 0, radius.isFinite else { return nil }
    // A little more than asked: rounding must not lose what lies on the edge.
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

  /// How far a circle reaches to the east and to the west, in degrees; 180 where it holds a pole.
  private static func width(at latitude: Double, _ angle: Double) -> Double {
    let ratio = sin(angle) / cos(latitude * .pi / 180)
    guard abs(latitude) + angle * 180 / .pi < 90, ratio < 1 else { return 180 }
    return asin(ratio) * 180 / .pi + 1e-9
  }

  /// The longitudes around one, split where they cross the date line.
  private static func spans(around longitude: Double, _ reach: Double) -> [ClosedRange<Double>] {
    let west = longitude - reach
    let east = longitude + reach
    if east - west >= 360 { return [-180...180] }
    // Both spellings of the date line are one place.
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
