/// Users and their devices in a state document.
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
}
