import Foundation
import Testing

@testable import events

@Suite("The export command")
struct ExportCommandTests {
  private let formats = ["hledger", "beancount", "csv", "ndjson"]

  @Test("IE-34 Every format, to standard output and to a file, is the same text")
  func goldens() throws {
    let ledger = try TwoTrips().ledger
    for format in formats {
      let outcome = ledger.run("export", "--format", format)
      #expect(outcome.code == .ok && outcome.errors.isEmpty, "\(outcome.errors)")
      try Golden.expect(outcome.output, "export-\(format)")
      let path = "\(ledger.folder)/out.\(format)"
      let written = ledger.run("export", "--format", format, "-o", path)
      #expect(written.code == .ok && written.output.hasPrefix("5 receipts, "), "\(written.errors)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(outcome.output.utf8))
    }
    let lines = ledger.run("receipts", "--through", "2026-12-31", "--json").lines
    #expect(ledger.run("export", "--format", "ndjson").lines.sorted() == lines.sorted())
    let hidden = try FileManager.default.contentsOfDirectory(atPath: ledger.folder).filter { $0.hasPrefix(".") }
    #expect(hidden.isEmpty, "\(hidden)")
  }

  @Test("FF-21 A file that is there is overwritten with --yes only, and stays as it is when that fails")
  func overwriting() throws {
    let ledger = try Ledger()
    _ = try ledger.add("5")
    let path = try ledger.file("out.csv", "mine")
    let refused = ledger.run("export", "--format", "csv", "-o", path)
    #expect(refused.code == .cannotCreate && refused.errors.contains("--yes"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(
      ledger.run("export", "--format", "csv", "-o", path, "--group", "Atlantis", "--yes").code == .noInput)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(ledger.run("export", "--format", "csv", "-o", path, "--yes").code == .ok)
    #expect(try String(contentsOfFile: path, encoding: .utf8) != "mine")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("IE-09 Filters leave out rows, and an empty result is reported")
  func filters() throws {
    let ledger = try Ledger()
    _ = try ledger.add("5")
    let none = ledger.run("export", "--format", "ndjson", "--category", "hotel")
    #expect(none.code == .ok && none.output.isEmpty && none.errors.contains("category hotel"))
    #expect(try Ledger().run("export", "--format", "ndjson").errors.contains("no saved receipts yet"))
    let past = ledger.run("export", "--format", "ndjson", "--at", "6")
    #expect(past.code == .ok && past.output.isEmpty)
  }

  @Test("IE-34 Wrong formats and places")
  func wrong() throws {
    let ledger = try Ledger()
    #expect(ledger.run("export").code == .usage)
    #expect(
      ledger.run("export").errors.contains("hledger, beancount, csv, items, ndjson, zip, xlsx, html or pdf"))
    #expect(ledger.run("export", "--format", "hledgr").errors.contains("Did you mean “hledger”?"))
    #expect(ledger.run("export", "--format", "csv", "-o", "/no/such/folder/x").code == .cannotCreate)
    #expect(ledger.run("export", "--format", "zip", "-o", ledger.folder + "/").code == .ok)
    #expect(
      ledger.run("export", "--format", "csv", "-o", ledger.folder + "/ledger/log.sqlite", "--yes").code != .ok)
    #expect(ledger.run("export", "--format", "csv", "--json").code == .usage)
  }
}
