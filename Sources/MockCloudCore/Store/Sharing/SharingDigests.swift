// The hashes of shares and subscriptions.

extension Record.Sharing: Digestible {
  func add(to hash: inout StableHash) {
    hash.add(shareName)
    hash.add(shortGUID)
    hash.add(optional: share) { $1.add(to: &$0) }
  }
}

extension Share: Digestible {
  func add(to hash: inout StableHash) {
    hash.add(rootRecordName)
    hash.add(publicPermission.rawValue)
    hash.add(shortGUID)
    Steps.take(participants.count)
    hash.add(list: participants) { $1.add(to: &$0) }
  }
}

extension Share.Participant: Digestible {
  func add(to hash: inout StableHash) {
    hash.add(participantID)
    hash.add(userRecordName)
    hash.add(lookupInfo.emailAddress)
    hash.add(lookupInfo.phoneNumber)
    hash.add(lookupInfo.userRecordName)
    hash.add(optional: nameComponents) { hash, name in
      for part in NameComponents.parts { hash.add(name[keyPath: part.path]) }
    }
    hash.add(permission.rawValue)
    hash.add(role.rawValue)
    hash.add(acceptance.rawValue)
  }
}

extension SubscriptionOwner: Digestible {
  func add(to hash: inout StableHash) {
    hash.add(container.text)
    hash.add(environment.rawValue)
    hash.add(scope.rawValue)
    hash.add(userRecordName)
  }
}

extension Subscription: Digestible {
  func add(to hash: inout StableHash) {
    hash.add(subscriptionID)
    addWatch(to: &hash)
    hash.add(firesOnce)
    hash.add(zoneWide)
    hash.add(recordType)
    hash.add(optional: notificationInfo) { $1.add(to: &$0) }
  }

  /// Adds the properties that, with the record type, distinguish duplicates.
  func addWatch(to hash: inout StableHash) {
    hash.add(kind.rawValue)
    hash.add(optional: zoneID) { $1.add(to: &$0) }
    hash.add(optional: query) { hash, query in
      var text = CanonicalText()
      text.add(query)
      hash.add(text.text)
    }
    hash.add(list: firesOn) { $0.add($1.rawValue) }
  }
}

extension NotificationInfo: Digestible {
  func add(to hash: inout StableHash) {
    let texts = [
      alertBody, alertLocalizationKey, title, titleLocalizationKey, subtitle,
      subtitleLocalizationKey, alertActionLocalizationKey, alertLaunchImage, soundName, category,
      collapseIDKey,
    ]
    for text in texts { hash.add(text) }
    let lists = [
      alertLocalizationArgs, titleLocalizationArgs, subtitleLocalizationArgs, additionalFields,
    ]
    for list in lists {
      hash.add(optional: list) { hash, list in hash.add(list: list) { $0.add($1) } }
    }
    hash.add(shouldBadge)
    hash.add(shouldSendContentAvailable)
    hash.add(shouldSendMutableContent)
  }
}
