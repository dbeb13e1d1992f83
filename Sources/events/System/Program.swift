#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Another program on this machine, run for what it prints. Never through a shell.
struct Program {
  let path: String

  /// The program of that name on PATH; nil where there is none.
  init?(_ name: String, path folders: String?) {
    for folder in (folders ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":") where folder.hasPrefix("/")
    {
      let candidate = "\(folder)/\(name)"
      if access(candidate, X_OK) == 0 {
        path = candidate
        return
      }
    }
    return nil
  }

  /// How a run ended.
  enum Outcome: Equatable {
    /// It ended by itself, with that code and text.
    case ended(code: Int32, output: [UInt8])
    /// It took too long and was stopped.
    case timedOut
    /// The person interrupted it.
    case interrupted
    /// It could not be started, or printed more than it may.
    case failed(String)
  }

  /// Runs it with nothing to read; what it says on standard error is not looked at.
  ///
  /// Where interrupts are held (`System.holdingInterrupts`), one (Ctrl-C) stops the program and not this process.
  func run(_ arguments: [String], environment: [String: String], seconds: Int, limit: Int) -> Outcome {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return .failed(SystemError(code: errno).reason) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (process, code) = start(arguments, environment, output: ends[1])
    close(ends[1])
    defer { close(ends[0]) }
    guard code == 0 else { return .failed(SystemError(code: code).reason) }
    let end = collect(from: ends[0], seconds: seconds, limit: limit)
    if case .ended = end {} else { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard case .ended(_, let output) = end else { return end }
    let signal = status & 0x7f
    return .ended(code: signal == 0 ? status >> 8 & 0xff : 128 + signal, output: output)
  }

  private func start(
    _ arguments: [String], _ environment: [String: String], output: Int32
  ) -> (process: pid_t, code: Int32) {
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
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var none = sigset_t()
    sigemptyset(&none)
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGINT, SIGPIPE, SIGXFSZ] { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let settings = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + settings { free(pointer) } }
    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, &attributes, words, settings)
    return (process, code)
  }

  /// Reads until the program closes its output, time is up, or somebody interrupts.
  private func collect(from descriptor: Int32, seconds: Int, limit: Int) -> Outcome {
    let deadline = System.monotonicNanoseconds() + UInt64(seconds) * 1_000_000_000
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var pending = sigset_t()
      sigpending(&pending)
      if sigismember(&pending, SIGINT) == 1 {
        var interrupt = sigset_t()
        sigemptyset(&interrupt)
        sigaddset(&interrupt, SIGINT)
        var taken: Int32 = 0
        sigwait(&interrupt, &taken)
        return .interrupted
      }
      guard System.monotonicNanoseconds() < deadline else { return .timedOut }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 50) > 0 else { continue }
      switch buffer.withUnsafeMutableBytes({ System.read($0, from: descriptor) }) {
      case .success(0): return .ended(code: 0, output: output)
      case .success(let count): output += buffer[..<count]
      case .failure(let error): return .failed(error.reason)
      }
      guard output.count <= limit else { return .failed("it printed more than \(limit) bytes") }
    }
  }
}
