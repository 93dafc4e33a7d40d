extension RecordDraft {
  /// The error for an invalid content of the draft, with which its item fails; nil if it is valid.
  var defect: CloudError? {
    defects.first.map { CloudError(.invalidArguments, $0.reason) }
  }
}

extension Share.LookupInfo: CheckedValue {
  var problem: RequestError? {
    let texts: [(StaticString, ExactText?)] = [
      ("emailAddress", emailAddress), ("phoneNumber", phoneNumber),
      ("userRecordName", userRecordName),
    ]
    for (key, text) in texts where text?.isEmpty == true { return .empty(key) }
    return texts.contains { $0.1 != nil }
      ? nil : .missing("emailAddress", or: "phoneNumber", "userRecordName")
  }
}
