import CFaultVFS
import Foundation
import LedgerBytes
import LedgerTestSupport

/// The built tool, run as a process: what is killed has to be one.
enum BuiltTool {
  /// Next to the tests' own executable.
  static let path = folder + "/events"
  static let bench = folder + "/events-bench"

  private static let folder: String = {
    #if os(Linux)
      let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    #else
      let own = Bundle(for: Scratch.self).bundlePath
    #endif
    return (own as NSString).deletingLastPathComponent
  }()

  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }
  static var hasBench: Bool { FileManager.default.isExecutableFile(atPath: bench) }

  /// Runs to the end.
  @discardableResult
  static func run(
    _ arguments: [String], input: String? = nil, folder: String? = nil, state: String? = nil
  ) throws -> ToolProcess.Outcome {
    try ToolProcess(arguments, input: input, folder: folder, state: state).finish()
  }
}

/// One process, its output read as it comes.
final class ToolProcess {
  let id: pid_t
  private let output: Int32
  private let errors: Int32
  private(set) var text: [UInt8] = []
  /// The line ends in the text.
  private var lineCount = 0
  private var isFinished = false

  struct Outcome {
    /// The exit code. If negative, the signal that ended it.
    var code: Int32
    var output: [UInt8]
    var errors: String
    /// The most memory it had at once.
    var peakKilobytes = 0

    /// The lines that were written to their end.
    var lines: [String] { Self.lines(output) }

    static func lines(_ bytes: [UInt8]) -> [String] {
      guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
      return bytes[..<end].split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Starts `program` (nil: the tool).
  init(
    _ arguments: [String], program: String? = nil, input: String? = nil, folder: String? = nil,
    state: String? = nil
  ) throws {
    let program = program ?? BuiltTool.path
    let settings =
      [
        "TZ=UTC", "HOME=\(NSTemporaryDirectory())", "USER=test",
        "XDG_STATE_HOME=\(state ?? NSTemporaryDirectory() + "events-test-state")",
        "PATH=/usr/bin:/bin:/usr/sbin:/sbin",
      ] + SanitizerSettings.variables.map { "\($0.key)=\($0.value)" }
    let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    let environment: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) } + [nil]
    defer { for word in words + environment { free(word) } }
    var (output, errors, id): (Int32, Int32, Int32) = (-1, -1, 0)
    let code = fault_spawn(program, words, environment, input ?? "/dev/null", folder, &output, &errors, &id)
    (self.output, self.errors, self.id) = (output, errors, id)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
  }

  deinit {
    // A test that failed before the end of its process. A dead child that nobody waits for keeps exit tests busy.
    if !isFinished {
      kill()
      while wait4(id, nil, 0, nil) < 0, errno == EINTR {}
    }
    close(output)
    close(errors)
  }

  /// Reads until that many lines are there, or the output ends.
  func read(lines wanted: Int) {
    while lineCount < wanted, readMore() {}
  }

  /// The lines that were written so far, without waiting for more.
  func linesSoFar() -> Int {
    var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, 0) > 0, readMore() {}
    return lineCount
  }

  private func readMore() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(output, &buffer, buffer.count)
    if count < 0, errno == EINTR { return true }
    guard count > 0 else { return false }
    text += buffer[..<count]
    lineCount += buffer[..<count].count { $0 == UInt8(ascii: "\n") }
    return true
  }

  /// kill -9.
  func kill() { _ = Foundation.kill(id, SIGKILL) }

  /// What Ctrl-C does.
  func interrupt() { _ = Foundation.kill(id, SIGINT) }

  /// Reads the rest and waits.
  func finish() -> Outcome {
    while readMore() {}
    isFinished = true
    var status: Int32 = 0
    var usage = rusage()
    while wait4(id, &status, 0, &usage) < 0, errno == EINTR {}
    let isExit = status & 0x7f == 0
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = pread(errors, &bytes, bytes.count, 0)
    return Outcome(
      code: isExit ? status >> 8 & 0xff : -(status & 0x7f), output: text,
      errors: String(decoding: bytes[..<max(count, 0)], as: UTF8.self), peakKilobytes: Int(usage.ru_maxrss))
  }
}

/// Kills processes at random moments, later and later until about as many end before it.
struct RandomKills {
  /// The longest wait in microseconds.
  private var longest: UInt32
  private(set) var killed = 0

  init(longest: UInt32) { self.longest = longest }

  /// Kills a process after a random wait, and returns what became of it.
  mutating func kill(_ process: ToolProcess, using generator: inout SeededGenerator) -> ToolProcess.Outcome {
    usleep(UInt32.random(in: 1_000...longest, using: &generator))
    process.kill()
    let outcome = process.finish()
    if outcome.code == -SIGKILL {
      killed += 1
      longest += longest / 16
    } else {
      longest = max(10_000, longest - longest / 8)
    }
    return outcome
  }
}

/// What `capture --batch` prints for a line: which transaction it became.
struct Acknowledged: Hashable {
  var id: String
  var transaction: UniqueID

  static func all(in lines: [String]) throws -> [Acknowledged] {
    try lines.map { line in
      let value = try JSONValue(parsing: Array(line.utf8), as: .exchange)
      guard case .string(let id) = value["id"], case .string(let text) = value["transaction"],
        let transaction = UniqueID(text)
      else { throw CocoaError(.formatting) }
      return Acknowledged(id: id, transaction: transaction)
    }
  }
}

/// A batch on disk: a file of lines, and a page for each.
struct BatchFile {
  let folder: String
  let path: String
  let count: Int
  /// Events that each line becomes.
  static let eventsPerLine = 3

  init(_ name: String, lines: Int, in folder: String, pageBytes: Int = 3_000) throws {
    self.folder = folder
    path = "\(folder)/\(name).ndjson"
    count = lines
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var text = ""
    for line in 0..<lines {
      let page = "\(name)-\(line).jpg"
      // Every third page is the same as the one before it.
      let content = line % 3 == 2 ? line - 1 : line
      var bytes = Array("\(name) page \(content) ".utf8)
      bytes += [UInt8](repeating: UInt8(content % 251), count: pageBytes)
      try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + page))
      text +=
        #"{"id":"\#(name)-\#(line)","image":"\#(page)","text":"REWE\nSUMME EUR 4,\#(10 + line % 90)\n14.06.2026"}"#
        + "\n"
    }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }
}
