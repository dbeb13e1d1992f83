import EventLog
import Foundation
import Testing

@testable import events

/// Rows of the checklist about recording itself.
@Suite("Recording")
struct EntryRowTests {
  @Test(
    "ET-01 What is saved is on record when the command ends, for every process; the tool asks no other machine")
  func localFirst() throws {
    let ledger = try Ledger()
    let outcome = try BuiltTool.shell(
      "$events add 'taxi 5 cash' --every month --json", environment: ["EVENTS_LEDGER": ledger.path])
    #expect(outcome.code == 0 && outcome.output.contains("\"transaction\":"), "\(outcome.errors)")
    let log = try LedgerLog.open(ledger.path, mode: .readOnly)
    defer { try? log.close() }
    var types: Set<String> = []
    try log.forEachEvent { types.insert($0.type) }
    #expect(types.isSuperset(of: ["TransactionRecorded", "RuleCreated"]))
    // Names that it would have to ask of the system's libraries. A sanitizer is inside the program that it watches, and
    // names what it watches: there is nothing to be seen of the system's own then.
    let program = try Data(contentsOf: URL(fileURLWithPath: BuiltTool.path), options: .alwaysMapped)
    let isSanitized = ["__asan_init", "__tsan_init"].contains { program.range(of: Data($0.utf8)) != nil }
    for name in ["URLSession"] + (isSanitized ? [] : ["getaddrinfo", "gethostbyname"]) {
      #expect(program.range(of: Data(name.utf8)) == nil, "\(name)")
    }
    #expect(program.range(of: Data("sqlite3_open_v2".utf8)) != nil, "it is looked at as it should be")
  }

  @Test(
    "ET-01 Only “explore --serve” and “ynab connect” open a socket, on this machine, and only “ynab” starts curl"
  )
  func sockets() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources").standardizedFileURL
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var found: [String: Set<String>] = [:]
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for word in [
        "socket(", "sockaddr_in", "sockaddr_un", "getaddrinfo", "INADDR_ANY", "LoopbackListener()",
        "URLSession.shared",
        "\"curl\"", "CurlTransport(",
      ] where text.contains(word) {
        found[word, default: []].insert(file.lastPathComponent)
      }
    }
    let listener: Set = ["LoopbackListener.swift"]
    #expect(
      found == [
        "socket(": listener, "sockaddr_in": listener,
        "LoopbackListener()": ["Explore.swift", "YNABConsent.swift"], "\"curl\"": ["CurlTransport.swift"],
        "CurlTransport(": ["YNABConnection.swift", "YNABConsent.swift"],
      ])
  }

  @Test("FF-24 Every event names its actor: a person or a machine")
  func actors() throws {
    let ledger = try RuleCommandTests.ledger()
    _ = try RuleCommandTests.rent(ledger)
    _ = try ledger.capture("REWE\n14.06.2026\nSUMME EUR 4,70")
    ledger.run("undo", "HEAD")
    var actors: [String: Set<String>] = [:]
    for line in ledger.run("tail", "-n", "1000", "--json").lines {
      let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let type = try #require(event["type"] as? String)
      actors[type, default: []].insert(try #require(event["actor"] as? String))
    }
    #expect(actors["RuleCreated"] == ["user/anna"] && actors["ReceiptCaptured"] == ["user/anna"])
    #expect(actors["RecurrenceGenerated"] == ["rule"])
    #expect(actors["TransactionRecorded"] == ["user/anna", "rule"])
    #expect(actors["ExtractionCompleted"]?.allSatisfy { $0.hasPrefix("extractor/") } == true)
    for (type, names) in actors {
      #expect(names.allSatisfy { $0.contains(/^(user|extractor|engine)\/.|^rule$/) }, "\(type): \(names)")
    }
  }
}
