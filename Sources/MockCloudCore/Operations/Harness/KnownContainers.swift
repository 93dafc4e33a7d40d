extension CallContext {
  /// Refuses a container that does not exist, for operations that do nothing there.
  ///
  /// Unless containers are declared, any name may be that of a container that clients have only read.
  /// Then a name is refused if nothing is stored there and it is nearly that of a known container.
  func requireContainer(in world: borrowing World) throws(Misuse) {
    if world.containers[container] != nil { return }
    let known = world.knownContainers
    let names = known.map(\.key.text)
    if !world.containersAreDeclared,
      known[container] != nil || !Spelling.isNearly(container.text, among: names)
    {
      return
    }
    throw Misuse.unknown(
      "container", container.text, known: names,
      remedy: "mock/container/create creates containers")
  }
}

extension World {
  /// The containers that were created, and unless containers are declared, the configured one and those
  /// in which something is stored.
  fileprivate var knownContainers: OrderedMap<ContainerIdentifier, Bool> {
    var known = containers
    if containersAreDeclared { return known }
    known.updateValue(true, forKey: defaults.container)
    for (key, _) in schemas { known.updateValue(true, forKey: key.container) }
    for (key, _) in databases { known.updateValue(true, forKey: key.container) }
    return known
  }
}
