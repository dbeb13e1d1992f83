import EventLog
import Testing

@testable import events

@Suite("Explanations agree with the figures")
struct ExplainedValueTests {
  /// The cells of the first line that begins with a field, without the blanks between them.
  private func line(_ text: String, _ beginning: String) -> String {
    let found = text.split(separator: "\n").first { line in
      line.split(separator: " ").joined(separator: " ").hasPrefix(beginning)
    }
    return found?.split(separator: " ").joined(separator: " ") ?? ""
  }

  @Test("audit and blame show every amount in the currency that it had")
  func currencies() throws {
    let ledger = try Ledger()
    let id = try ledger.add("7720 JPY")
    #expect(ledger.run("correct", id, "currency", "EUR").code == .ok)
    #expect(ledger.run("correct", id, "total", "81 USD").code == .ok)
    let blame = ledger.run("blame", id, "total", "--history").output
    for words in ["JP¥7,720", "€7,720.00", "US$81.00"] { #expect(blame.contains(words), "\(blame)") }
    #expect(!blame.contains("US$7,720"), "\(blame)")
    #expect(line(ledger.run("blame", id, "total").output, "total").hasPrefix("total US$81.00 9"))
    let audit = ledger.run("audit", id).output
    for words in ["JP¥7,720", "€7,720.00", "US$81.00"] { #expect(audit.contains(words), "\(audit)") }
    #expect(!audit.contains("US$7,720"), "\(audit)")
  }

  @Test("audit names the event that set the value, and no later proposal")
  func event() throws {
    let ledger = try Ledger()
    let id = try ledger.add("4.50", "--vendor", "REWE CITY")
    #expect(ledger.run("correct", id, "total", "80").code == .ok)
    let page = try ledger.file("scan.txt", "REWE City\nBrot 3,50\nMilch 1,20\nSUMME EUR 4,70\n14.06.2026")
    #expect(ledger.run("page", "add", id, page).output.contains("propos"))
    let audit = ledger.run("audit", id).output
    #expect(line(audit, "total").hasSuffix(" 8"), "\(audit)")
    #expect(audit.contains("proposed"))
  }

  @Test("audit names the group that a receipt was filed into at each step")
  func groups() throws {
    let ledger = try Ledger()
    let id = try ledger.add("4.50")
    for name in ["Rome", "Paris"] {
      #expect(ledger.run("group", "create", name).code == .ok)
      #expect(ledger.run("file", id, name).code == .ok)
    }
    let audit = ledger.run("audit", id).output
    #expect(audit.contains("filed     Rome") && audit.contains("filed     Paris"), "\(audit)")
  }

  @Test("audit tells of a conflict, and names the other person")
  func conflict() throws {
    let ledger = try Ledger()
    let id = try ledger.add("4.50", "--vendor", "REWE")
    let theirs = try ledger.recordedElsewhere(["correct", id, "vendor", "ALDI"])
    #expect(ledger.run("correct", id, "vendor", "EDEKA").code == .ok)
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    _ = try log.takeIn(theirs, receivedAtMilliseconds: 1_781_440_000_000)
    try log.close()
    let audit = ledger.run("audit", id).output
    #expect(audit.contains("1 field in conflict") && audit.contains("in conflict; by user/anna"), "\(audit)")
    let blame = ledger.run("blame", id, "vendor").output
    #expect(blame.contains("EDEKA") && blame.contains("in conflict"), "\(blame)")
    #expect(ledger.run("correct", id, "vendor", "EDEKA").code == .ok)
    let settled = ledger.run("blame", id, "vendor", "--history").output
    #expect(settled.contains("chosen by 10") && settled.contains("replaced by 10"), "\(settled)")
    #expect(!ledger.run("audit", id).output.contains("conflict"))
  }

  @Test("blame of a state has no conflict with a state that was followed by another one")
  func restored() throws {
    let ledger = try Ledger()
    let id = try ledger.capture("REWE City\nBrot 3,50\nSUMME EUR 4,70\nGeg. BAR EUR 5,00\n14.06.2026\n")
    for arguments in [["delete", id], ["restore", id], ["correct", id, "category", "food"], ["save", id]] {
      #expect(ledger.run(arguments + ["--yes"].filter { _ in arguments[0] == "delete" }).code == .ok)
    }
    let blame = ledger.run("blame", id, "state", "--history").output
    #expect(blame.contains("saved") && !blame.contains("conflict"), "\(blame)")
  }
}
