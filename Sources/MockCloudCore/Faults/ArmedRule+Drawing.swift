#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The effects of one act, with the values that chance and counts give them.
extension ArmedRule {
  /// Returns the effects of an act, without those that do nothing.
  mutating func drawn(
    _ count: Count, _ key: ExactText, _ keys: FaultKeys, _ seed: UInt64, _ clock: FaultClock,
    timeMayPass: Bool
  ) -> DrawnEffects {
    var drawn = DrawnEffects()
    for effect in rule.effects where !drawn.isEnded {
      switch effect {
      case .error(let error, let wait):
        drawn.add(.error(error.grown(by: wait, count.injected), .fixed))
      case .latency(let latency):
        let milliseconds = milliseconds(latency, keys.draws, seed, clock)
        guard milliseconds > 0, timeMayPass else {
          drawn.skip(.latency)
          continue
        }
        drawn.add(.latency(.fixed(milliseconds)))
      case .delay(let latency):
        let milliseconds = milliseconds(latency, keys.draws, seed, clock)
        guard milliseconds > 0 else {
          drawn.skip(.delay)
          continue
        }
        drawn.add(.delay(.fixed(milliseconds)))
      case .coalesce(let milliseconds) where milliseconds <= 0: drawn.skip(.coalesce)
      case .shuffle(let number):
        let chosen = keys.draws.hash(seed, rule: counters.identity, .shuffle)
        drawn.add(.shuffle(number ?? chosen))
      case .rateLimit(let rate):
        guard let wait = take(from: key.text, rate, clock) else {
          drawn.skip(.rateLimit)
          continue
        }
        drawn.add(.error(ErrorSpecification(.requestRateLimited, retryAfter: wait), .fixed))
      default: drawn.add(effect)
      }
    }
    return drawn
  }

  private func milliseconds(
    _ latency: FaultLatency, _ draws: DrawPlace, _ seed: UInt64, _ clock: FaultClock
  ) -> Int64 {
    switch latency {
    case .fixed(let milliseconds): return milliseconds
    case .ramp(let ramp):
      return Int64(exactly: ramp.ofMilliseconds.value(at: age(at: clock)).rounded()) ?? 0
    case .uniform(let least, let most):
      let share = draw(.latency, draws, seed)
      let (width, overflows) = most.subtractingReportingOverflow(least)
      guard !overflows, width > 0 else { return least }
      return least &+ Int64(min(share * (Double(width) + 1), Double(width)))
    case .lognormal(let median, let sigma):
      // The Box-Muller transform: two uniform draws give one normally distributed number.
      let radius = (-2 * log(1 - draw(.latency, draws, seed))).squareRoot()
      let normal = radius * cos(2 * .pi * draw(.angle, draws, seed))
      let milliseconds = (median * exp(sigma * normal)).rounded()
      return Int64(exactly: min(milliseconds, FaultLatency.most)) ?? Int64(FaultLatency.most)
    }
  }
}

extension ErrorSpecification {
  /// Returns the error with a wait that grows with the number of waits announced before.
  fileprivate func grown(by wait: FaultWait, _ before: Int) -> ErrorSpecification {
    guard case .growing(let factor, let most) = wait, let first = cloudError.retryAfter else {
      return self
    }
    let grown = first * pow(factor, Double(before))
    var error = self
    error.retryAfter = grown < most ? grown : most
    return error
  }
}
