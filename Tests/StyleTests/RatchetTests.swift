import Testing

/// The list of exceptions can only shrink.
@Suite("Exceptions of style")
struct RatchetTests {
  private static func ratchet(_ counts: [(String, Rule, Int)]) -> Ratchet {
    Ratchet(counts: .init(uniqueKeysWithValues: counts.map { (Ratchet.Key(area: $0.0, rule: $0.1), $0.2) }))
  }

  @Test("A list is read back unchanged")
  func roundTrip() {
    let ratchet = Self.ratchet([("EventLog", .cannot, 3), ("README.md", .wornOutWord, 12)])
    let parsed = Ratchet.parse(ratchet.text)
    #expect(parsed.ratchet == ratchet)
    #expect(parsed.wrong.isEmpty)
  }

  @Test(
    "A line that is no exception is reported",
    arguments: ["EventLog cannot", "EventLog nonsense 3", "EventLog cannot 0", "EventLog cannot -1", "x"])
  func wrongLines(line: String) {
    #expect(Ratchet.parse(line).wrong == [line])
  }

  @Test("A count that grew and one that shrank are both differences")
  func differences() {
    let listed = Self.ratchet([("A", .cannot, 3), ("B", .cannot, 3), ("C", .cannot, 3)])
    let found = Self.ratchet([("A", .cannot, 4), ("B", .cannot, 2), ("C", .cannot, 3), ("D", .semicolon, 1)])
    let differences = listed.differences(from: found).map { "\($0.key.area) \($0.listed) \($0.found)" }
    #expect(differences == ["A 3 4", "B 3 2", "D 0 1"])
  }

  @Test("Tightening lowers counts, removes those that reached zero, and raises and adds nothing")
  func tightened() {
    let listed = Self.ratchet([("A", .cannot, 3), ("B", .cannot, 3), ("C", .cannot, 3)])
    let found = Self.ratchet([("A", .cannot, 4), ("B", .cannot, 2), ("D", .semicolon, 1)])
    #expect(listed.tightened(to: found) == Self.ratchet([("A", .cannot, 3), ("B", .cannot, 2)]))
  }

  @Test("Files that moved take their counts along, for the rules whose total did not grow")
  func moved() {
    let listed = Self.ratchet([("A", .cannot, 5), ("A", .semicolon, 1)])
    let found = Self.ratchet([("A", .cannot, 2), ("B", .cannot, 3), ("A", .semicolon, 1), ("B", .semicolon, 1)])
    let expected = Self.ratchet([("A", .cannot, 2), ("B", .cannot, 3), ("A", .semicolon, 1)])
    #expect(listed.moved(to: found) == expected)
  }

  @Test("A named exception covers its own violation alone")
  func named() {
    let exception = NamedException(rule: .limitName, file: "A.swift", detail: "most", reason: "")
    func violation(_ rule: Rule, _ path: String, _ detail: String) -> Violation {
      Violation(rule: rule, path: path, line: 1, detail: detail)
    }
    #expect(exception.covers(violation(.limitName, "Sources/A/A.swift", "most")))
    #expect(!exception.covers(violation(.limitName, "Sources/A/A.swift", "few")))
    #expect(exception.covers(violation(.limitName, "Sources/B/A.swift", "most")))
    #expect(!exception.covers(violation(.limitName, "Sources/A/B.swift", "most")))
    #expect(!exception.covers(violation(.cannot, "Sources/A/A.swift", "most")))
  }
}
