#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A running program that answers on its output to what it reads on its input.
///
/// Its output includes its standard error. The program is stopped when this object is released.
package final class Conversation {
  private let process: pid_t
  private var input: Int32
  private let output: Int32
  /// Output that was read and is not handed out yet, from `next` on.
  private var buffer: [UInt8] = []
  private var next = 0
  private var isAtEnd = false
  private var status: Int32?

  /// Starts a program.
  ///
  /// - Throws: `SystemError` if it cannot be started.
  package init(
    _ program: Program, _ arguments: [String], environment: [String: String]
  ) throws(SystemError) {
    var (told, heard): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&told) == 0 else { throw SystemError(code: errno) }
    guard pipe(&heard) == 0 else {
      let error = SystemError(code: errno)
      for end in told { close(end) }
      throw error
    }
    for end in told + heard { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if canImport(Darwin)
      // An app may not ignore SIGPIPE as the tool does. Writing to a program that has ended is then an error only.
      _ = fcntl(told[1], F_SETNOSIGPIPE, 1)
    #endif
    let spawn = Spawn(
      path: program.path, arguments: arguments, environment: environment, input: told[0], output: heard[1],
      errors: "/dev/stdout", isGroup: false)
    let started = spawn.start()
    close(told[0])
    close(heard[1])
    switch started {
    case .success(let process): self.process = process
    case .failure(let error):
      close(told[1])
      close(heard[0])
      throw error
    }
    (input, output) = (told[1], heard[0])
  }

  deinit { stop() }

  /// Writes all of the bytes, and returns whether the program still reads.
  package func write(_ bytes: [UInt8]) -> Bool {
    guard input >= 0 else { return false }
    return bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        guard case .success(let count) = System.write(UnsafeRawBufferPointer(rebasing: rest), to: input) else {
          return false
        }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Reads the next line of the output without its end, or `nil` at the end of the output.
  package func readLine() -> [UInt8]? {
    var searched = next
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { next = end + 1 }
        return Array(buffer[next..<end])
      }
      if isAtEnd {
        guard next < buffer.count else { return nil }
        defer { next = buffer.count }
        return Array(buffer[next...])
      }
      buffer.removeFirst(next)
      next = 0
      searched = buffer.count
      read()
    }
  }

  private func read() {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    if case .success(let count) = piece.withUnsafeMutableBytes({ System.read($0, from: output) }), count > 0 {
      buffer += piece[..<count]
    } else {
      isAtEnd = true
    }
  }

  /// Closes the program's input, waits for its end, and returns its code.
  package func end() -> Int32 {
    if let status { return status }
    close(input)
    input = -1
    while !isAtEnd { read() }
    return wait()
  }

  /// Stops the program.
  package func stop() {
    guard status == nil else { return }
    kill(process, SIGKILL)
    _ = wait()
  }

  private func wait() -> Int32 {
    if input >= 0 { close(input) }
    input = -1
    close(output)
    isAtEnd = true
    var code: Int32 = 0
    while waitpid(process, &code, 0) < 0, errno == EINTR {}
    let ended = Spawn.code(ofStatus: code)
    status = ended
    return ended
  }
}

@available(*, unavailable)
extension Conversation: Sendable {}
