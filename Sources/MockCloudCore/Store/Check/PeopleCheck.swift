extension WorldCheck {
  /// Checks that every name refers to its user or device, and the defaults to a user.
  mutating func people(of world: borrowing World) {
    let people = world.people
    for (index, user) in people.users.enumerated() {
      let place = "users[\(user.alias.text)]"
      for name in [user.alias, user.userRecordName]
      where name.isEmpty || people.userIndex(name) != index {
        note(place, "the name '\(name)' is another user's")
      }
      for (number, device) in user.devices.enumerated() {
        guard
          people.place(ofDevice: device.name) != People.Place(user: index, device: number)
        else { continue }
        note(
          "\(place).devices[\(device.name.text)]",
          "the device '\(device.name.text)' is another user's")
      }
    }
    if let device = world.defaults.device, people.place(ofDevice: device) == nil {
      note("defaults.device", "device '\(device)' does not exist")
    }
    if let user = world.defaults.user, people.userIndex(user) == nil {
      note("defaults.user", "user '\(user)' does not exist")
    }
  }

  /// Checks that schemas are sorted and have no duplicates.
  mutating func schemas(of world: borrowing World) {
    for entry in world.schemasInOrder {
      for type in entry.schema.types {
        let place = "schemas[\(entry.key.container.text)].recordTypes[\(type.name)]"
        let names = type.fields.map(\.name)
        if !zip(names, names.dropFirst()).allSatisfy({ $0 < $1 }) {
          note(place, "record type '\(type.name)' has fields out of order")
        }
        if entry.schema.type(named: type.name)?.name != type.name {
          note(place, "record type '\(type.name)' is out of order")
        }
      }
    }
  }

  /// Checks that the owners of subscriptions and uploads exist.
  mutating func subscriptions(of world: borrowing World) {
    for owner in world.subscriptions.owners {
      for (name, subscription) in world.subscriptions.subscriptions(of: owner) {
        let place = "subscriptions[\(name)]"
        if world.people.userIndex(owner.userRecordName) == nil {
          note("\(place).user", "user '\(owner.userRecordName)' does not exist")
        }
        if name != subscription.subscriptionID {
          note(place, "subscription '\(name)' has another name than its key")
        }
      }
    }
    if !world.subscriptions.hasSoundIndex {
      note("subscriptions", "the index of the subscriptions differs from a rebuilt one")
    }
    for (receipt, upload) in world.uploads.entries
    where world.people.userIndex(upload.owner.user) == nil {
      note("uploads[\(receipt)].user", "user '\(upload.owner.user)' does not exist")
    }
  }
}
