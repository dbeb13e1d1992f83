#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Another program on this machine, run for what it prints. Never through a shell.
package struct Program {
  /// The program's file.
  package let path: String

  /// The program of that name on PATH, or `nil` if it is not installed.
  package init?(_ name: String, path folders: String?) {
    for folder in (folders ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":") where folder.hasPrefix("/")
    {
      let candidate = "\(folder)/\(name)"
      if DurableFile.isExecutable(candidate) {
        path = candidate
        return
      }
    }
    return nil
  }

  /// How a run ended.
  package enum Outcome: Equatable {
    /// It ended by itself, with that code and text.
    case ended(code: Int32, output: [UInt8])
    /// It took too long and was stopped.
    case timedOut
    /// The person interrupted it.
    case interrupted
    /// It could not be started, or printed more than it may.
    case failed(String)
  }

  /// Runs it with `input` to read. Its standard error is discarded.
  ///
  /// Inside `System.holdingInterrupts` an interrupt (Ctrl-C) stops the program and not this process.
  package func run(
    _ arguments: [String], environment: [String: String], seconds: Int, limit: Int, input: [UInt8] = []
  ) -> Outcome {
    var ends: [Int32] = [0, 0]
    var feed: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return .failed(SystemError(code: errno).reason) }
    if !input.isEmpty, pipe(&feed) != 0 {
      let reason = SystemError(code: errno).reason
      for end in ends { close(end) }
      return .failed(reason)
    }
    for end in ends + feed where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let spawn = Spawn(
      path: path, arguments: arguments, environment: environment, input: input.isEmpty ? nil : feed[0],
      output: ends[1], errors: "/dev/null", isGroup: false)
    let started = spawn.start()
    close(ends[1])
    if feed[0] >= 0 { close(feed[0]) }
    defer { close(ends[0]) }
    let process: pid_t
    switch started {
    case .success(let identifier): process = identifier
    case .failure(let error):
      if feed[1] >= 0 { close(feed[1]) }
      return .failed(error.reason)
    }
    let end = collect(from: ends[0], seconds: seconds, limit: limit, feeding: input, to: feed[1])
    if case .ended = end {} else { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard case .ended(_, let output) = end else { return end }
    return .ended(code: Spawn.code(ofStatus: status), output: output)
  }

  /// Reads until the program closes its output, time is up, or the person interrupts.
  private func collect(
    from descriptor: Int32, seconds: Int, limit: Int, feeding input: [UInt8], to feed: Int32
  ) -> Outcome {
    var (feed, fed) = (feed, 0)
    if feed >= 0 { _ = fcntl(feed, F_SETFL, O_NONBLOCK) }
    defer { if feed >= 0 { close(feed) } }
    let deadline = SystemClock.monotonicNanoseconds() + UInt64(seconds) * 1_000_000_000
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
      guard SystemClock.monotonicNanoseconds() < deadline else { return .timedOut }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if feed >= 0 {
        let count = input[fed...].withUnsafeBytes { write(feed, $0.baseAddress, $0.count) }
        if count > 0 { fed += count }
        // A program that closed its input needs no more of it.
        if fed == input.count || count < 0 && errno != EAGAIN && errno != EINTR {
          close(feed)
          feed = -1
        }
      }
      guard poll(&entry, 1, feed < 0 ? 50 : 1) > 0 else { continue }
      switch buffer.withUnsafeMutableBytes({ System.read($0, from: descriptor) }) {
      case .success(0): return .ended(code: 0, output: output)
      case .success(let count): output += buffer[..<count]
      case .failure(let error): return .failed(error.reason)
      }
      guard output.count <= limit else { return .failed("it printed more than \(limit) bytes") }
    }
  }
}
