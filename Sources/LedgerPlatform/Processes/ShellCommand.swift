#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

/// A command that a person wrote, run by the shell with nothing to read.
///
/// Its output goes to standard error, so that our own output stays whole.
package struct ShellCommand {
  private let text: String

  /// The command as the shell reads it.
  package init(_ text: String) { self.text = text }

  /// How it ended.
  package enum End: Equatable {
    /// It ended with that code. A signal counts as 128 plus its number.
    case ended(code: Int32)
    /// This process was asked to end while that is held back (`System.holdingEndings`).
    ///
    /// The command was stopped with all that it had started.
    case interrupted
    /// It could not be started.
    case failed(String)
  }

  /// Runs it in this process's environment, with other values for some variables.
  package func run(_ variables: [String: String]) -> End {
    let spawn = Spawn(
      path: "/bin/sh", arguments: ["-c", text], environment: System.wholeEnvironment.merging(variables) { $1 },
      output: 2, errors: nil, isGroup: true)
    let process: pid_t
    switch spawn.start() {
    case .success(let started): process = started
    case .failure(let error): return .failed(error.reason)
    }
    var status: Int32 = 0
    var pause: UInt32 = 200
    while true {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { break }
      if System.isAskedToEnd {
        // It is a group of its own: what it has started ends with it.
        kill(-process, SIGTERM)
        SystemClock.sleep(milliseconds: 50)
        kill(-process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return .interrupted
      }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
    return .ended(code: Spawn.code(ofStatus: status))
  }
}

extension System {
  /// Every variable of the process: for programs that a person has us run.
  static var wholeEnvironment: [String: String] {
    var variables: [String: String] = [:]
    var pointer = environ
    while let entry = pointer.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      pointer += 1
    }
    return variables
  }
}
