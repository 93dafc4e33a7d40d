public import Foundation

/// Orders the results of a query by their distance to a place (Apple: `CKLocationSortDescriptor`).
public final class CKLocationSortDescriptor: NSSortDescriptor {
  /// The place.
  public private(set) var relativeLocation = CLLocation(latitude: 0, longitude: 0)

  /// Creates a descriptor: the nearest records are first.
  public convenience init(key: String, relativeLocation: CLLocation) {
    self.init(key: key, ascending: true)
    self.relativeLocation = relativeLocation
  }

  /// The descriptor for the opposite order: the farthest records are first.
  public override var reversedSortDescriptor: Any {
    let reversed = CKLocationSortDescriptor(key: fieldKey, ascending: !ascending)
    reversed.relativeLocation = relativeLocation
    return reversed
  }
}
