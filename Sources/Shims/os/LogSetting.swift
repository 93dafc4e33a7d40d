internal import Glibc

/// What the variable `MOCKCLOUD_LOG` says: a level from which on messages are written, and the words
/// `private`, with which private values are shown, and `signposts`. Without it nothing is written.
struct LogSetting: Equatable {
  /// The lowest severity that is written; nil for none.
  var severity: Int?
  var showsPrivate = false
  var writesSignposts = false

  /// The setting of the process. An invalid one is reported once, and nothing is written.
  static let current: LogSetting = {
    guard let value = getenv("MOCKCLOUD_LOG").map({ String(cString: $0) }) else {
      return LogSetting()
    }
    if let setting = LogSetting(value) { return setting }
    LogOutput.write(
      "MockCloud: MOCKCLOUD_LOG is '\(value)', and nothing is logged; expected off, debug, info, "
        + "notice, error or fault, and perhaps the words private and signposts, as in "
        + "'debug,private'")
    return LogSetting()
  }()

  private init() {}

  /// Reads a value; nil if it has an unknown word, a word twice, or two levels.
  init?(_ value: String) {
    var seen: Set<String> = []
    var hasLevel = false
    for word in value.split(separator: ",", omittingEmptySubsequences: !value.contains(",")) {
      let word = String(word)
      guard seen.insert(word).inserted else { return nil }
      let level = OSLogType.levels.firstIndex { $0.name == word }
      switch word {
      case "private": showsPrivate = true
      case "signposts": writesSignposts = true
      default:
        guard level != nil || word == "off", !hasLevel else { return nil }
        hasLevel = true
        severity = level
      }
    }
  }
}
