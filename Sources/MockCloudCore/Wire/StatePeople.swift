extension DiscoverabilityAnswer: RequestChoice {}

extension User {
  /// The table of a user in a state document.
  mutating func keys(_ keys: inout StateKeys) throws(RequestError) {
    try keys.name("alias", &alias)
    try keys.name("userRecordName", &userRecordName)
    try keys.key("emailAddress", &emailAddress)
    try keys.key("phoneNumber", &phoneNumber)
    try keys.part("nameComponents", &nameComponents, from: .init()) {
      (keys, components) throws(RequestError) in try components.keys(&keys)
    }
    try keys.key("roles", &roles, or: [], as: DistinctTexts.self)
    try discoverability(&keys)
    try keys.stated("added", &added, as: Milliseconds.self)
    let devices = devices
    if !keys.isWriting { self.devices = [] }
    let added = added
    try keys.each(
      "devices", .required, devices,
      from: Device(name: "", accountStatus: .available, signedIn: added)
    ) {
      (keys, device) throws(RequestError) in
      try device.keys(&keys, userAdded: added)
    } take: {
      self.devices.append($0)
    }
  }

  private mutating func discoverability(_ keys: inout StateKeys) throws(RequestError) {
    var asked = Distinct<ContainerIdentifier>()
    try keys.each(
      "discoverability", .sparse,
      discoverability.map { (container: $0.key, status: $0.value) }
        .genericSorted { ExactText.compare($0.container, $1.container) < 0 },
      from: (container: "", status: .denied)
    ) { (keys, answer) throws(RequestError) in
      try keys.name("container", &answer.container)
      try keys.required("status", &answer.status)
    } take: { (answer) throws(RequestError) in
      try asked.note(answer.container, answer.container.text, "container")
      setDiscoverability(answer.status, in: answer.container)
    }
  }
}

extension Device {
  /// - Parameter added: When the user was added, which is also when he signed in by default.
  fileprivate mutating func keys(
    _ keys: inout StateKeys, userAdded added: Int64
  ) throws(RequestError) {
    try keys.name("device", &name)
    try keys.required("accountStatus", &accountStatus)
    try keys.key("signedIn", &signedIn, or: added, as: Milliseconds.self)
  }
}
