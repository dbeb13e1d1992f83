#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Another process of this program that goes on after this one has ended.
package enum DetachedSelf {
  /// Starts it with arguments, in this process's environment.
  ///
  /// It has a session of its own, so that closing the terminal does not end it. It has nothing to read, and what it
  /// prints is discarded. Nobody waits for it: this process is about to end.
  ///
  /// - Returns: Whether it was started.
  @discardableResult
  package static func start(_ arguments: [String]) -> Bool {
    guard let path = ProgramIdentity.executable else { return false }
    let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard output >= 0 else { return false }
    defer { close(output) }
    let spawn = Spawn(
      path: path, arguments: arguments, environment: System.wholeEnvironment, output: output,
      errors: "/dev/null", isGroup: false, isSession: true)
    guard case .success = spawn.start() else { return false }
    return true
  }
}
