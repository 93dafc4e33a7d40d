internal import Foundation

/// What `configuredWith` gives to operations.
struct OperationSettings {
  var configuration: CKOperationConfiguration?
  var group: CKOperationGroup?

  /// Whether nothing is set.
  var isEmpty: Bool { configuration == nil && group == nil }

  /// The settings that count for a call without settings of its own.
  var effective: CKOperationConfiguration { over(group) }

  /// The configuration, with the settings of a group where it has none.
  fileprivate func over(_ group: CKOperationGroup?) -> CKOperationConfiguration {
    let standard = group?.defaultConfiguration
    return configuration?.over(standard) ?? standard ?? CKOperationConfiguration()
  }
}

/// The settings of an operation: its own, and those that it was given.
final class SettingsOfOperation: @unchecked Sendable {
  private let lock = ShortLock()
  private var ownConfiguration = CKOperationConfiguration()
  private var given: OperationSettings?

  var own: CKOperationConfiguration {
    get { lock.withLock { ownConfiguration } }
    set { lock.withLock { ownConfiguration = newValue } }
  }

  /// The settings of `configuredWith`.
  var inherited: OperationSettings? {
    get { lock.withLock { given } }
    set { lock.withLock { given = newValue } }
  }

  /// The settings that count in a group.
  func effective(in group: CKOperationGroup?) -> CKOperationConfiguration {
    let (own, inherited) = lock.withLock { (ownConfiguration, given) }
    if inherited?.configuration == nil, group?.defaultConfiguration == nil { return own }
    return own.over((inherited ?? OperationSettings()).over(group))
  }
}

extension CKOperation {
  /// The settings that count: the operation's own before those of `configuredWith`, of its group and
  /// the defaults.
  var effectiveConfiguration: Configuration { settings.effective(in: effectiveGroup) }

  /// The group that counts: the operation's own before that of `configuredWith`.
  var effectiveGroup: CKOperationGroup? { group ?? settings.inherited?.group }
}
