// The keys under which `ClientWatch` remembers things.

extension CallContext {
  /// The key of the device and its user in a container.
  var readerKey: UInt64 {
    [deviceName.text, userRecordName?.text ?? "", container.text, environment.rawValue].key(from: 0)
  }
}

extension [String] {
  func key(from key: UInt64) -> UInt64 {
    reduce(key) { SeededRandom.hash(seed: $0, $1, 0) }
  }
}

extension DeviceName {
  /// The key of the device in the watch's maps.
  var watchKey: UInt64 { SeededRandom.hash(seed: 0, "device\n" + text, 0) }
}
