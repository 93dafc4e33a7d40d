// A Swift program that uses only the core and calls fork(): it exits with 0 if every child could
// use its clouds. It is a separate program because a child of the test runner would inherit locks
// of the test runner.
import MockCloudCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

let callers = 8

/// Swift makes this function unavailable because it is unsafe in programs with threads.
let forkProcess = unsafeBitCast(
  dlsym(dlopen(nil, RTLD_NOW), "fork"), to: (@convention(c) () -> pid_t).self)

/// Starts a thread that makes its first calls, and ends the process if they fail.
func startFirstCalls() -> pthread_t? {
  startThread { _ in
    if !makeFirstCalls() { _exit(4) }
    return nil
  }
}

/// Makes calls of several kinds on a new cloud. Returns whether all succeeded.
func makeFirstCalls() -> Bool {
  guard let cloud = try? Cloud() else { return false }
  let calls = [
    "mock/info", "zones/list", "changes/database", "users/current", "subscriptions/list",
    "mock/journal", "mock/state/save",
  ]
  return save("n", in: cloud) && calls.allSatisfy { cloud.call($0).status == 0 }
}

func makeFirstCallsFromThreads() -> Bool {
  let threads = (1..<callers).compactMap { _ in startFirstCalls() }
  let isWell = makeFirstCalls()
  for thread in threads { pthread_join(thread, nil) }
  return isWell && threads.count == callers - 1
}

func save(_ name: String, in cloud: Cloud) -> Bool {
  let save =
    #"{"operations":[{"operationType":"save","savePolicy":"allKeys","record":{"recordName":"\#(name)","#
    + #""recordType":"Note","fields":{}}}]}"#
  return cloud.call("records/modify", save).status == 0
}

/// Returns whether all calls succeeded.
func useClouds(as caller: Int, rounds: Int) -> Bool {
  for round in 0..<rounds {
    let cloud = clouds[(caller + round) % clouds.count]
    let copy = cloud.fork()
    guard save("n-\(caller)-\(round % 7)", in: cloud), save("copy", in: copy),
      cloud.nextEvent() == nil, (try? cloud.container().accountStatus()) == .available,
      (try? Cloud(json: #"{"seed": 7}"#)) != nil,
      cloud.call("mock/journal/clear").status == 0
    else { return false }
  }
  return true
}

/// Starts a thread that uses the clouds a number of times, and ends the process if that fails.
func start(_ caller: Int, rounds: Int) -> pthread_t? {
  startThread(UnsafeMutableRawPointer(bitPattern: caller << 32 | rounds)) { numbers in
    let numbers = Int(bitPattern: numbers)
    if !useClouds(as: numbers >> 32, rounds: numbers & 0xffff_ffff) { _exit(3) }
    return nil
  }
}

#if canImport(Darwin)
  typealias ThreadBody = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
#else
  typealias ThreadBody = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
#endif

func startThread(
  _ argument: UnsafeMutableRawPointer? = nil, _ body: ThreadBody
) -> pthread_t? {
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  return pthread_create(&thread, nil, body, argument) == 0 ? thread : nil
}

/// Returns whether a child that runs `body` succeeds; it is killed if it does not end.
func childEndsWell(_ body: () -> Bool) -> Bool {
  let child = forkProcess()
  if child == 0 {
    alarm(60)
    _exit(body() ? 0 : 1)
  }
  var status: Int32 = 0
  return child > 0 && waitpid(child, &status, 0) == child && status == 0
}

func useCloudsFromThreads() -> Bool {
  let threads = (1..<callers).compactMap { start($0, rounds: 3) }
  let isWell = useClouds(as: 0, rounds: 3)
  for thread in threads { pthread_join(thread, nil) }
  return isWell && threads.count == callers - 1
}

// The first calls of these children are the first of their process, as their parent has made none.
guard (0..<60).allSatisfy({ _ in childEndsWell(makeFirstCallsFromThreads) }) else { exit(4) }
let clouds = (0..<4).compactMap { _ in try? Cloud() }
guard clouds.count == 4, childEndsWell({ save("first", in: clouds[0]) }) else { exit(1) }
// They make calls until this process ends.
let threads = (0..<callers).compactMap { start($0, rounds: 1_000_000) }
for _ in 0..<40 {
  // This thread makes calls on both sides of the fork, under two numbers.
  guard useClouds(as: 0, rounds: 1), childEndsWell(useCloudsFromThreads) else { _exit(2) }
}
_exit(threads.count == callers ? 0 : 1)
