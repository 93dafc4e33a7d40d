#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The paths that the environment gave to clouds of this process, so that none overwrites another's
/// file.
struct LaunchNames {
  private var process = getpid()
  /// The number of clouds by path.
  private var clouds: [ExactText: Int] = [:]
  /// Whether the process is a child of `fork()`. Its environment has the paths of its parent.
  private var isInherited = false

  /// Returns the path itself for the first cloud of the process that uses it, the path with `.2` for
  /// the second, and so on. In a child of `fork()` the number of the process follows the path first:
  /// its parent and other children may use the same path, before or after.
  mutating func take(_ path: String) -> String {
    if process != getpid() { self = LaunchNames(isInherited: true) }
    let count = (clouds[ExactText(path)] ?? 0) + 1
    clouds[ExactText(path)] = count
    let own = isInherited || ForkGate.isInChild ? "\(path).\(process)" : path
    return count == 1 ? own : "\(own).\(count)"
  }

  init() {}

  private init(isInherited: Bool) { self.isInherited = isInherited }
}
