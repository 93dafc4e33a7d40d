/// Users, their devices, and the errors that a test arranged, as a state document holds them.
extension StateReader {
  mutating func people(_ document: inout ObjectReader) throws(RequestError) {
    try document.optionalList("users") { (user) throws(RequestError) in try person(&user) }
  }

  private mutating func person(_ node: inout ObjectReader) throws(RequestError) {
    var statuses: [(device: String, status: AccountStatus)] = []
    try node.list("devices") { (device) throws(RequestError) in
      statuses.append(
        (try device.name("device"), try device.choice("accountStatus", AccountStatus.self)))
    }
    var user = AddUser(try node.name("alias"), devices: statuses.map(\.device))
    user.isWithoutDevice = statuses.isEmpty
    user.added = try node.optionalMilliseconds("added")
    user.userRecordName = try node.name("userRecordName")
    user.emailAddress = try node.optionalText("emailAddress")
    user.phoneNumber = try node.optionalText("phoneNumber")
    user.nameComponents = try node.nameComponents()
    user.roles = try node.texts("roles")
    do throws(Misuse) {
      _ = try user.add(to: &world)
    } catch {
      throw RequestError(error.key ?? "alias", error.message)
    }
    for entry in statuses {
      guard let place = world.people.place(ofDevice: entry.device) else { continue }
      world.people.setAccountStatus(entry.status, at: place)
    }
  }

  mutating func errors(_ document: inout ObjectReader) throws(RequestError) {
    var errors = InjectedErrors()
    try document.optionalObject("errors") { (node) throws(RequestError) in
      if let every = try node.optional("every") {
        errors.set(try ErrorSpecification(reading: every, "every"), for: nil)
      }
      var operations = Distinct<ExactText>()
      try node.optionalList("operations") { (entry) throws(RequestError) in
        let name = try entry.name("operation")
        guard Registry.serviceNames.contains(name) else {
          throw RequestError.unknownValue("operation", name, known: Registry.serviceNames)
        }
        try operations.note(ExactText(name), name, "operation")
        errors.set(try entry.error(), for: [name])
      }
      var rules: [InjectedErrors.RecordRule] = []
      try node.optionalList("records") { (entry) throws(RequestError) in
        rules.append(
          InjectedErrors.RecordRule(
            recordName: try entry.text("recordName"), zoneID: try entry.optionalZoneID("zoneID"),
            error: try entry.error()))
      }
      errors.setRecords(rules)
    }
    world.errors = errors
  }
}

extension ObjectReader {
  mutating func nameComponents() throws(RequestError) -> NameComponents? {
    try optionalObject("nameComponents") { (node) throws(RequestError) in
      var components = NameComponents()
      for part in NameComponents.parts {
        components[keyPath: part.path] = try node.optionalText(part.name)
      }
      return components
    }
  }

  fileprivate mutating func error() throws(RequestError) -> ErrorSpecification {
    guard let error = try ErrorSpecification(reading: try required("error"), "error") else {
      throw RequestError.missing("error")
    }
    return error
  }
}
