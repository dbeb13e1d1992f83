import Testing

@testable import events

@Suite("Redactions that an answer names")
struct RedactionNotesTests {
  /// A ledger in which the only change of a figure was redacted.
  private static func ledger() throws -> (Ledger, receipt: String, position: Int) {
    let ledger = try Ledger()
    let receipt = try ledger.add("38.00", "--vendor", "Taxi", "--note", "to Alexanderplatz")
    #expect(ledger.run("correct", receipt, "note", "to the station").code == .ok)
    let done = try ledger.json("redact", "--containing", "to Alexanderplatz", "--why", "request-204")
    return (ledger, receipt, try #require((done["redacted"] as? [Int])?.first))
  }

  private static func words(_ outcome: Tool.Outcome) -> String { outcome.output.replacing("\n", with: " ") }

  @Test("why, blame and diff name the redacted events, and who asked for it, when and why")
  func named() throws {
    let (ledger, receipt, position) = try Self.ledger()
    for arguments in [["why", "expense", "all", "EUR"], ["blame", receipt], ["diff", "1..HEAD"]] {
      let text = Self.words(ledger.run(arguments))
      #expect(text.contains("Note: 2 events were redacted"), "\(arguments): \(text)")
      #expect(text.contains("event \(position), TransactionRecorded, redacted"), "\(arguments): \(text)")
      #expect(text.contains("by user/") && text.contains(": request-204"), "\(arguments): \(text)")
    }
    let other = try ledger.add("9.00")
    #expect(!Self.words(ledger.run("blame", other)).contains("redacted"))
    #expect(!Self.words(ledger.run("diff", "HEAD~1")).contains("redacted"))
    let json = ledger.run("diff", "1..HEAD", "--json").output
    #expect(json.contains(#""redacted":[{"actor":"user/"#) && json.contains(#""why":"request-204""#), "\(json)")
  }

  @Test("bisect does not claim that a figure never changes if events were redacted")
  func bisect() throws {
    let (ledger, _, position) = try Self.ledger()
    let outcome = ledger.run("bisect", "expense all EUR = 5.00")
    let text = Self.words(outcome)
    #expect(outcome.code == .no && !text.contains("never changes"), "\(text)")
    #expect(
      text.contains("Note: 2 events were redacted") && text.contains("event \(position), TransactionRecorded"),
      "\(text)")
    let plain = try Ledger()
    _ = try plain.add("9.00")
    #expect(Self.words(plain.run("bisect", "expense all EUR = 5.00")).contains("never changes"))
  }
}
