import EventLog
import Foundation
import Testing

@testable import events

/// A ledger in a temporary folder, and the tool on it, with a clock that goes on by a second each time it is read.
final class Ledger {
  let folder: String
  let path: String
  private let clock = SteppingClock()

  /// An empty folder and, unless told otherwise, a ledger in it.
  init(begun: Bool = true, _ options: String...) throws {
    folder = NSTemporaryDirectory() + "events-test-" + UUID().uuidString
    path = folder + "/ledger"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if begun {
      let outcome = run(["init", "--currency", "EUR", "--device", "test"] + options)
      try #require(outcome.code == .ok, "\(outcome.errors)")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @discardableResult
  func run(_ arguments: String..., input: String = "") -> Tool.Outcome { run(arguments, input: input) }

  /// The tool's variables: everything that it keeps is in this ledger's own temporary folder.
  var environment: [String: String] {
    ["EVENTS_LEDGER": path, "USER": "anna", "XDG_STATE_HOME": folder + "/state"]
  }

  @discardableResult
  func run(_ arguments: [String], input: String = "", environment: [String: String]? = nil) -> Tool.Outcome {
    let clock = clock
    return Tool(environment: environment ?? self.environment, input: input, clock: { clock.next() }).run(
      arguments)
  }

  /// Runs a command with all three streams on one descriptor.
  @discardableResult
  func run(_ arguments: [String], onTerminal descriptor: Int32) -> ExitCode {
    let clock = clock
    return events.run(
      arguments: arguments, environment: Environment(environment),
      standardInput: descriptor, standardOutput: descriptor, standardError: descriptor,
      clock: { clock.next() })
  }

  /// Runs a command that has to succeed, and returns what it printed as JSON.
  func json(_ arguments: String...) throws -> [String: Any] {
    let outcome = run(arguments + ["--json"])
    try #require(outcome.code == .ok, "\(arguments): \(outcome.errors)")
    return try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  /// Captures a draft from a text, and returns its id.
  func capture(_ text: String, _ options: String...) throws -> String {
    let outcome = run(["capture", "--text", "-", "--json"] + options, input: text)
    try #require(outcome.code == .ok, "\(outcome.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    return try #require(object?["transaction"] as? String)
  }

  /// Records a transaction without paper, and returns its id.
  func add(_ amount: String, _ options: String...) throws -> String {
    let arguments = [
      "add", "--amount", amount, "--date", "2026-06-12", "--category", "food", "--payment", "card", "--json",
    ]
    let outcome = run(arguments + options + (options.contains("--account") ? ["--new-account"] : []))
    try #require(outcome.code == .ok, "\(outcome.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    return try #require(object?["transaction"] as? String)
  }

  /// Writes a file into the folder next to the ledger.
  func file(_ name: String, _ text: String) throws -> String {
    let path = "\(folder)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }
}

/// 14 June 2026, 10:31:05 UTC, in Berlin, and a second later at each reading.
final class SteppingClock: @unchecked Sendable {
  private let lock = NSLock()
  private var milliseconds: Int64 = 1_781_433_065_000

  func next() -> WallClock {
    lock.lock()
    defer { lock.unlock() }
    milliseconds += 1_000
    return WallClock(milliseconds: milliseconds, offsetMinutes: 120)
  }
}

/// Where the repository's own files are.
enum Repository {
  static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  static func receipt(_ name: String) -> String { "\(path)/Fixtures/receipts/\(name)" }
}

extension String {
  /// The text with every id replaced by `id-1`, `id-2` … in the order of appearance, of the same width, so that
  /// it can be compared.
  var withoutIDs: String {
    var seen: [String: Int] = [:]
    var result = ""
    var rest = self[...]
    let pattern =
      /\b([0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})?)\b/
      .wordBoundaryKind(.simple)
    while let match = rest.firstMatch(of: pattern) {
      result += rest[..<match.range.lowerBound]
      let short = String(match.output.0.prefix(8))
      let number = seen[short] ?? seen.count + 1
      seen[short] = number
      let name = "id-\(number)"
      result += name + String(repeating: "_", count: match.output.0.count - name.count)
      rest = rest[match.range.upperBound...]
    }
    return result + rest
  }
}
