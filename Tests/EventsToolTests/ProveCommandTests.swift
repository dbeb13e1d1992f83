import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import Testing

@testable import events

/// A ledger with events of two devices, and proofs as the tool prints them.
final class ProvenLedger {
  let ledger: Ledger
  var path: String { ledger.path }

  init() throws {
    ledger = try Ledger()
    _ = try ledger.add("38.00", "--vendor", "Kiosk \u{1b}[31m", "--note", "for \u{202e}the trip")
    let events = try ledger.recordedElsewhere(["add", "12 taxi cash"])
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    _ = try log.takeIn(events, receivedAtMilliseconds: 1_781_440_100_000)
    try log.close()
    _ = try ledger.add("5.00", "--vendor", "Café")
  }

  /// The number of events.
  var count: Int { get throws { try #require(ledger.json("status")["events"] as? Int) } }

  /// A proof that must succeed.
  func prove(_ arguments: String...) throws -> String {
    let outcome = ledger.run(["prove"] + arguments)
    try #require(outcome.code == .ok, "\(arguments): \(outcome.errors)")
    return outcome.output
  }

  /// The present checkpoints in a file.
  func keep(_ name: String = "kept.txt") throws -> String {
    try ledger.file(name, ledger.run("checkpoint").output)
  }
}

/// Checks a proof as a machine without any ledger does.
@discardableResult
func checkProof(_ proof: String, _ options: String...) -> Tool.Outcome {
  Tool(environment: ["EVENTS_LEDGER": "/nonexistent"], input: proof).run(["check-proof", "-"] + options)
}

extension Tool.Outcome {
  /// The output in one line, however it was wrapped.
  var words: String { output.split { $0 == "\n" || $0 == " " }.joined(separator: " ") }
}

@Suite("prove and check-proof")
struct ProveCommandTests {
  @Test("Every event of two devices is proven in one line, by position and by its number on its device")
  func everyEvent() throws {
    let proven = try ProvenLedger()
    let kept = try proven.keep()
    var devices: Set<String> = []
    for position in 1...(try proven.count) {
      let line = try proven.prove("\(position)")
      let proof = try object(line)
      #expect(line.hasSuffix("}\n") && line.filter { $0 == "\n" }.count == 1)
      #expect(proof.keys.sorted() == ["checkpoint", "event", "hashes", "proof"])
      let event = try #require(proof["event"] as? [String: Any])
      let shown = try proven.ledger.json("show", "\(position)")
      #expect(NSDictionary(dictionary: event).isEqual(to: shown))
      let (device, sequence) = (event["device"] as? String ?? "", event["deviceSequence"] as? Int ?? 0)
      devices.insert(device)
      #expect(try proven.prove("\(device):\(sequence)", "--checkpoint", kept) == line)
      let verdict = try object(checkProof(line, "--json", "--checkpoint", kept).output)
      #expect(verdict["isProven"] as? Bool == true && verdict["isCompared"] as? Bool == true)
      #expect(verdict["reason"] is NSNull && verdict["proof"] as? String == "inclusion")
      #expect(checkProof(line, "--json").output.contains(#""isCompared":false,"isProven":true"#))
    }
    #expect(devices.count == 2)
  }

  @Test("For people: the verdict, the event in the words of tail, and what is left to compare")
  func words() throws {
    let proven = try ProvenLedger()
    let kept = try proven.keep()
    let line = try proven.prove("7")
    let outcome = checkProof(line)
    #expect(outcome.code == .ok && outcome.lines[0].hasPrefix("Proven: event 7 of device "))
    #expect(outcome.output.contains("2026-06-14 10:31:"))
    #expect(outcome.output.contains("Kiosk \\u{1b}[31m") && !outcome.output.contains("\u{1b}"))
    #expect(outcome.output.contains("events check-proof - --checkpoint KEPT"))
    let compared = checkProof(line, "--checkpoint", kept)
    #expect(compared.words.contains("The checkpoint is in \(kept).") && !compared.output.contains("KEPT"))
    #expect(outcome.lines.allSatisfy { $0.count <= 80 })
    let wide = proven.ledger.environment.merging(["COLUMNS": "200"]) { $1 }
    let tail = proven.ledger.run(["tail", "-n", "1"], environment: wide).lines.last ?? ""
    let last = checkProof(try proven.prove("HEAD")).lines
    #expect(last.contains { tail.hasSuffix($0.trimmingCharacters(in: .whitespaces)) }, "\(tail) \(last)")
  }

  @Test("An old checkpoint proves its events after the log has grown, and younger ones are refused")
  func grown() throws {
    let proven = try ProvenLedger()
    let kept = try proven.keep()
    let before = try proven.prove("3", "--checkpoint", kept)
    for amount in 1...9 { _ = try proven.ledger.add("\(amount).00") }
    #expect(try proven.prove("3", "--checkpoint", kept) == before)
    #expect(checkProof(before, "--checkpoint", kept).code == .ok)
    let now = try proven.prove("3")
    #expect(checkProof(now).code == .ok && now != before)
    #expect(try proven.prove("3", "--json") == now)
    let file = proven.ledger.folder + "/now.json"
    let written = proven.ledger.run("prove", "3", "-o", file, "--json").output
    #expect(try object(written)["proofs"] as? Int == 1 && object(written)["file"] as? String == file)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == now)
    let other = checkProof(now, "--checkpoint", kept)
    #expect(other.code == .no && other.words.contains("not the one that you kept"))
    let younger = proven.ledger.run("prove", "HEAD", "--checkpoint", kept)
    #expect(younger.code == .no && younger.errors.contains("younger than the checkpoint"))
    #expect(younger.errors.contains("without a checkpoint"))
    // A file to which checkpoints are added: the last one counts, and each of them is one that was kept.
    let added = try proven.ledger.file(
      "added.txt",
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: kept)), as: UTF8.self)
        + "\n" + proven.ledger.run("checkpoint").output)
    #expect(try proven.prove("3", "--checkpoint", added) == now)
    for proof in [before, now] { #expect(checkProof(proof, "--checkpoint", added).code == .ok) }
  }

  @Test("A log that only grew is proven for each checkpoint, by either of its ends")
  func growth() throws {
    let proven = try ProvenLedger()
    let kept = try proven.keep()
    let same = try proven.prove("--since", kept)
    #expect(try objects(same).allSatisfy { ($0["hashes"] as? [String]) == [] })
    #expect(checkProof(same).output.contains("has not changed: "))
    for amount in 1...5 {
      _ = try proven.ledger.add("\(amount).00")
      let growth = try proven.prove("--since", kept)
      let proofs = try objects(growth)
      #expect(proofs.count == 2 && proofs[0].keys.sorted() == ["checkpoint", "hashes", "proof", "since"])
      let now = try proven.keep("now.txt")
      for (file, name) in [(kept, "earlier checkpoint is"), (now, "later checkpoint is")] {
        let outcome = checkProof(growth, "--checkpoint", file)
        #expect(outcome.code == .ok && outcome.words.contains("The \(name) in"), "\(outcome.output)")
      }
      #expect(checkProof(growth).output.contains("only grew, from "))
    }
    let line = try #require(proven.prove("--since", kept).split(separator: "\n").first.map(String.init))
    let verdict = try object(checkProof(line, "--json").output)
    #expect(verdict["proof"] as? String == "consistency")
  }

  @Test("The content of a redacted event is gone, and it is proven by the same hashes")
  func redacted() throws {
    let proven = try ProvenLedger()
    let kept = try proven.keep()
    let before = try object(try proven.prove("7", "--checkpoint", kept))
    let log = try LedgerLog.open(proven.path, mode: .readWrite)
    let event = try #require(try log.event(at: 7))
    try redact(event.reference, in: log)
    try log.close()
    let line = try proven.prove("7", "--checkpoint", kept)
    let after = try object(line)
    #expect(after["hashes"] as? [String] == before["hashes"] as? [String])
    #expect((after["event"] as? [String: Any])?["payload"] is NSNull && !line.contains("Kiosk"))
    let outcome = checkProof(line, "--checkpoint", kept)
    #expect(outcome.code == .ok && outcome.output.contains("redacted"), "\(outcome.output)")
    #expect(checkProof(try proven.prove("--since", kept), "--checkpoint", kept).code == .ok)
  }

  @Test("A file is written whole, and one that is there only with --yes")
  func files() throws {
    let proven = try ProvenLedger()
    let kept = try proven.keep()
    let file = proven.ledger.folder + "/proof.json"
    let line = try proven.prove("3")
    #expect(
      try proven.prove("3", "-o", file)
        == "The proof of event 3 is in \(file).\n  Check: events check-proof \(file)\n")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == line)
    #expect(Tool().run("check-proof", file).code == .ok)
    #expect(proven.ledger.run("prove", "4", "-o", file).code == .cannotCreate)
    #expect(
      try proven.prove("--since", kept, "-o", file, "--yes").hasPrefix("2 proofs that the log only grew are in")
    )
    #expect(Tool().run("check-proof", file, "--checkpoint", kept).code == .ok)
    let log = proven.path + "/log.sqlite"
    #expect(proven.ledger.run("prove", "4", "-o", log, "--yes").code == .cannotCreate)
    #expect(proven.ledger.run("--read-only", "prove", "4").code == .ok)
  }

  @Test("A closed pipe ends in silence with 0")
  func closedPipe() throws {
    let proven = try ProvenLedger()
    let file = try proven.ledger.file("proof.json", try proven.prove("3"))
    for arguments in [["prove", "3"], ["check-proof", file], ["check-proof", file, "--json"]] {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      close(ends[0])
      defer { close(ends[1]) }
      let errors = ScratchFile()
      let tool = Tool(environment: proven.ledger.environment)
      #expect(tool.run(arguments, output: ends[1], errors: errors.descriptor) == .ok)
      #expect(errors.text == "")
    }
  }
}
