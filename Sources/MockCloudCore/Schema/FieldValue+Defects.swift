extension FieldValue {
  /// The error for a value that the server cannot store. Values read from JSON have none; a value
  /// made in Swift can be one that JSON cannot represent, such as a number that is not finite.
  var defect: CloudError? {
    switch self {
    case .double(let value): Self.defect(of: value, .double)
    case .doubleList(let list): list.lazy.compactMap { Self.defect(of: $0, .double) }.first
    case .location(let value): value.defect
    case .locationList(let list): list.lazy.compactMap(\.defect).first
    case .reference(let value): value.defect
    case .referenceList(let list): list.lazy.compactMap(\.defect).first
    default: nil
    }
  }

  fileprivate static func defect(of number: Double, _ type: FieldType) -> CloudError? {
    number.isFinite
      ? nil
      : CloudError(.invalidArguments, ServerText.invalidValue(expected: type.rawValue))
  }
}

extension Location {
  fileprivate var defect: CloudError? {
    let readings = [horizontalAccuracy, verticalAccuracy, altitude, speed, course]
    for number in [latitude, longitude] + readings.compactMap({ $0 }) {
      if let defect = FieldValue.defect(of: number, .location) { return defect }
    }
    for (degrees, limit) in [(latitude, 90.0), (longitude, 180.0)] where degrees.magnitude > limit {
      return CloudError(
        .invalidArguments, "Invalid location: \(degrees) degrees is beyond \(limit)")
    }
    return nil
  }
}

extension Reference {
  fileprivate var defect: CloudError? {
    recordName.isEmpty
      ? CloudError(.invalidArguments, "Invalid reference: it needs a recordName") : nil
  }
}
