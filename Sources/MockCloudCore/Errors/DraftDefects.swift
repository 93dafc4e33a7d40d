extension RecordDraft {
  /// The error for an invalid content of the draft, with which its item fails; nil if it is valid.
  var defect: CloudError? {
    defects.first.map { CloudError(.invalidArguments, $0.reason) }
  }
}
