internal import Foundation
internal import MockCloudCore

// Rules that must act although the ledger knows that rules of their names did.
extension Ledger {
  /// Registers what an operation did to rules, given their names.
  func noted<O: CloudHarnessOperation>(_ operation: O, _ ids: [String], of cloud: Cloud) {
    if operation is AddFaults { added(ids) }
    if (operation as? ArmFaults)?.reset == true { reset(ids, of: cloud) }
  }

  /// Registers what a call did to rules, given its JSON.
  func noted(_ operation: String, _ request: String, _ response: String, of cloud: Cloud) {
    guard operation == AddFaults.name || operation == ArmFaults.name else { return }
    let ids = Self.object(response)["ids"] as? [String] ?? []
    if operation == AddFaults.name {
      added(ids)
    } else if Self.object(request)["reset"] as? Bool == true {
      reset(ids, of: cloud)
    }
  }

  private static func object(_ json: String) -> [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(json.utf8))) as? [String: Any] ?? [:]
  }
}
