import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import events

/// Proofs that prove nothing, logs that were changed, and files that are no proofs.
@Suite("Proofs that are refused")
struct ProofRefusalTests {
  /// An object as one line of JSON.
  private static func line(_ object: [String: Any]) throws -> String {
    let bytes = try JSONSerialization.data(
      withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }

  /// Another value of the same kind.
  private static func other(_ value: Any, _ key: String) -> Any {
    switch value {
    case let text as String where UniqueID(text) != nil: "0badc0de-0000-4000-8000-00000000beef"
    case let text as String where ["time", "recorded"].contains(key):
      text.replacing("T1", with: "T0").replacing("T2", with: "T1")
    case let text as String where ["leaf", "salt"].contains(key):
      (text.hasPrefix("a") ? "b" : "a") + text.dropFirst()
    case let text as String: text + "x"
    case let number as Int: number + 1
    case is NSNull where key == "cause": ["device": "0badc0de-0000-4000-8000-000000000001", "sequence": 1]
    case is NSNull: "0badc0de"
    case is [Any]: [["device": "0badc0de-0000-4000-8000-000000000001", "sequence": 1]]
    case let object as [String: Any]:
      object.merging(["id": "0badc0de-0000-4000-8000-00000000beef", "amount": ["currency": "EUR"]]) { $1 }
    default: NSNull()
    }
  }

  @Test("Each part of a proven event that is changed makes the proof wrong", arguments: [7, 8])
  func changedEvent(position: Int) throws {
    let proof = try object(try ProvenLedger().prove("\(position)"))
    let event = try #require(proof["event"] as? [String: Any])
    let local: Set<String> = ["file", "position", "previous", "received", "version"]
    for (key, value) in event where !local.contains(key) {
      var (changed, forged) = (event, proof)
      changed[key] = Self.other(value, key)
      #expect(!NSDictionary(dictionary: changed).isEqual(to: event), "\(key)")
      forged["event"] = changed
      let outcome = checkProof(try Self.line(forged), "--json")
      #expect(outcome.code == .no, "\(key): \(outcome.code) \(outcome.output)\(outcome.errors)")
      #expect(outcome.output.contains(#""isProven":false"#), "\(key)")
      if key == "transaction" || key == "commitment" { continue }
      changed[key] = nil
      forged["event"] = changed
      #expect(checkProof(try Self.line(forged)).code == .dataError, "\(key)")
    }
  }

  @Test("A payload that is not the one in base64 is shown to nobody as proven")
  func twoPayloads() throws {
    var proof = try object(try ProvenLedger().prove("7"))
    var event = try #require(proof["event"] as? [String: Any])
    let payload = try #require(event["payload"] as? [String: Any])
    event["payloadBase64"] = Base64.encode(Array(try Self.line(payload).dropLast().utf8))
    proof["event"] = event
    #expect(checkProof(try Self.line(proof)).code == .ok)
    event["payload"] = Self.other(payload, "payload")
    proof["event"] = event
    let outcome = checkProof(try Self.line(proof))
    #expect(outcome.code == .no && outcome.words.contains("“payload” of the event is not what was hashed"))
  }

  @Test(
    "Each hash, size, root and origin that is changed makes the proof wrong",
    arguments: ["inclusion", "growth"])
  func changedProof(kind: String) throws {
    let proven = try ProvenLedger()
    _ = try proven.ledger.add("9.00")
    let kept = try proven.keep()
    for amount in 1...4 { _ = try proven.ledger.add("\(amount).00") }
    let now = try proven.keep("now.txt")
    let line = kind == "growth" ? try proven.prove("--since", kept) : try proven.prove("3")
    let proof = try #require(try objects(line).max { Self.hashes($0).count < Self.hashes($1).count })
    let hashes = Self.hashes(proof)
    try #require(hashes.count > 2)
    let zeros = Base64.encode([UInt8](repeating: 0, count: 32))
    var forgeries: [[String: Any]] = []
    var sizes: [(forged: [String: Any], kept: String)] = []
    func forge(_ key: String, _ value: Any) { forgeries.append(proof.merging([key: value]) { $1 }) }
    for index in hashes.indices {
      forge("hashes", hashes.enumerated().map { $0.offset == index ? zeros : $0.element })
      forge("hashes", hashes.enumerated().filter { $0.offset != index }.map(\.element))
      var swapped = hashes
      swapped.swapAt(index, (index + 1) % hashes.count)
      forge("hashes", swapped)
    }
    forge("hashes", hashes + [zeros])
    forge("hashes", [zeros] + hashes)
    for key in kind == "growth" ? ["checkpoint", "since"] : ["checkpoint"] {
      let checkpoint = try #require(proof[key] as? [String: Any])
      let size = try #require(checkpoint["size"] as? Int)
      let origin = try #require(checkpoint["origin"] as? String)
      let (ledger, device) = (String(origin.prefix(44)), String(origin.suffix(36)))
      for size in [size - 1, size + 1, 1, Int.max] {
        let forged = proof.merging([key: checkpoint.merging(["size": size]) { $1 }]) { $1 }
        sizes.append((forged, key == "since" ? kept : now))
      }
      forge(key, checkpoint.merging(["root": zeros]) { $1 })
      for origin in ["\(ledger)0badc0de-0000-4000-8000-000000000001", "events/\(device)/\(device)"] {
        forge(key, checkpoint.merging(["origin": origin]) { $1 })
      }
    }
    for forged in forgeries {
      let outcome = checkProof(try Self.line(forged))
      #expect(outcome.code == .no, "\(forged)")
      #expect(outcome.output.hasPrefix("Not proven, line 1: "))
    }
    // Trees of several sizes have paths of the same form, so that a size has to be compared with one that was kept.
    for (forged, kept) in sizes {
      #expect(checkProof(try Self.line(forged), "--checkpoint", kept).code == .no, "\(forged)")
    }
    // One that is wrong among others: the others are still checked.
    let three = checkProof(line + (try Self.line(forgeries[0])) + line)
    #expect(three.code == .no && three.output.contains("Not proven, line"))
    #expect(three.lines.filter { $0.hasPrefix("Proven: ") }.count == 2 * (try objects(line).count))
    #expect(!three.output.contains("KEPT"))
  }

  private static func hashes(_ proof: [String: Any]) -> [String] { proof["hashes"] as? [String] ?? [] }

  @Test("A right proof of a checkpoint that anyone made is refused by the one that was kept")
  func otherThanKept() throws {
    let proven = try ProvenLedger()
    let kept = try proven.keep()
    let forger = try Self.twoForgers(proven.ledger)
    let other = try Self.ledger(of: forger.one, proven.ledger, "forged")
    let proof = other.run("prove", "1").output
    #expect(checkProof(proof).code == .ok)
    let outcome = checkProof(proof, "--checkpoint", kept, "--json")
    #expect(outcome.code == .no && outcome.output.contains(#""isCompared":false,"isProven":false"#))
    #expect(outcome.output.contains("no checkpoint that you kept is of events/"))
  }

  // MARK: Logs that were changed

  /// Two histories of one device of one ledger, which are the same for three events of five.
  private static func twoForgers(_ ledger: Ledger) throws -> (one: Forger, two: Forger) {
    var one = try ledger.forger()
    for number in 1...3 { one.record(ForgedEvent.id(number)) }
    var two = one
    for number in 4...5 {
      one.record(ForgedEvent.id(number))
      two.record(ForgedEvent.id(number), units: "9900")
    }
    return (one, two)
  }

  /// A tool on a new ledger with the events of a forger, or only the first of them.
  private static func ledger(
    of forger: Forger, _ ledger: Ledger, _ name: String, first count: Int = .max
  ) throws -> Tool {
    let lines = forger.events.prefix(count).map(\.line).joined()
    var tool = Tool(
      environment: ["EVENTS_LEDGER": "\(ledger.folder)/\(name)", "XDG_STATE_HOME": ledger.folder], input: lines)
    let outcome = tool.run("import", "--format", "ndjson", "-")
    try #require(outcome.code == .ok, "\(outcome.errors)")
    tool.input = ""
    return tool
  }

  @Test("A history that was rewritten, and one that was cut back, have no proof")
  func changedLogs() throws {
    let ledger = try Ledger()
    let (one, two) = try Self.twoForgers(ledger)
    let first = try Self.ledger(of: one, ledger, "first")
    let kept = try ledger.file("kept.txt", first.run("checkpoint").output)
    #expect(first.run("prove", "--since", kept).code == .ok)

    let rewritten = try Self.ledger(of: two, ledger, "rewritten")
    let shorter = try Self.ledger(of: one, ledger, "shorter", first: 4)
    let expected = [(rewritten, "the history was rewritten"), (shorter, "cut back or restored from a backup")]
    for (tool, reason) in expected {
      for command in [["prove", "--since", kept], ["prove", "2", "--checkpoint", kept]] {
        let outcome = tool.run(command)
        #expect(outcome.code == .no && outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
      }
    }
    // Where the histories are the same, the log of either continues the checkpoint.
    let early = try Self.ledger(of: one, ledger, "early", first: 3)
    let earlier = try ledger.file("earlier.txt", early.run("checkpoint").output)
    for tool in [first, rewritten, shorter] { #expect(tool.run("prove", "--since", earlier).code == .ok) }
  }

  @Test("A checkpoint that the log contradicts keeps no other one from being proven")
  func others() throws {
    let proven = try ProvenLedger()
    let notes = proven.ledger.run("checkpoint").output.components(separatedBy: "\n\n")
    let unknown = "\(try proven.ledger.ledgerID())/0badc0de-0000-4000-8000-000000000001"
    let foreign = "0badc0de-0000-4000-8000-000000000001/0badc0de-0000-4000-8000-000000000002"
    let root = Base64.encode([UInt8](repeating: 0, count: 32))
    let file = proven.ledger.folder + "/growth.json"
    for (origin, code, words) in [
      (unknown, ExitCode.no, "has no events here"), (foreign, .noInput, "is of ledger"),
    ] {
      let kept = try proven.ledger.file(
        "kept.txt", "\(notes[0])\n\nevents/\(origin)\n3\n\(root)\n\n\(notes[1])")
      let outcome = proven.ledger.run("prove", "--since", kept)
      #expect(outcome.code == code && outcome.errors.contains(words), "\(outcome.errors)")
      #expect(try objects(outcome.output).count == 2)
      #expect(proven.ledger.run("prove", "--since", kept, "-o", file, "--yes").code == code)
      #expect(Tool().run("check-proof", file).code == .ok)
      let own = proven.ledger.run(
        "prove", "--since", try proven.ledger.file("one.txt", "events/\(origin)\n3\n\(root)"))
      #expect(own.code == code && own.output.isEmpty)
    }
    let outcome = proven.ledger.run(
      "prove", "7", "--checkpoint", try proven.ledger.file("foreign.txt", "events/\(foreign)\n3\n\(root)\n"))
    #expect(outcome.code == .noInput && outcome.errors.contains("has no checkpoint of events/"))
  }

  @Test("A damaged event and a damaged tree are called damaged, not rewritten")
  func damaged() throws {
    for sql in [
      "UPDATE event SET payload = CAST(replace(payload, '3800', '3900') AS BLOB) WHERE position = 7",
      "UPDATE event SET leaf = zeroblob(32) WHERE position = 3",
    ] {
      let proven = try ProvenLedger()
      let kept = try proven.keep()
      try proven.ledger.tamperWithLog(sql)
      let outcome = proven.ledger.run("prove", "7", "--checkpoint", kept)
      #expect(outcome.code == .dataError && outcome.errors.contains("the log is damaged"), "\(outcome.errors)")
    }
  }
}

extension Ledger {
  /// Changes the log despite its guards.
  fileprivate func tamperWithLog(_ sql: String) throws {
    let connection = try Connection(path: path + "/log.sqlite", mode: .readWrite)
    var triggers: [String] = []
    try connection.statement("SELECT name FROM sqlite_schema WHERE type = 'trigger'").forEachRow {
      triggers.append($0.string(0))
    }
    for name in triggers { try connection.execute("DROP TRIGGER \"\(name)\"") }
    try connection.execute(sql)
    try connection.close()
  }
}
