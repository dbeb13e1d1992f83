import EventLog
import LedgerBytes
import LedgerSQLite
import Testing

@Suite("Append, at the edges") struct AppendEdgeTests {
  @Test("what is returned is what is stored, byte for byte")
  func returned() throws {
    let log = try TestLog()
    let stored = try log.append(
      draft(type: "Dépensé 日本", schema: .max, payload: #"{"a": [1, true, "é\u0000\n🧾"]}"#, actor: "user/Zoë"),
      draft(cause: .draft(0)),
      draft(stream(2, "dépense"), cause: .event(EventReference(device: id(7), sequence: 9))))
    #expect(try log.events() == stored)
    for (event, read) in zip(stored, try log.events()) {
      #expect(Array(event.type.utf8) == Array(read.type.utf8) && event.payload == read.payload)
      #expect(read.envelope.computedLeaf == read.leaf)
    }
    #expect(try log.reopened().event(at: 1) == stored[0])
  }

  @Test("a cause is an earlier draft of the batch, an event, or absent")
  func causes() throws {
    let log = try TestLog()
    try log.append(draft())
    let events = try log.append(draft(), draft(cause: .draft(0)), draft(stream(2), cause: .draft(1)))
    #expect(events.map(\.cause) == [nil, events[0].reference, events[1].reference])
    for cause in [
      EventDraft.Cause.draft(1), .draft(2), .draft(-1), .event(EventReference(device: .zero, sequence: 0)),
    ] {
      let error = refusal { try log.append(draft(), draft(cause: cause)) }
      guard case .invalidDraft(draft: 1, _) = error else {
        Issue.record("\(String(describing: error)) for \(cause)")
        continue
      }
    }
    #expect(try log.log.lastPosition() == 4)
  }

  @Test(
    "a draft in the middle that is refused leaves nothing of its batch, or of its write",
    arguments: [
      draft(type: ""), draft(stream(5, "")), draft(payload: "nothing"), draft(cause: .draft(7)),
      draft(expecting: .version(9)),
      draft(type: String(repeating: "x", count: 70_000)), draft(actor: String(repeating: "é", count: 40_000)),
    ])
  func atomicity(bad: EventDraft) throws {
    let log = try TestLog()
    try log.append(draft())
    let before = try contents(of: log.tool())
    let head = try bytes(of: log.head)
    #expect(throws: EventLogError.self) { try log.append(draft(), draft(stream(8), type: "New"), bad, draft()) }
    #expect(throws: EventLogError.self) {
      try log.log.write { writer in
        _ = try log.append([draft(stream(9, "new"))], with: writer)
        _ = try log.append([bad], with: writer)
      }
    }
    #expect(try contents(of: log.tool()) == before)
    #expect(try bytes(of: log.head) == head)
    #expect(try log.append(draft(stream(8), type: "New")).first?.position == 2)
    #expect(try log.log.verify().isSound)
  }

  @Test("a guard that ends the transaction ends the write, whatever its body goes on to do")
  func endedTransaction() throws {
    let log = try TestLog()
    try log.append(draft())
    let tool = try log.tool()
    try tool.execute(
      """
      CREATE TRIGGER test_only BEFORE INSERT ON command BEGIN SELECT RAISE(ROLLBACK, 'not now'); END;
      CREATE TRIGGER test_redact BEFORE UPDATE ON event BEGIN SELECT RAISE(ROLLBACK, 'not now'); END;
      """)
    try tool.close()
    let before = try contents(of: log.tool())
    let reference = EventReference(device: log.device, sequence: 1)
    for attempt in 0..<2 {
      #expect(throws: (any Error).self) {
        try log.log.write { writer in
          _ = try log.append([draft()], with: writer)
          if attempt == 0 {
            try? writer.remember(command: id(3), content: [], first: 2, count: 1)
          } else {
            try? writer.redact(reference)
          }
          _ = try? log.append([draft(stream(4))], with: writer)
        }
      }
      #expect(try contents(of: log.tool()) == before)
    }
  }

  @Test(
    "a payload is JSON in the log's dialect, stored as it is",
    arguments: [
      "", " ", "{", "{}{}", "null", #"{"a":null}"#, "1.5", "1e3", "9007199254740992", "-9007199254740992",
      #"{"a":1,"a":2}"#, "[1,2,]", "\u{FEFF}{}", "NaN", "'x'", #""\ud800""#, #""\x""#, "-0",
      String(repeating: "[", count: 33) + String(repeating: "]", count: 33),
    ])
  func payloads(text: String) throws {
    let log = try TestLog()
    let error = refusal { try log.append(draft(payload: text)) }
    guard case .invalidPayload(draft: 0, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try log.log.lastPosition() == 0)
  }

  @Test("a payload that is not UTF-8 is refused")
  func notUTF8() throws {
    let log = try TestLog()
    var bad = draft()
    bad.payload = [0x22, 0xC3, 0x22]
    #expect(throws: EventLogError.self) { try log.append(bad) }
  }

  @Test("a text has 256 KiB at the most, an event 1 MiB")
  func limits() throws {
    let log = try TestLog()
    func text(_ count: Int) -> String { "\"" + String(repeating: "x", count: count) + "\"" }
    try log.append(draft(payload: text(EventLimits.textBytes)))
    #expect(
      refusal { try log.append(draft(payload: text(EventLimits.textBytes + 1))) }
        == .tooLarge(what: "a text of draft 0", bytes: EventLimits.textBytes + 1, limit: EventLimits.textBytes))
    // What counts is the text, not its escapes.
    try log.append(draft(payload: "\"" + String(repeating: "\\u00e9", count: EventLimits.textBytes / 2) + "\""))
    let escaped = "\"" + String(repeating: "\\ud83e\\uddfe", count: EventLimits.textBytes / 4 + 1) + "\""
    #expect(throws: EventLogError.self) { try log.append(draft(payload: escaped)) }

    let part = text(200_000)
    let five = "[" + Array(repeating: part, count: 5).joined(separator: ",") + "]"
    let overhead = try #require(try log.append(draft(payload: five)).first?.envelope.hashedBytes).count
    let rest = EventLimits.eventBytes - overhead - five.utf8.count - 1
    let whole = five.dropLast() + "," + text(rest - 3) + "]"
    try log.append(draft(payload: String(whole)))
    let error = refusal { try log.append(draft(payload: five.dropLast() + "," + text(rest - 2) + "]")) }
    guard case .tooLarge(_, EventLimits.eventBytes + 1, EventLimits.eventBytes) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try log.log.verify().isSound)
  }

  @Test("a second writer waits as long as it may, then reports that another process is busy")
  func busy() throws {
    let log = try TestLog()
    let other = try LedgerLog.open(log.folder, mode: .readWrite, busyTimeoutMilliseconds: 20)
    try log.log.write { _ in
      #expect(refusal { try other.write { _ in } } == .busy(milliseconds: 20))
    }
    try other.write { _ in }
  }
}
