/// The checks of every call of the service before the operation runs.
extension CallContext {
  /// Refuses a call whose container, account, size or database the service does not accept.
  func admit<O: Operation>(
    _ operation: O, bytes: Int, in world: borrowing World
  ) throws(CloudError) {
    guard bytes <= world.limits.bytesPerRequest else {
      throw CloudError(
        .limitExceeded, ServerText.requestTooLarge(bytes, limit: world.limits.bytesPerRequest))
    }
    try checkAccess(O.access, in: world)
    let limit = world.limits.itemsPerRequest
    guard operation.itemCount <= limit else {
      throw CloudError(
        .limitExceeded, ServerText.tooManyItems(operation.itemCount, limit: limit))
    }
    if let only = O.onlyScope, scope != only {
      throw CloudError(
        .invalidArguments, ServerText.wrongDatabase(scope, of: O.name, only: only))
    }
  }

  /// Refuses a caller whose container does not exist or whose account is not available.
  func checkAccess(
    _ access: OperationAccess, in world: borrowing World
  ) throws(CloudError) {
    if world.containersAreDeclared, world.containers[container] == nil {
      throw CloudError(.badContainer, ServerText.containerNotFound(container.text))
    }
    switch access {
    case .open: return
    case .publicRead where scope == .public: return
    case .account, .publicRead:
      if let refusal = accountStatus.refusal { throw refusal }
      if let seconds = world.limits.sessionLife, let place,
        Lifetime(seconds, now: world.clock.now).isOver(since: world.people.device(place)?.signedIn)
      {
        throw CloudError(.notAuthenticated, ServerText.sessionExpired)
      }
    }
  }
}
