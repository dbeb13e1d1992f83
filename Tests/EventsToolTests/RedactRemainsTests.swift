import Foundation
import LedgerPlatform
import LedgerSQLite
import Testing

@testable import events

@Suite("What a redaction leaves in the ledger's folder")
struct RedactRemainsTests {
  /// In lower case, as the index of the search has it.
  private static let secret = "alexanderplatz"

  private static func files(of ledger: Ledger) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: ledger.path).filter { path in
      FileManager.default.contents(atPath: "\(ledger.path)/\(path)")?.range(of: Data(secret.utf8)) != nil
    }
  }

  private static func ledger() throws -> Ledger {
    let ledger = try Ledger()
    _ = try ledger.add("38.00", "--vendor", "Taxi \(secret)")
    _ = try ledger.add("9.00", "--vendor", "Rome")
    return ledger
  }

  private static func redact(_ ledger: Ledger) -> Tool.Outcome {
    ledger.run("redact", "--containing", secret, "--why", "asked")
  }

  @Test("The index of the search goes, and what a comparison left")
  func search() throws {
    let ledger = try Self.ledger()
    #expect(ledger.run("search", "alex").output.contains(Self.secret))
    #expect(try Self.files(of: ledger).contains { $0.hasPrefix("models/search-") })
    for name in ["models/aside-x.sqlite", "models/verify/x.sqlite-wal", "models/verify-x/models.sqlite"] {
      let path = "\(ledger.path)/\(name)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data(Self.secret.utf8).write(to: URL(fileURLWithPath: path))
    }
    #expect(Self.redact(ledger).code == .ok)
    #expect(try Self.files(of: ledger) == [])
    #expect(ledger.run("search", "rome").output.contains("Rome"))
    #expect(ledger.run("search", "alex").output.contains("No receipt"))
  }

  @Test("The copy of a -wal that lost events goes, unless events are missing that it may have")
  func setAside() throws {
    let ledger = try Self.ledger()
    let aside = ledger.path + "/log.sqlite-wal.before-recovery"
    try Data(Self.secret.utf8).write(to: URL(fileURLWithPath: aside))
    #expect(Self.redact(ledger).code == .ok)
    #expect(try Self.files(of: ledger) == [])
  }

  @Test("The -wal that another program reads is named until the next command after it has emptied it")
  func reader() throws {
    let ledger = try Self.ledger()
    let reader = try Connection(path: ledger.path + "/log.sqlite", mode: .readOnly)
    try reader.begin(.deferred)
    let seen = try reader.statement("SELECT count(*) FROM event")
    #expect(try seen.firstInt64() ?? 0 > 0)
    let done = Self.redact(ledger)
    #expect(done.code == .ok && done.output.contains("Still in log.sqlite-wal"), "\(done)")
    #expect(ledger.run("status").output.contains("Erased content: Still in log.sqlite-wal"))
    #expect(ledger.run("groups").code == .ok)
    reader.rollback()
    try reader.close()
    #expect(ledger.run("groups").code == .ok)
    #expect(try Self.files(of: ledger) == [])
    #expect(!ledger.run("status").output.contains("Erased content"))
    #expect(!FileManager.default.fileExists(atPath: ledger.path + "/redacting"))
  }

  @Test("A redaction that ended before it removed the files is finished by the next command")
  func killed() throws {
    let ledger = try Self.ledger()
    let scan = try ledger.file("scan.jpg", "\u{ff}\u{d8}\u{ff}\(Self.secret)")
    let receipt = try #require(try ledger.json("capture", scan)["transaction"] as? String)
    let name = try #require(try Self.files(of: ledger).first { $0.hasPrefix("attachments/") })
    #expect(Self.redact(ledger).code == .ok)
    #expect(ledger.run("redact", receipt, "--why", "asked").code == .ok)
    #expect(try Self.files(of: ledger) == [])
    // As it was after the commit, and before the files were removed.
    for file in [name, "models/aside-x.sqlite"] {
      try Data(Self.secret.utf8).write(to: URL(fileURLWithPath: "\(ledger.path)/\(file)"))
    }
    let page = (name as NSString).lastPathComponent
    try Data("{\"pages\":[\"\(page)\"]}".utf8).write(to: URL(fileURLWithPath: ledger.path + "/redacting"))
    #expect(ledger.run("--read-only", "groups").code == .ok)
    #expect(try Self.files(of: ledger).count == 2)
    #expect(ledger.run("groups").code == .ok)
    #expect(try Self.files(of: ledger) == [])
    #expect(!FileManager.default.fileExists(atPath: ledger.path + "/redacting"))
  }
}
