extension RecordDraft {
  /// What is wrong with the draft's content; its item fails with it.
  var defect: CloudError? {
    defects.first.map { CloudError(.invalidArguments, $0.reason) }
  }
}
