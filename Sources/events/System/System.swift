internal import LedgerBytes
internal import LedgerSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Every call to the operating system that the tool makes itself, and every difference between systems.
enum System {
  /// Ends nothing when a pipe is closed or a file-size limit is reached: the write fails instead, and says so.
  /// An interrupt ends the process with 130; what was not committed is rolled back by the next open.
  static func prepareProcess() {
    SQLiteProcess.disableMemoryStatistics()
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGINT) { _ in _exit(ExitCode.interrupted.rawValue) }
    // Some programs start others with every signal blocked; a following tail has to end all the same.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    sigprocmask(SIG_UNBLOCK, &signals, nil)
    // A closed standard stream would give its number to the next file opened, and that file would receive our
    // text. Output is opened for reading, so that writing to it still fails.
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// The value of one environment variable, where it is set and not empty.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// What this machine is called, without its domain.
  static func hostName() -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "device" }
    let name = String(
      decoding: buffer.prefix { $0 != 0 && $0 != 46 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.isEmpty ? "device" : name
  }
}

// MARK: - Descriptors

extension System {
  /// Writes what it can of `bytes` and says how many that was; an errno where it could not write.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Result<Int, SystemError> {
    while true {
      #if canImport(Glibc)
        let written = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        let written = Musl.write(descriptor, bytes.baseAddress, bytes.count)
      #else
        let written = Darwin.write(descriptor, bytes.baseAddress, bytes.count)
      #endif
      if written >= 0 { return .success(written) }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilReady(descriptor, for: Int16(POLLOUT))
      default: return .failure(SystemError(code: errno))
      }
    }
  }

  /// Reads at most as much as fits into `buffer`; 0 at the end.
  static func read(
    _ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32
  ) -> Result<Int, SystemError> {
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return .success(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilReady(descriptor, for: Int16(POLLIN))
      default: return .failure(SystemError(code: errno))
      }
    }
  }

  /// Opens a file, or a pipe that somebody fills, for reading. A folder is refused, and a file of a ledger that is open
  /// in this process: closing it again would drop SQLite's locks.
  static func openForReading(_ path: String) throws(FileError) -> Int32 {
    try HeldFiles.check("read", path)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(operation: "read", path: path, code: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return descriptor }
    close(descriptor)
    throw FileError(operation: "read", path: path, code: EISDIR)
  }

  /// Makes a file that is not there yet, for its owner alone, and opens it for writing.
  static func createFile(_ path: String) -> Result<Int32, SystemError> {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    return descriptor >= 0 ? .success(descriptor) : .failure(SystemError(code: errno))
  }

  /// Closes a descriptor that `openForReading` or `createFile` returned.
  static func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

  private static func waitUntilReady(_ descriptor: Int32, for events: Int16) {
    var entry = pollfd(fd: descriptor, events: events, revents: 0)
    _ = poll(&entry, 1, -1)
  }
}

// MARK: - Interrupts

extension System {
  /// Runs `body` with interrupts (Ctrl-C) held back: they wait until it ends, unless `Program.run` takes them.
  static func holdingInterrupts<T>(_ body: () -> T) -> T { holding([SIGINT], body) }

  /// Runs `body` while an interrupt, a terminal that closes and a polite kill wait until it has ended; whoever runs
  /// for long looks at `isAskedToEnd`.
  static func holdingEndings<T>(_ body: () -> T) -> T { holding(endings, body) }

  /// Whether somebody asked this process to end while that is held back.
  static var isAskedToEnd: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return endings.contains { sigismember(&pending, $0) == 1 }
  }

  private static let endings = [SIGINT, SIGHUP, SIGTERM]

  private static func holding<T>(_ signals: [Int32], _ body: () -> T) -> T {
    var interrupts = sigset_t()
    sigemptyset(&interrupts)
    for signal in signals { sigaddset(&interrupts, signal) }
    var before = sigset_t()
    sigprocmask(SIG_BLOCK, &interrupts, &before)
    defer { sigprocmask(SIG_SETMASK, &before, nil) }
    return body()
  }
}

// MARK: - Temporary files

extension System {
  /// A new folder that nobody else can read, by its absolute path, so that it is the same for a program that goes
  /// elsewhere; nil where there is no place for one.
  static func makeTemporaryFolder() -> String? {
    // P_tmpdir is the C library's own name of the place for temporary files, where the person names none (POSIX).
    let place = environment("TMPDIR") ?? P_tmpdir
    // mkdtemp puts other letters in the place of the last six, which must be X.
    var template = Array("\(place)/events.\(String(repeating: "X", count: 6))".utf8CString)
    guard let folder = mkdtemp(&template), let absolute = realpath(folder, nil) else { return nil }
    defer { free(absolute) }
    return String(cString: absolute)
  }

  /// The names in a folder.
  static func files(in folder: String) -> [String] { (try? DurableFile.list(folder)) ?? [] }

  /// Removes a folder that `makeTemporaryFolder` made, with all that is in it; a link goes, and not what it leads to.
  static func removeTemporaryFolder(_ folder: String) {
    for name in files(in: folder) where unlink("\(folder)/\(name)") != 0 {
      removeTemporaryFolder("\(folder)/\(name)")
    }
    rmdir(folder)
  }
}

// MARK: - Terminals

extension System {
  /// Whether a descriptor leads to a person.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// How many columns the terminal behind a descriptor has.
  static func columns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

// MARK: - Time

extension System {
  /// Nanoseconds of a clock that never goes back; for progress and waiting only.
  static func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Sleeps; an interrupt may end it early.
  static func sleep(milliseconds: UInt32) { usleep(milliseconds * 1_000) }

  /// An instant's parts on the wall clock of the terminal's time zone (`TZ`), or of UTC.
  static func parts(ofMilliseconds milliseconds: Int64, inUTC: Bool) -> ClockParts {
    var seconds = time_t((milliseconds - floorRemainder(milliseconds, 1_000)) / 1_000)
    var fields = tm()
    if inUTC { gmtime_r(&seconds, &fields) } else { localtime_r(&seconds, &fields) }
    return ClockParts(
      year: Int(fields.tm_year) + 1900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday),
      hour: Int(fields.tm_hour), minute: Int(fields.tm_min), second: Int(fields.tm_sec),
      millisecond: Int(floorRemainder(milliseconds, 1_000)))
  }

  /// The first instant of a date in the terminal's time zone, in UTC milliseconds.
  static func firstMillisecond(year: Int, month: Int, day: Int) -> Int64 {
    var fields = tm()
    fields.tm_year = Int32(year - 1900)
    fields.tm_mon = Int32(month - 1)
    fields.tm_mday = Int32(day)
    fields.tm_isdst = -1
    return Int64(mktime(&fields)) * 1_000
  }

  private static func floorRemainder(_ value: Int64, _ divisor: Int64) -> Int64 {
    let remainder = value % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}

extension System {
  /// Whether an `errno` says that somebody may not write there.
  static func forbids(_ code: Int32) -> Bool { code == EACCES || code == EPERM || code == EROFS }
}

/// A failed call of the operating system, in its own words.
struct SystemError: Error, Equatable {
  /// The `errno`.
  let code: Int32

  /// Whether the reader of a pipe has gone.
  var isClosedPipe: Bool { code == EPIPE }

  /// What the system calls it: `No space left on device`.
  var reason: String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}

/// A date and a time of day, as a wall clock shows them.
struct ClockParts: Equatable {
  var year: Int
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int
  var millisecond: Int
}
