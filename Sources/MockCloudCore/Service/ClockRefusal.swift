extension Clock.Refusal {
  var sentence: String {
    switch self {
    case .outOfBounds: "the time would leave the years 0001 to 9999"
    case .systemClock: "the clock follows the system's and cannot be moved"
    }
  }
}
