import Foundation
import LedgerBytes
import Testing

@testable import events

/// What is wrong with command lines, and with files that other programs have changed.
@Suite("Files of proofs and checkpoints")
struct ProofInputTests {
  @Test("Wrong usage is named with the way to the help")
  func usage() throws {
    let proven = try ProvenLedger()
    let kept = try proven.keep()
    for arguments in [
      ["prove"], ["prove", "3", "--since", kept], ["prove", "--since", kept, "--checkpoint", kept],
      ["prove", "3", "4"], ["check-proof"],
      ["check-proof", "-", "--checkpoint", "-"],
      ["check-proof", kept, "--ledger", proven.path],
    ] {
      let outcome = proven.ledger.run(arguments)
      #expect(
        outcome.code == .usage && outcome.errors.contains("events help"), "\(arguments): \(outcome.errors)")
    }
  }

  @Test("What is not there ends with 66")
  func missing() throws {
    let proven = try ProvenLedger()
    let id = try proven.ledger.add("7.00")
    let nowhere = proven.ledger.folder + "/nowhere"
    for arguments in [
      ["prove", "99"], ["prove", "0"], ["prove", "nonsense"], ["prove", String(id.prefix(8))],
      ["prove", "x:1"],
      ["prove", "3", "--checkpoint", nowhere], ["prove", "--since", nowhere], ["check-proof", nowhere],
      ["check-proof", "-", "--checkpoint", nowhere], ["--ledger", nowhere, "prove", "3"],
    ] {
      let outcome = proven.ledger.run(arguments)
      #expect(outcome.code == .noInput, "\(arguments): \(outcome.errors)")
      #expect(outcome.output.isEmpty && outcome.errors.hasPrefix("events: "))
    }
  }

  @Test("A line that is no proof ends with 65, after the verdicts on those before it")
  func wrongProofs() throws {
    let line = try ProvenLedger().prove("7")
    let root = try #require(line.firstMatch(of: /"root":"([^"]+)"/)?.output.1)
    let hash = try #require(line.firstMatch(of: /"hashes":\["([^"]+)"/)?.output.1)
    let wrong: [(String, String)] = [
      ("nonsense\n", "not JSON"), ("[]\n", "not a JSON object"), ("{}\n", "“proof” is missing"),
      (line.replacing(#""proof":"inclusion""#, with: #""proof":"other""#), "“proof” is missing or is not"),
      (line.replacing(#""proof":"inclusion""#, with: #""proof":"consistency""#), "“since” is missing"),
      (line.replacing(root, with: root.dropLast()), "“root” is missing or is not 32 bytes"),
      (line.replacing(root, with: "AAAA"), "“root” is missing or is not 32 bytes"),
      (line.replacing(hash, with: "AAAA"), "“hashes” is missing or is not a list of 32 bytes"),
      (line.replacing("\"\(hash)\"", with: "12"), "“hashes” is missing or is not a list of texts"),
      (
        line.replacing(
          "\"\(hash)\"", with: [String](repeating: "\"\(hash)\"", count: 65).joined(separator: ",")),
        "“hashes” is missing or is not a list of at most 64"
      ),
      (line.replacing(/"size":\d+/, with: "\"size\":0"), "“size” is missing or is not"),
      (line.replacing(/"size":\d+/, with: "\"size\":-1"), "“size” is missing or is not"),
      (line.replacing(/"size":\d+/, with: "\"size\":\"7\""), "“size” is missing or is not"),
      (line.replacing(/"size":\d+/, with: "\"size\":99999999999999999999"), "“size” is missing or is not"),
      (line.replacing("events/", with: "other/"), "“origin” is missing or is not"),
      (line.replacing(/"ledger":"[^"]+",/, with: ""), "“ledger” is missing"),
      (line.replacing(#""event":{"#, with: #""event":null,"x":{"#), "“event” is missing"),
      (String(line.prefix(200)) + "\n", "not JSON"),
    ]
    for (text, reason) in wrong {
      try #require(text != line, "\(reason)")
      let outcome = checkProof("\n" + line + text + line)
      #expect(outcome.code == .dataError, "\(reason): \(outcome.output)")
      #expect(outcome.errors.hasPrefix("events: standard input:3: \(reason)"), "\(reason): \(outcome.errors)")
      #expect(outcome.lines.filter { $0.hasPrefix("Proven: ") }.count == 1)
    }
    for text in ["", "\n \t\n"] {
      let outcome = checkProof(text)
      #expect(outcome.code == .dataError && outcome.errors.contains("has no proof in it"))
    }
  }

  @Test("A proof that went through other programs is read: with \\r\\n, unknown keys and spaces")
  func changedForm() throws {
    let line = try ProvenLedger().prove("7")
    let spaced = "\u{20}" + line.dropLast().replacing(#""hashes":"#, with: #""more": [1, null], "hashes" : "#)
    for text in [String(line.dropLast()), line.dropLast() + "\r\n", "\r\n" + spaced + " \r\n"] {
      #expect(checkProof(String(text)).code == .ok)
    }
  }

  @Test("Checkpoints are read with signatures, \\r\\n and text between them")
  func checkpoints() throws {
    let proven = try ProvenLedger()
    let notes = proven.ledger.run("checkpoint").output
    let line = try proven.prove("7")
    let signature = "\n\n— anna.example+1a2b3c4d AAAAAR8v\n\nevents/ were kept on 14 June:\n"
    let signed = notes.replacing("\n\n", with: signature) + signature
    for text in [
      notes, String(notes.dropLast()), signed, signed.replacing("\n", with: "\r\n"), "\u{feff}" + notes,
      "From: Anna\n\nMy checkpoints\n" + notes,
    ] {
      let kept = try proven.ledger.file("kept.txt", text)
      #expect(checkProof(line, "--checkpoint", kept).code == .ok, "\(text)")
      #expect(try objects(try proven.prove("--since", kept)).count == 2, "\(text)")
    }
  }

  @Test("A checkpoint that was damaged is named with its line")
  func wrongCheckpoints() throws {
    let proven = try ProvenLedger()
    let notes = proven.ledger.run("checkpoint").output.split(separator: "\n").map(String.init)
    let (origin, root) = (notes[0], notes[2])
    let digits = ["0", "07", "-7", "+7", "7 ", "7.0", "", "0x7", "٧", "99999999999999999999"]
    let roots = [String(root.dropLast()), "AAAA", root + "A", "", " " + root]
    let wrong =
      digits.map { ("\(origin)\n\($0)\n\(root)\n", 3, "the size is not") }
      + roots.map { ("\(origin)\n7\n\($0)\n", 4, "the root is not 32 bytes") }
      + [
        (origin, 3, "the size is not"), ("\(origin)\n7", 4, "the root is not"),
        ("events/a/b\n7\n\(root)\n", 2, "the origin is not"),
        (origin.uppercased().replacing("EVENTS", with: "events") + "\n7\n\(root)\n", 2, "the origin is not"),
        ("\(origin)/x\n7\n\(root)\n", 2, "the origin is not"),
      ]
    for (text, line, reason) in wrong {
      let kept = try proven.ledger.file("kept.txt", "My checkpoint:\n" + text)
      for command in [["prove", "--since", kept], ["prove", "3", "--checkpoint", kept]] {
        let outcome = proven.ledger.run(command)
        #expect(outcome.code == .dataError && outcome.output.isEmpty)
        #expect(outcome.errors.contains("\(kept):\(line): \(reason)"), "\(text): \(outcome.errors)")
      }
    }
    let kept = try proven.ledger.file("kept.txt", "nothing of ours\n")
    let outcome = proven.ledger.run("prove", "--since", kept)
    #expect(outcome.code == .dataError && outcome.errors.contains("has no checkpoint in it"))
  }
}
