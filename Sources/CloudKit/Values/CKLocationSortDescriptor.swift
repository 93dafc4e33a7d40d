public import Foundation

/// Orders the results of a query by their distance to a place (Apple: `CKLocationSortDescriptor`).
public final class CKLocationSortDescriptor: NSSortDescriptor, NSSecureCoding {
  /// The place.
  public private(set) var relativeLocation = CLLocation(latitude: 0, longitude: 0)

  /// Creates a descriptor: the nearest records are first.
  public convenience init(key: String, relativeLocation: CLLocation) {
    self.init(key: key, ascending: true, relativeLocation)
  }

  convenience init(key: String?, ascending: Bool, _ relativeLocation: CLLocation) {
    self.init(key: key, ascending: ascending)
    self.relativeLocation = relativeLocation
  }

  /// The descriptor for the opposite order: the farthest records are first.
  public override var reversedSortDescriptor: Any {
    CKLocationSortDescriptor(key: fieldKey, ascending: !ascending, relativeLocation)
  }

  // MARK: Archives

  public static var supportsSecureCoding: Bool { true }

  public required convenience init?(coder: NSCoder) {
    guard let archived = ArchivedSortDescriptor(coder: coder),
      let location = archived.relativeLocation
    else { return nil }
    self.init(key: archived.key, ascending: archived.ascending, location)
  }

  public func encode(with coder: NSCoder) { ArchivedSortDescriptor(self).encode(with: coder) }
}
