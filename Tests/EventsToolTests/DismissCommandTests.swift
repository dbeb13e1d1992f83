import Testing

@testable import events

@Suite("Telling duplicates apart at the tool")
struct DismissCommandTests {
  private static func kiosks(_ count: Int, in ledger: Ledger) throws -> [String] {
    try (0..<count).map { _ in try ledger.add("84.50", "--vendor", "Kiosk") }
  }

  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("IE-26: without another named, dismiss lists those from which it told the receipt apart")
  func said() throws {
    let ledger = try Ledger()
    let ids = try Self.kiosks(3, in: ledger)
    let outcome = ledger.run("dismiss", ids[0])
    #expect(outcome.code == .ok, "\(outcome.errors)")
    let words = Self.words(outcome.output)
    #expect(words.contains("Not the same as"), "\(words)")
    for other in ids[1...] { #expect(words.contains(other.prefix(8)), "\(other): \(words)") }
    #expect(!ledger.run("dismiss", ids[0]).output.contains("Not the same as"), "nothing was said anew")
    #expect(ledger.run("duplicates", "--json").lines.count == 1, "the other two are still alike")
    let json = ledger.run("dismiss", ids[1], "--json")
    #expect(json.lines.count == 1 && json.output.contains("\"events\""), "\(json.output)")
  }

  @Test("IE-26: undo makes what was told apart open again, at once for all of a command")
  func undone() throws {
    let ledger = try Ledger()
    let ids = try Self.kiosks(3, in: ledger)
    ledger.run("dismiss", ids[0])
    let undone = ledger.run("undo", "HEAD")
    #expect(undone.code == .ok, "\(undone.errors)")
    #expect((try ledger.json("receipt", ids[0])["duplicates"] as? [Any])?.count == 2)
    #expect(ledger.run("tail").output.contains("DuplicateReopened"))
    #expect(ledger.run("undo", "HEAD").code == .ok)
    #expect((try ledger.json("receipt", ids[0])["duplicates"] as? [Any])?.isEmpty == true)
  }
}
