// Texts for the output of tests, in which an error or a finding would be a list of its properties.

extension Misuse: CustomStringConvertible {
  /// The message, and what is expected unless the message has it. A message with a nearest name has
  /// what belongs to it.
  public var description: String {
    if nearest != nil { return message }
    return message + ErrorHint.text(after: message, expected: expected, nearest: nil)
  }
}

extension JSONDifference: CustomStringConvertible {
  public var description: String {
    "\(path.isEmpty ? "the value" : path): expected \(expected), got \(actual ?? "nothing")"
  }
}
