internal import Foundation

/// One dictionary of a push, whose members may have any type: a push comes from outside.
struct PushPayload {
  private let members: [AnyHashable: Any]

  init?(_ value: Any?) {
    if let members = value as? [AnyHashable: Any] {
      self.members = members
    } else if let members = value as? NSDictionary {
      var copy: [AnyHashable: Any] = [:]
      for (key, value) in members { if let key = key as? String { copy[key] = value } }
      self.members = copy
    } else {
      return nil
    }
  }

  func string(_ key: String) -> String? { members[key] as? String }

  func strings(_ key: String) -> [String]? { members[key] as? [String] }

  func integer(_ key: String) -> Int? { (members[key] as? NSNumber)?.intValue }

  func number(_ key: String) -> NSNumber? { members[key] as? NSNumber }

  func has(_ key: String) -> Bool { members[key] != nil }

  func dictionary(_ key: String) -> PushPayload? { PushPayload(members[key]) }

  /// The values of fields. Some payloads have a dictionary with the value instead of the value itself
  /// (LOG, "legacy").
  var fields: [String: Any] {
    var fields: [String: Any] = [:]
    for (key, value) in members {
      guard let key = key as? String else { continue }
      fields[key] = PushPayload(value)?.members["value"] ?? value
    }
    return fields
  }
}
