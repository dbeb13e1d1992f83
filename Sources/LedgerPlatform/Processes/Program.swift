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

  /// The program at a whole path, or `nil` if there is no such program.
  package init?(file path: String) {
    guard path.hasPrefix("/"), DurableFile.isExecutable(path) else { return nil }
    self.path = path
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
    let deadline = SystemClock.monotonicNanoseconds() + UInt64(seconds) * 1_000_000_000
    let runs = [Run(program: self, arguments: arguments, input: input)]
    return Self.sideBySide(runs, atOnce: 1, environment: environment, until: deadline, limit: limit)[0]
  }

  /// Whether to stop the programs that run inside `withValue`, as an interrupt does.
  @TaskLocal package static var isCancelled: @Sendable () -> Bool = { false }

  /// A program with its arguments.
  package struct Run {
    let program: Program
    let arguments: [String]
    /// The bytes that it can read.
    let input: [UInt8]

    /// Creates a run that has not begun.
    package init(program: Program, arguments: [String], input: [UInt8] = []) {
      self.program = program
      self.arguments = arguments
      self.input = input
    }
  }

  /// Runs programs side by side, at most `atOnce` at a time, and returns how each one ended, in order.
  ///
  /// At the deadline, in nanoseconds of the monotonic clock, those that have not ended are stopped. An interrupt stops
  /// all of them. `limit` is the number of bytes that each may print.
  package static func sideBySide(
    _ runs: [Run], atOnce: Int, environment: [String: String], until deadline: UInt64, limit: Int
  ) -> [Outcome] {
    var outcomes = [Outcome](repeating: .timedOut, count: runs.count)
    var children: [Child] = []
    var next = 0
    while true {
      while next < runs.count, children.count < max(1, atOnce) {
        switch Child.start(runs[next], environment, index: next) {
        case .success(let child): children.append(child)
        case .failure(let error): outcomes[next] = .failed(error.reason)
        }
        next += 1
      }
      guard !children.isEmpty else { return outcomes }
      var end: Outcome?
      if SystemClock.monotonicNanoseconds() >= deadline { end = .timedOut }
      if takesInterrupt() || System.isAskedToEnd || isCancelled() { end = .interrupted }
      if let end {
        for child in children { child.stop() }
        for index in children.map(\.index) + Array(next..<runs.count) { outcomes[index] = end }
        return outcomes
      }
      for index in children.indices { children[index].feed() }
      for index in Child.ready(children) {
        guard let outcome = children[index].read(limit: limit) else { continue }
        outcomes[children[index].index] = outcome
      }
      children.removeAll(where: \.hasEnded)
    }
  }

  /// Whether SIGINT is pending. If so, this call consumes it.
  private static func takesInterrupt() -> Bool {
    var pending = sigset_t()
    sigpending(&pending)
    guard sigismember(&pending, SIGINT) == 1 else { return false }
    var interrupt = sigset_t()
    sigemptyset(&interrupt)
    sigaddset(&interrupt, SIGINT)
    var taken: Int32 = 0
    sigwait(&interrupt, &taken)
    return true
  }
}

/// A running program, whose output is read as it comes.
private struct Child {
  /// The index of its run.
  let index: Int
  private let process: pid_t
  private let descriptor: Int32
  /// The input that is not written yet, and its pipe, or -1 once that is closed.
  private var rest: ArraySlice<UInt8>
  private var inputPipe: Int32
  private var output: [UInt8] = []
  private(set) var hasEnded = false

  static func start(
    _ run: Program.Run, _ environment: [String: String], index: Int
  ) -> Result<Child, SystemError> {
    var ends: [Int32] = [0, 0]
    var feed: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return .failure(SystemError(code: errno)) }
    if !run.input.isEmpty, pipe(&feed) != 0 {
      let error = SystemError(code: errno)
      for end in ends { close(end) }
      return .failure(error)
    }
    for end in ends + feed where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let spawn = Spawn(
      path: run.program.path, arguments: run.arguments, environment: environment,
      input: feed[0] < 0 ? nil : feed[0], output: ends[1], errors: "/dev/null", isGroup: true)
    let started = spawn.start()
    close(ends[1])
    if feed[0] >= 0 { close(feed[0]) }
    switch started {
    case .success(let process):
      if feed[1] >= 0 {
        _ = fcntl(feed[1], F_SETFL, O_NONBLOCK)
        #if canImport(Darwin)
          _ = fcntl(feed[1], F_SETNOSIGPIPE, 1)
        #endif
      }
      return .success(
        Child(index: index, process: process, descriptor: ends[0], input: run.input, inputPipe: feed[1]))
    case .failure(let error):
      close(ends[0])
      if feed[1] >= 0 { close(feed[1]) }
      return .failure(error)
    }
  }

  private init(index: Int, process: pid_t, descriptor: Int32, input: [UInt8], inputPipe: Int32) {
    self.index = index
    self.process = process
    self.descriptor = descriptor
    rest = input[...]
    self.inputPipe = inputPipe
  }

  /// Writes as much input as the program takes now.
  mutating func feed() {
    guard inputPipe >= 0 else { return }
    let count = rest.withUnsafeBytes { write(inputPipe, $0.baseAddress, $0.count) }
    if count > 0 { rest = rest.dropFirst(count) }
    // A program that closed its input needs no more of it.
    if rest.isEmpty || count < 0 && errno != EAGAIN && errno != EINTR {
      close(inputPipe)
      inputPipe = -1
    }
  }

  /// Returns the indices of children with new or closed output, after at most a twentieth of a second.
  static func ready(_ children: [Child]) -> [Int] {
    var entries = children.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let milliseconds: Int32 = children.contains { $0.inputPipe >= 0 } ? 1 : 50
    guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return [] }
    return entries.indices.filter { entries[$0].revents != 0 }
  }

  /// Reads once, and returns how the program ended if it did.
  mutating func read(limit: Int) -> Program.Outcome? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    switch buffer.withUnsafeMutableBytes({ System.read($0, from: descriptor) }) {
    case .success(0):
      hasEnded = true
      return .ended(code: Spawn.code(ofStatus: wait()), output: output)
    case .success(let count):
      output += buffer[..<count]
      guard output.count > limit else { return nil }
      hasEnded = true
      stop()
      return .failed("it printed more than \(limit) bytes")
    case .failure(let error):
      hasEnded = true
      stop()
      return .failed(error.reason)
    }
  }

  /// Stops the program and waits for its end.
  func stop() {
    // A program may be a script that started others.
    kill(-process, SIGKILL)
    _ = wait()
  }

  private func wait() -> Int32 {
    close(descriptor)
    if inputPipe >= 0 { close(inputPipe) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
