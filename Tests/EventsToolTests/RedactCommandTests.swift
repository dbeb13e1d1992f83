import Foundation
import LedgerPlatform
import Testing

@testable import events

@Suite("The redact command")
struct RedactCommandTests {
  private static let secret = "Alexanderplatz"

  /// The files below a ledger's folder that contain a text.
  private static func files(of ledger: Ledger, with text: String) throws -> [String] {
    let wanted = Data(text.utf8)
    return try FileManager.default.subpathsOfDirectory(atPath: ledger.path).filter { path in
      FileManager.default.contents(atPath: "\(ledger.path)/\(path)")?.range(of: wanted) != nil
    }
  }

  private static func scans(of ledger: Ledger) throws -> Int {
    try FileManager.default.subpathsOfDirectory(atPath: ledger.path).filter {
      $0.hasPrefix("attachments/") && $0.utf8.count > 64
    }.count
  }

  /// Captures a scan with these bytes, and returns the receipt.
  private static func capture(_ bytes: String, in ledger: Ledger) throws -> String {
    let scan = try ledger.file("\(UUID().uuidString).jpg", "\u{ff}\u{d8}\u{ff}" + bytes)
    let object = try ledger.json("capture", scan)
    return try #require(object["transaction"] as? String)
  }

  @Test("A text is erased from every file of the ledger, and the log still verifies")
  func containing() throws {
    let ledger = try Ledger()
    let taxi = try ledger.add("38.00", "--vendor", "Taxi \(Self.secret)", "--note", "to \(Self.secret)")
    _ = try ledger.add("9.00", "--vendor", "Rome")
    ledger.run("correct", taxi, "vendor", "Cab")
    ledger.run("correct", taxi, "note", "")
    #expect(ledger.run("search", "alex").output.contains("No receipt"))
    #expect(try !Self.files(of: ledger, with: Self.secret).isEmpty)

    // The event that recorded it, and those that replaced its values.
    let dry = try ledger.json("redact", "--containing", Self.secret.lowercased(), "--dry-run")
    #expect((dry["redacted"] as? [Int])?.count == 3 && dry["dryRun"] as? Bool == true)
    #expect((dry["events"] as? [Int])?.isEmpty == true)
    #expect(ledger.run("audit", taxi).output.contains(Self.secret))

    let done = try ledger.json("redact", "--containing", Self.secret, "--why", "asked")
    #expect(done["redacted"] as? [Int] == dry["redacted"] as? [Int])
    #expect((done["events"] as? [Int])?.count == 3)
    #expect(try Self.files(of: ledger, with: Self.secret) == [])
    #expect(ledger.run("verify").code == .ok && ledger.run("rebuild", "--check").code == .ok)
    #expect(ledger.run("receipts").output.contains("Rome") && !ledger.run("receipts").output.contains("Cab"))
    let position = try #require((done["redacted"] as? [Int])?.first)
    #expect(ledger.run("show", "\(position)").output.contains("The payload was erased"))
    #expect(ledger.run("tail").output.contains("asked"))
  }

  @Test("A saved receipt whose date and amount were redacted is noted, and is no damage")
  func saved() throws {
    let ledger = try Ledger()
    let receipt = try ledger.capture("Alexandermarkt\nSumme EUR 5,00\n14.06.2026")
    for (field, value) in [("category", "food"), ("payment", "card")] {
      #expect(ledger.run("correct", receipt, field, value).code == .ok)
    }
    #expect(ledger.run("save", receipt).code == .ok)
    #expect(!ledger.run("verify").output.contains("redacted"))
    #expect(ledger.run("redact", "--containing", "alexandermarkt", "--why", "asked").code == .ok)
    let verdict = ledger.run("verify")
    #expect(verdict.code == .ok, "\(verdict.output)")
    #expect(verdict.output.replacing("\n", with: " ").contains("missing in 1 saved"), "\(verdict.output)")
    let search = ledger.run("bisect", "saved-is-whole")
    #expect(search.code == .no && search.output.contains("nothing to find"), "\(search)")
  }

  @Test("A scan goes with the last event that names it")
  func scans() throws {
    let ledger = try Ledger()
    let first = try Self.capture("one", in: ledger)
    let second = try Self.capture("one", in: ledger)
    let other = try Self.capture("other", in: ledger)
    #expect(try Self.scans(of: ledger) == 2)
    let kept = try ledger.json("redact", first, "--why", "test")
    #expect(kept["pages"] as? Int == 0)
    #expect(try Self.scans(of: ledger) == 2)
    #expect(try ledger.json("redact", second, other, "--why", "test", "--dry-run")["pages"] as? Int == 2)
    #expect(ledger.run("redact", second, "--why", "test").output.contains("with 1 scan"))
    #expect(try Self.scans(of: ledger) == 1)
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("A scan that an interrupted run left is removed by the next, unless it is young")
  func interrupted() throws {
    let ledger = try Ledger()
    let receipt = try Self.capture("one", in: ledger)
    #expect(ledger.run("redact", receipt, "--why", "test").code == .ok)
    let folder = ledger.path + "/attachments/ab"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let page = folder + "/ab" + String(repeating: "0", count: 62)
    #expect(FileManager.default.createFile(atPath: page, contents: Data("left".utf8)))
    #expect(FileManager.default.createFile(atPath: folder + "/notes.txt", contents: Data()))
    // The clock of the test's ledger is in 2026, and the file is written now.
    let clock = try #require(ledger.json("show", "1")["recorded"] as? String).prefix(10)
    let then = try #require(ISO8601DateFormatter().date(from: clock + "T00:00:00Z"))
    func age(_ days: Double) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: then.addingTimeInterval(-days * 86_400)], ofItemAtPath: page)
    }
    try age(-0.5)
    #expect(ledger.run("redact", receipt, "--why", "test").output.contains("erased before"))
    #expect(FileManager.default.fileExists(atPath: page))
    try age(2)
    #expect(ledger.run("redact", receipt, "--why", "test", "--dry-run").code == .ok)
    #expect(FileManager.default.fileExists(atPath: page))
    #expect(ledger.run("redact", receipt, "--why", "test").code == .ok)
    #expect(!FileManager.default.fileExists(atPath: page))
    // The run before may have erased all that contained the text.
    #expect(FileManager.default.createFile(atPath: page, contents: Data("left".utf8)))
    try age(2)
    let nothing = ["redact", "--containing", "nothing like it", "--why", "test"]
    #expect(ledger.run(nothing + ["--dry-run"]).code == .no && FileManager.default.fileExists(atPath: page))
    #expect(ledger.run(nothing).code == .no && !FileManager.default.fileExists(atPath: page))
    #expect(FileManager.default.fileExists(atPath: folder + "/notes.txt"))
  }

  @Test("Another device erases the content when it syncs, and one that joins later does not keep it")
  func sync() throws {
    let laptop = try Ledger()
    let phone = try Ledger(begun: false)
    let shared = laptop.folder + "/shared"
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    let taxi = try laptop.add("38.00", "--vendor", "Taxi \(Self.secret)")
    let scan = try Self.capture("one", in: laptop)
    #expect(laptop.run("sync", shared).code == .ok)
    #expect(phone.run("init", "--device", "phone", "--from", shared).code == .ok)
    #expect(phone.run("search", "alex").output.contains(Self.secret))
    #expect(try Self.scans(of: phone) == 1)

    #expect(laptop.run("redact", taxi, scan, "--why", "asked").code == .ok)
    #expect(laptop.run("sync", shared).code == .ok)
    #expect(phone.run("sync", shared).output.contains("was erased, as another device had asked"))
    let tablet = try Ledger(begun: false)
    #expect(tablet.run("init", "--device", "tablet", "--from", shared).code == .ok)
    for ledger in [phone, tablet] {
      #expect(try Self.files(of: ledger, with: Self.secret) == [])
      #expect(try Self.scans(of: ledger) == 0)
      #expect(ledger.run("verify").code == .ok && ledger.run("rebuild", "--check").code == .ok)
      #expect(ledger.run("search", "alex").output.contains("No receipt"))
    }
    // A second sync brings nothing back.
    #expect(phone.run("sync", shared).output.contains("Up to date"))
    #expect(try Self.files(of: phone, with: Self.secret) == [] && Self.scans(of: phone) == 0)
  }

  @Test("An import of events erases the content of those that they redact")
  func imported() throws {
    let laptop = try Ledger()
    let copy = try Ledger(begun: false)
    let taxi = try laptop.add("38.00", "--vendor", "Taxi \(Self.secret)")
    func hand() throws {
      let file = try laptop.file("events.ndjson", laptop.run("tail", "-n", "1000", "--json").output)
      #expect(copy.run("import", "--format", "ndjson", file).code == .ok)
    }
    try hand()
    #expect(copy.run("search", "alex").output.contains(Self.secret))
    #expect(laptop.run("redact", taxi, "--why", "asked").code == .ok)
    try hand()
    #expect(try Self.files(of: copy, with: Self.secret) == [])
    #expect(copy.run("verify").code == .ok && copy.run("search", "alex").output.contains("No receipt"))
  }

  @Test("A recovery from an older backup brings back neither the content nor the scan")
  func recovered() throws {
    let ledger = try Ledger()
    let taxi = try ledger.add("38.00", "--vendor", "Taxi \(Self.secret)")
    let scan = try Self.capture("one", in: ledger)
    let kept = try Self.capture("other", in: ledger)
    let backup = ledger.folder + "/backup"
    #expect(ledger.run("backup", backup).code == .ok)
    #expect(ledger.run("redact", taxi, scan, "--why", "asked").code == .ok)
    let page = try #require(
      FileManager.default.subpathsOfDirectory(atPath: ledger.path).first {
        $0.hasPrefix("attachments/") && $0.utf8.count > 64
      })
    try FileManager.default.removeItem(atPath: "\(ledger.path)/\(page)")
    #expect(ledger.run("recover", backup).code == .ok)
    #expect(try Self.files(of: ledger, with: Self.secret) == [])
    #expect(try Self.scans(of: ledger) == 1 && ledger.run("verify").code == .ok)
    #expect(ledger.run("receipt", kept).code == .ok)
  }

  @Test("A request that names nothing, gives no reason or asks for what must stay is refused")
  func refused() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00", "--vendor", "Taxi")
    let events = try #require(ledger.json("status")["events"] as? Int)
    #expect(ledger.run("redact", "\(events)").code == .usage)
    #expect(ledger.run("redact", "--why", "x").code == .usage)
    #expect(ledger.run("redact", "--why", "x", "--containing", " ").code == .usage)
    #expect(ledger.run("redact", "\(events)", "--why", " ").code == .dataError)
    #expect(ledger.run("redact", "\(events)", "--why", String(repeating: "x", count: 1_025)).code == .dataError)
    #expect(ledger.run("redact", "9999", "--why", "x").code == .noInput)
    #expect(ledger.run("redact", "ffffffff", "--why", "x").code == .noInput)
    let creation = ledger.run("redact", "1", "--why", "x")
    #expect(creation.code == .no && creation.errors.contains("LedgerCreated cannot be erased"))
    #expect(ledger.run("redact", "1", "--dry-run").code == .no)
    let missing = ledger.run("redact", "--containing", "Rome", "--why", "x")
    #expect(missing.code == .no && missing.errors.contains("no event contains “Rome”"))
    #expect(try ledger.json("status")["events"] as? Int == events)
    #expect(ledger.run("redact", "\(events)", "--why", "x").code == .ok)
    #expect(ledger.run("undo").code == .no)
    #expect(ledger.run("--read-only", "redact", "\(events)", "--why", "x").code != .ok)
  }
}
