#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

/// A command that a person wrote, run by the shell, with nothing to read; what it prints goes to standard error, so that
/// our own output stays whole.
struct ShellCommand {
  private let text: String

  init(_ text: String) { self.text = text }

  /// How it ended.
  enum End: Equatable {
    /// By itself with that code, or by a signal, which counts 128 more.
    case ended(code: Int32)
    /// Somebody asked this process to end while that is held back (`System.holdingEndings`): it was stopped with all that
    /// it had started.
    case interrupted
    /// It could not be started.
    case failed(String)
  }

  /// Runs it in this process's environment, with other values for some variables.
  func run(_ variables: [String: String]) -> End {
    var process = pid_t()
    let code = start(variables, &process)
    guard code == 0 else { return .failed(SystemError(code: code).reason) }
    var status: Int32 = 0
    var pause: UInt32 = 200
    while true {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { break }
      if System.isAskedToEnd {
        // It is a group of its own: what it has started ends with it.
        kill(-process, SIGTERM)
        System.sleep(milliseconds: 50)
        kill(-process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return .interrupted
      }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
    let signal = status & 0x7f
    return .ended(code: signal == 0 ? status >> 8 & 0xff : 128 + signal)
  }

  private func start(_ variables: [String: String], _ process: inout pid_t) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, 2, 1)
    var none = sigset_t()
    sigemptyset(&none)
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sh"), strdup("-c"), strdup(text), nil]
    let settings =
      System.wholeEnvironment.merging(variables) { $1 }.sorted { $0.key < $1.key }
      .map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + settings { free(pointer) } }
    return posix_spawn(&process, "/bin/sh", &actions, &attributes, words, settings)
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
