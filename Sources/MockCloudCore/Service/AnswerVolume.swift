extension Operation {
  /// Returns the approximate size of an answer: its records, and the transferred files.
  func volume(of answer: Result<Answer, CloudError>) -> Int {
    guard case .success(let answer) = answer else { return 0 }
    var survey = VolumeSurvey()
    describe(answer, to: &survey)
    return survey.bytes
  }
}

/// Computes the size of an answer's records and files.
private struct VolumeSurvey: ItemVisitor {
  private(set) var bytes = 0

  mutating func item(_ item: AnswerItem) {
    switch item {
    case .record(let record, let desiredKeys):
      let fields = record.fields.filter { desiredKeys?.contains($0.name) ?? true }
      bytes &+= RecordSize(fields, recordName: record.recordName).withoutAssets
    case .file(let file): bytes &+= file.asset.size
    case .upload(let upload): bytes &+= upload.asset?.size ?? 0
    default: break
    }
  }
}
