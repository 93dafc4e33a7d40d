import CloudKit

#if canImport(os)
  import os

  private let attempts = OSAllocatedUnfairLock(initialState: 0)
#endif

/// Runs an operation again after the time that the service asks for.
public func retrying<Value>(_ body: () async throws -> Value) async throws -> Value {
  do {
    return try await body()
  } catch let error as CKError {
    guard let seconds = error.retryAfterSeconds else { throw error }
    #if canImport(os)
      attempts.withLock { $0 += 1 }
    #endif
    try await Task.sleep(nanoseconds: UInt64(seconds * Double(NSEC_PER_SEC)))
    return try await body()
  }
}

/// How often an operation was run again.
public func retryCount() -> Int {
  #if canImport(os)
    return attempts.withLock { $0 }
  #else
    return 0
  #endif
}

/// How long a body takes, in seconds, with what it makes released before the end.
public func duration(of body: () -> Void) -> Double {
  let start = clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
  autoreleasepool { body() }
  let end = clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
  UserDefaults.standard.setValue(end - start, forKey: "lastDuration")
  return Double(end - start) / Double(NSEC_PER_SEC)
}
