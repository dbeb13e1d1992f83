#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

// Within `System` these names mean its own functions.
private let writeBytes = write
private let readBytes = read

/// Calls to the operating system for a command line tool.
package enum System {
  /// Makes a write to a closed pipe or beyond a size limit fail instead of ending the process.
  /// An interrupt ends the process with 130. The next open rolls back what was not committed.
  package static func prepareProcess() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGINT) { _ in _exit(128 + SIGINT) }
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

  /// Returns the value of one environment variable, where it is set and not empty.
  package static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Ends the process with that code, without running what is left.
  package static func end(code: Int32) -> Never { exit(code) }
}

// MARK: - Descriptors

extension System {
  /// Writes what it can of `bytes`. Returns how many that was, or the `errno`.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Result<Int, SystemError> {
    transfer(descriptor, POLLOUT) { writeBytes(descriptor, bytes.baseAddress, bytes.count) }
  }

  /// Reads at most as much as fits into `buffer`; 0 at the end.
  package static func read(
    _ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32
  ) -> Result<Int, SystemError> {
    transfer(descriptor, POLLIN) { readBytes(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Calls `body` until it moves bytes or fails for good. It waits for `event` if the descriptor is not ready.
  private static func transfer(
    _ descriptor: Int32, _ event: some BinaryInteger, _ body: () -> Int
  ) -> Result<Int, SystemError> {
    while true {
      let count = body()
      if count >= 0 { return .success(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilReady(descriptor, for: Int16(event))
      default: return .failure(SystemError(code: errno))
      }
    }
  }

  /// Opens a file, or a pipe, for reading. A folder is refused, and a file of a ledger that is open
  /// in this process: closing it again would drop SQLite's locks.
  package static func openForReading(_ path: String) throws(FileError) -> Int32 {
    try HeldFiles.check("read", path)
    var descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT { descriptor = openRepaired(path) }
    guard descriptor >= 0 else { throw FileError(operation: "read", path: path, code: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return descriptor }
    close(descriptor)
    throw FileError(operation: "read", path: path, code: EISDIR)
  }

  /// Opens the only file of a folder whose name is this one after bytes that are not UTF-8 were replaced.
  ///
  /// The names among a program's arguments are texts, in which such bytes are replaced.
  private static func openRepaired(_ path: String) -> Int32 {
    let cut = path.lastIndex(of: "/")
    let name = cut.map { String(path[path.index(after: $0)...]) } ?? path
    guard name.contains("\u{fffd}"), let folder = opendir(cut.map { String(path[...$0]) } ?? ".") else {
      errno = ENOENT
      return -1
    }
    defer { closedir(folder) }
    var found: [[CChar]] = []
    while let entry = readdir(folder) {
      let bytes = withUnsafePointer(to: &entry.pointee.d_name) { start in
        start.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: start.pointee)) { text in
          Array(UnsafeBufferPointer(start: text, count: strlen(text) + 1))
        }
      }
      let text = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.utf8.elementsEqual(name.utf8) { found.append(bytes) }
    }
    guard found.count == 1 else {
      errno = ENOENT
      return -1
    }
    return openat(dirfd(folder), found[0], O_RDONLY | O_CLOEXEC)
  }

  /// Makes a file that is not there yet, for its owner alone, and opens it for writing.
  package static func createFile(_ path: String) -> Result<Int32, SystemError> {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    return descriptor >= 0 ? .success(descriptor) : .failure(SystemError(code: errno))
  }

  /// Closes a descriptor that `openForReading` or `createFile` returned.
  package static func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

  /// Whether a descriptor is that of a file, and not of a pipe or a terminal.
  package static func isSeekable(_ descriptor: Int32) -> Bool { lseek(descriptor, 0, SEEK_CUR) >= 0 }

  /// Whether a descriptor can be read without waiting, now or within some milliseconds.
  package static func isReadable(_ descriptor: Int32, withinMilliseconds limit: Int32) -> Bool {
    waitUntilReady(descriptor, for: Int16(POLLIN), milliseconds: limit)
  }

  @discardableResult
  private static func waitUntilReady(_ descriptor: Int32, for events: Int16, milliseconds: Int32 = -1) -> Bool {
    var entry = pollfd(fd: descriptor, events: events, revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }
}

// MARK: - Interrupts

extension System {
  /// Runs `body` with interrupts (Ctrl-C) held back until it ends, unless `Program.run` takes them.
  package static func holdingInterrupts<T>(_ body: () -> T) -> T { holding([SIGINT], body) }

  /// Runs `body` while SIGINT, SIGHUP and SIGTERM are held back until it has ended.
  ///
  /// A body that runs for long asks `isAskedToEnd`.
  package static func holdingEndings<T>(_ body: () -> T) -> T { holding(endings, body) }

  /// Whether this process was asked to end while that is held back.
  package static var isAskedToEnd: Bool {
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
  /// Makes a folder that no other user can read. Returns its absolute path, or `nil` if there is no place for one.
  ///
  /// The path is absolute for programs that change their folder.
  package static func makeTemporaryFolder() -> String? {
    // P_tmpdir is the C library's own name of the folder for temporary files if TMPDIR is not set (POSIX).
    let place = environment("TMPDIR") ?? P_tmpdir
    // mkdtemp replaces the last six letters, which must be X.
    var template = Array("\(place)/events.\(String(repeating: "X", count: 6))".utf8CString)
    guard let folder = mkdtemp(&template) else { return nil }
    return DurableFile.resolved(String(cString: folder))
  }

  /// Whether this process may do everything.
  package static var isRoot: Bool { geteuid() == 0 }

  /// Returns the names in a folder.
  package static func files(in folder: String) -> [String] { (try? DurableFile.list(folder)) ?? [] }

  /// Removes a folder that `makeTemporaryFolder` made, with its content. Links are not followed.
  package static func removeTemporaryFolder(_ folder: String) {
    for name in files(in: folder) where unlink("\(folder)/\(name)") != 0 {
      removeTemporaryFolder("\(folder)/\(name)")
    }
    rmdir(folder)
  }
}

// MARK: - Terminals

extension System {
  /// Whether a descriptor refers to a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Returns the number of columns of a descriptor's terminal.
  package static func columns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

extension System {
  /// The `errno` of a call that the permissions of a file or folder do not allow.
  package static let permissionDenied = EACCES

  /// Whether an `errno` means that writing is not allowed there.
  package static func forbids(_ code: Int32) -> Bool { code == EACCES || code == EPERM || code == EROFS }
}

/// A failed call of the operating system, in its own words.
package struct SystemError: Error, Equatable {
  /// The `errno`.
  package let code: Int32

  /// Whether the reader of a pipe has gone.
  package var isClosedPipe: Bool { code == EPIPE }

  /// The failure with that `errno`.
  package init(code: Int32) { self.code = code }

  /// The system's text, such as `No space left on device`.
  package var reason: String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}
