import Foundation
import Testing

@testable import events

/// Each wrong input results in its exit code and advice. Nothing is recorded.
@Suite("Wrong input")
struct WrongInputTests {
  private func expect(
    _ outcome: Tool.Outcome, _ code: ExitCode, _ words: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.code == code, "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(outcome.errors.hasPrefix("events: "), sourceLocation: sourceLocation)
    for word in words {
      #expect(outcome.errors.contains(word), "\(outcome.errors)", sourceLocation: sourceLocation)
    }
    for library in ["SQLITE", "SQLite", "sqlite3", "errno", "Error(", "code "] {
      #expect(!outcome.errors.contains(library), "\(outcome.errors)", sourceLocation: sourceLocation)
    }
  }

  // MARK: The ledger

  @Test(
    "A ledger that is not there: 66, and how to begin one",
    arguments: ["groups", "drafts", "status", "tail", "verify"])
  func missingLedger(_ command: String) throws {
    let ledger = try Ledger(begun: false)
    expect(ledger.run(command), .noInput, "there is no ledger in", "init")
  }

  @Test("Bare events without a ledger names the first step")
  func bareWithoutLedger() throws {
    let outcome = try Ledger(begun: false).run()
    #expect(outcome.code == .ok && outcome.output.contains("events init"))
  }

  @Test("A folder of something else: 66")
  func foreignFolder() throws {
    let ledger = try Ledger(begun: false)
    try FileManager.default.createDirectory(atPath: ledger.path, withIntermediateDirectories: true)
    try Data("not a database, and long enough to be looked at as one".utf8)
      .write(to: URL(fileURLWithPath: ledger.path + "/log.sqlite"))
    expect(ledger.run("groups"), .noInput, "log.sqlite in this folder is not a ledger")
  }

  @Test("A ledger cannot be begun twice: 73")
  func secondBeginning() throws {
    expect(try Ledger().run("init"), .cannotCreate, "already a ledger")
  }

  @Test("A ledger cannot be begun where a file is: 73 or 74")
  func beginningInAFile() throws {
    let ledger = try Ledger(begun: false)
    _ = try ledger.file("ledger", "a file")
    let outcome = ledger.run("init")
    #expect([.cannotCreate, .ioError].contains(outcome.code))
  }

  @Test("A missing place for a ledger exits with 66")
  func noHome() {
    expect(Tool().run("groups"), .noInput, "HOME is not set", "--ledger")
  }

  // MARK: Ids

  @Test(
    "An unknown id: 66",
    arguments: ["review", "receipt", "save", "delete", "restore", "audit", "confirm", "discard"])
  func unknownID(_ command: String) throws {
    let ledger = try Ledger()
    expect(ledger.run(command, "ffffffff"), .noInput, "ffffffff")
    expect(ledger.run(command, "nonsense!"), .noInput, "nonsense!")
  }

  @Test("An unknown group: 66; a name that two groups share: 66 with their ids")
  func groups() throws {
    let ledger = try Ledger()
    expect(ledger.run("group", "show", "Atlantis"), .noInput, "Atlantis", "events groups")
    let first = try #require(try ledger.json("group", "create", "Berlin")["group"] as? String)
    let second = try #require(try ledger.json("group", "create", "Berlin", "--yes")["group"] as? String)
    expect(
      ledger.run("group", "show", "Berlin"), .noInput, "2 groups", String(first.prefix(8)),
      String(second.prefix(8)))
    #expect(ledger.run("group", "show", first).code == .ok)
  }

  @Test("An ambiguous id: 66 with what it could be")
  func ambiguousID() throws {
    let ledger = try Ledger()
    var ids: [String] = []
    // Seventeen ids begin with sixteen digits.
    for _ in 0..<17 { ids.append(try ledger.add("5.00")) }
    let digits = ids.map { String($0.prefix(1)) }
    let shared = try #require(digits.first { digit in digits.filter { $0 == digit }.count > 1 })
    let outcome = ledger.run("receipt", shared)
    expect(outcome, .noInput, "could be", "€5.00".isEmpty ? "" : shared)
    #expect(ids.filter { $0.hasPrefix(shared) }.contains { outcome.errors.contains($0.prefix(8)) })
  }

  @Test("Unfiled is reserved: refused with 1")
  func reservedName() throws {
    expect(try Ledger().run("group", "create", "Unfiled"), .no, "Unfiled", "reserved")
  }

  // MARK: Values

  @Test("A field, currency, date or amount that is not one")
  func values() throws {
    let ledger = try Ledger()
    let id = try ledger.add("5.00")
    expect(ledger.run("correct", id, "totl", "5"), .usage, "totl", "Did you mean “total”?")
    expect(ledger.run("confirm", id, "colour"), .usage, "colour", "Fields: vendor")
    expect(ledger.run("correct", id, "currency", "EURO"), .usage, "EURO", "ISO 4217")
    expect(ledger.run("correct", id, "date", "14.66.2026"), .dataError, "14.66.2026", "not a day")
    expect(ledger.run("correct", id, "date", "2026-02-30"), .dataError, "2026-02-30")
    expect(ledger.run("correct", id, "total", "12,5x"), .dataError)
    expect(ledger.run("correct", id, "total", "1.234"), .dataError, "1.234")
    expect(ledger.run("correct", id, "payment", "shells"), .usage, "card or cash")
    expect(ledger.run("correct", id, "kind", "gift"), .usage, "expense")
    expect(ledger.run("correct", id, "category", "yachts"), .noInput, "yachts", "events category list")
    expect(ledger.run("correct", id, "group", "Berlin"), .usage, "events file")
    expect(ledger.run("add", "--amount", "x", "--category", "food", "--payment", "card"), .dataError)
    expect(ledger.run("add", "--amount", "5", "--currency", "XYZ"), .usage, "XYZ")
    expect(ledger.run("add", "--amount", "0", "--category", "food", "--payment", "card"), .no, "zero")
    expect(ledger.run("receipts", "--from", "June"), .dataError, "June")
    expect(ledger.run("receipts", "--limit", "0"), .usage, "--limit")
    expect(ledger.run("receipts", "--after", "nonsense"), .dataError, "cursor")
    expect(ledger.run("show", "99999"), .noInput, "99999", "The log ends at")
    expect(ledger.run("tail", "--since", "yesterday"), .dataError, "yesterday")
    expect(ledger.run("tail", "--type", "FieldCorected"), .usage, "Did you mean “FieldCorrected”?")
    expect(ledger.run("tail", "--cursor", "../escape"), .usage, "cursor")
    expect(try Ledger(begun: false).run("init", "--locale", "de_AT"), .usage, "de_AT", "de_DE", "pt_PT")
    expect(try Ledger(begun: false).run("init", "--currency", "EURO"), .usage, "EURO")
    #expect(try ledger.json("status")["events"] as? Int == 7)
  }

  @Test("An unknown option or command: 64 with the nearest")
  func usage() throws {
    expect(Tool().run("recipts"), .usage, "Did you mean “receipts”?")
    expect(Tool().run("receipts", "--categry", "food"), .usage, "Did you mean “--category”?")
    expect(Tool().run("receipts", "--kind", "expnse"), .usage, "Did you mean “expense”?")
    expect(Tool().run("capture"), .noInput)
    expect(try Ledger().run("capture"), .usage, "FILE")
    expect(try Ledger().run("file", "x"), .usage, "--unfiled")
    expect(try Ledger().run("tag", "x"), .usage, "--remove")
  }

  // MARK: Rules of the ledger

  @Test("Saving without category or payment is refused with the reason (IE-14)")
  func incompleteSave() throws {
    let ledger = try Ledger()
    let id = try ledger.capture("nothing to read here\n")
    expect(ledger.run("save", id), .no, "category", "payment", "total", "correct")
    #expect(try ledger.json("receipt", id)["state"] as? String == "draft")
    expect(ledger.run("add", "--amount", "5.00", "--payment", "card"), .no, "category")
    expect(ledger.run("add", "--amount", "5.00", "--category", "food"), .no, "payment")
  }

  @Test("A missing reading exits with 1, and a number that is no number with 64")
  func missingReading() throws {
    let ledger = try Ledger()
    let id = try ledger.capture("nothing to read here\n")
    expect(ledger.run("pick", id, "total", "1"), .no, "total")
    expect(ledger.run("pick", id, "total", "0"), .usage, "“0”")
    expect(ledger.run("pick", id, "total", "two"), .usage, "“two”")
    expect(ledger.run("confirm", id, "total"), .no, "total")
  }

  @Test("A deleted record cannot be changed, and an existing one cannot be restored")
  func deleted() throws {
    let ledger = try Ledger()
    let id = try ledger.add("5.00")
    expect(ledger.run("restore", id), .no, "not deleted")
    #expect(ledger.run("delete", id).code == .ok)
    expect(ledger.run("correct", id, "vendor", "x"), .no, "deleted")
    expect(ledger.run("discard", try ledger.add("5.00")), .no, "saved")
  }

  // MARK: Files

  @Test("A file that is not there, is a folder, or is no text")
  func files() throws {
    let ledger = try Ledger()
    expect(ledger.run("capture", "/no/such/scan.jpg"), .noInput, "/no/such/scan.jpg")
    expect(ledger.run("capture", "--text", "/no/such/text"), .noInput, "/no/such/text")
    let binary = ledger.folder + "/binary.txt"
    // The beginning of a photo, and UTF-16 with a character that no text has.
    for bytes: [UInt8] in [[0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10], [0xff, 0xfe, 0x41, 0x00, 0x00, 0x00]] {
      try Data(bytes).write(to: URL(fileURLWithPath: binary))
      expect(ledger.run("capture", "--text", binary), .dataError, "UTF-8")
    }
    expect(ledger.run("capture", "--batch", "/no/such/batch"), .noInput, "/no/such/batch")
    let large = try ledger.file("large.txt", String(repeating: "x", count: 300_000))
    expect(ledger.run("capture", "--text", large), .dataError, "larger")
    #expect(ledger.run("capture", ledger.folder).code != .ok)
    #expect(ledger.run("drafts").output.hasPrefix("There are no drafts"))
  }

  @Test("A backup into a folder that holds a ledger: 73")
  func backupOverLedger() throws {
    let ledger = try Ledger()
    #expect(ledger.run("backup", ledger.folder + "/copy").code == .ok)
    expect(ledger.run("backup", ledger.folder + "/copy"), .cannotCreate, "already a ledger")
  }

  @Test(
    "An empty name of a file or folder is refused: a script's variable had no value",
    arguments: [
      ["backup", ""], ["sync", ""], ["compare", ""], ["recover", ""], ["recover", "--from", ""],
      ["init", "--from", ""], ["check-proof", ""], ["import", ""], ["capture", ""], ["capture", "--text", ""],
      ["export", "-o", ""], ["prove", "1", "--since", ""],
    ])
  func emptyPath(_ arguments: [String]) throws {
    let ledger = try Ledger()
    expect(ledger.run(arguments), .usage, "is empty")
  }

  @Test("A bank's file that leaves two questions open is refused with a line for each")
  func openQuestions() throws {
    let ledger = try Ledger()
    let file = try ledger.file("june.csv", "date;amount;payee\n01/02/2026;-12.50;Kiosk 12.50 USD\n")
    let lines = ledger.run("import", file).errors.split(separator: "\n")
    #expect(
      lines.count == 4 && lines[1].contains("--date-order") && lines[2].contains("--currency"), "\(lines)")
  }

  @Test("A file in the place of the ledger's folder: 66")
  func fileAsLedger() throws {
    let ledger = try Ledger()
    let file = try ledger.file("file", "text")
    for command in ["status", "groups", "verify"] {
      expect(ledger.run("--ledger", file, command), .noInput, "a file is in the place of a folder")
    }
    expect(ledger.run("--ledger", file, "init"), .cannotCreate, "a file is in the place of a folder")
  }

  @Test("A dry run refuses what the command would refuse", arguments: [["0"], ["9999999999999999,99"]])
  func dryRun(_ amount: [String]) throws {
    let ledger = try Ledger()
    let line = ["add", "--category", "food", "--payment", "cash", "--amount"] + amount
    let refused = ledger.run(line)
    let dry = ledger.run(line + ["--dry-run"])
    #expect(refused.code != .ok && dry.code == refused.code, "\(refused.errors)\(dry.errors)")
    #expect(dry.errors == refused.errors)
    let long = ["add", "5", "food", "cash", "--tags", String(repeating: "x", count: 300)]
    #expect(ledger.run(long + ["--dry-run"]).errors == ledger.run(long).errors)
  }
}
