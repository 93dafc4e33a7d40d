internal import Foundation
package import MockCloudCore

/// Which cloud a new `CKContainer` belongs to, and who calls: the first of the task's, the process's
/// and the standard one. The module MockCloudKit, which does not exist yet, will give these to tests.
package enum CloudChoice {
  /// The cloud of the task.
  @TaskLocal package static var cloud: Cloud?
  /// The caller of the task, of whom user and device are used.
  @TaskLocal package static var caller: Caller?

  private static let chosen = Chosen()

  /// Makes a cloud the one of the process; nil means the standard one.
  package static func use(_ cloud: Cloud?) { chosen.set(cloud) }

  /// The connection of a new container; nil means the configured one.
  static func connection(_ identifier: String?) -> CloudConnection {
    var caller = Self.caller ?? Caller()
    caller.container = identifier.map { ContainerIdentifier($0) }
    caller.database = nil
    if let cloud = Self.cloud ?? chosen.cloud { return CloudConnection(cloud, as: caller) }
    switch standard {
    case .success(let cloud): return CloudConnection(cloud, as: caller)
    case .failure(let misuse): return CloudConnection(refusing: misuse.message, as: caller)
    }
  }

  /// The cloud of processes that choose none: as the environment says, else on the system's clock.
  private static let standard: Result<Cloud, Misuse> = {
    do throws(Misuse) {
      let isConfigured = ProcessInfo.processInfo.environment.keys.contains {
        $0.hasPrefix("MOCKCLOUD_")
      }
      if isConfigured { return .success(try Cloud.launched()) }
      var configuration = Configuration()
      configuration.clock = nil
      return .success(try Cloud(configuration))
    } catch {
      return .failure(error)
    }
  }()

  private final class Chosen: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Cloud?

    var cloud: Cloud? { lock.withLock { stored } }

    func set(_ cloud: Cloud?) { lock.withLock { stored = cloud } }
  }
}
