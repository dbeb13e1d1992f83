import Foundation
internal import LedgerAnswers
import LedgerBytes
import Testing

@testable import events

@Suite("JSON that is printed")
struct PrintedJSONTests {
  /// All that a terminal would obey, or that turns a text around.
  private static let hidden: [UInt32] =
    [0x7f, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029] + Array(0x80...0x9f) + Array(0x202a...0x202e)
    + Array(0x2066...0x2069)

  @Test("Every such character is an escape, and all others and the value stay as they are")
  func characters() throws {
    for value in Array(UInt32(1)...0x30ff) + [0xfeff, 0x1f600] {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = JSONValue.string("a\(Character(scalar))ä")
      let printed = PrintedJSON.escaped(text.encoded())
      let isHidden = Self.hidden.contains(value)
      #expect((printed != text.encoded()) == isHidden, "U+\(String(value, radix: 16))")
      #expect(try JSONValue(parsing: printed, as: .exchange) == text)
    }
    #expect(
      String(decoding: PrintedJSON.escaped(Array("\u{9b}\u{202e}".utf8)), as: UTF8.self) == #"\u009b\u202e"#)
    // A text that was cut within a character is passed on.
    #expect(PrintedJSON.escaped([0xe2, 0x80]) == [0xe2, 0x80])
  }

  @Test("No command prints such a character, and what it printed is proven and imported as before")
  func commands() throws {
    let ledger = try Ledger()
    let scalars = Self.hidden.filter { $0 > 0x9f || $0 == 0x9b || $0 == 0x7f }.compactMap { Unicode.Scalar($0) }
    let text = "x" + String(String.UnicodeScalarView(scalars)) + "y"
    let id = try ledger.add("3.00", "--vendor", text, "--note", text)
    for command in [
      ["receipts", "--all", "--json"], ["receipt", id, "--json"], ["tail", "--json"], ["show", id, "--json"],
      ["repro", id], ["prove", "7"], ["export", "--format", "ndjson"], ["vendor", "list", "--json"],
      ["search", "x", "--json"], ["audit", id, "--json"], ["blame", id, "--json"],
      ["tail", "--format", "cloudevents"],
    ] {
      let outcome = ledger.run(command)
      #expect(outcome.code == .ok, "\(command): \(outcome.errors)")
      let found = outcome.output.unicodeScalars.filter { Self.hidden.contains($0.value) }
      #expect(found.isEmpty, "\(command): \(found.map { String($0.value, radix: 16) })")
    }
    // A file has the same bytes as the output.
    let file = ledger.folder + "/export.ndjson"
    #expect(ledger.run("export", "--format", "ndjson", "-o", file).code == .ok)
    let written = String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
    #expect(written.contains(#"\u202e"#) && written == ledger.run("export", "--format", "ndjson").output)
    #expect(ledger.run("export", "verify", file).code == .ok)
    let proof = ledger.run("prove", "7").output
    #expect(proof.contains(#"\u202e"#))
    let check = ledger.run(["check-proof", "-"], input: proof)
    #expect(check.code == .ok && check.output.contains("Proven"), "\(check)")
    let copy = try Ledger(begun: false)
    #expect(
      copy.run(["import", "--format", "ndjson", "-"], input: ledger.run("tail", "-n", "100", "--json").output)
        .code
        == .ok)
    #expect(copy.run("receipts", "--json").output == ledger.run("receipts", "--json").output)
  }

  @Test("check-proof names the parts that no hash covers")
  func unhashed() throws {
    let ledger = try Ledger()
    let proof = ledger.run("prove", "2").output
    let check = ledger.run(["check-proof", "-"], input: proof)
    #expect(check.output.contains("No hash covers") && check.output.contains("position"), "\(check.output)")
    let other = proof.replacingOccurrences(
      of: #""proof":"inclusion""#, with: #""note":"x","proof":"inclusion""#)
    let json = ledger.run(["check-proof", "-", "--json"], input: other).output
    #expect(json.contains(#""unhashed":["note","#), "\(json)")
  }

  @Test("A ledger that joins another leaves no folder")
  func joining() throws {
    let ledger = try Ledger()
    let shared = ledger.folder + "/shared"
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    #expect(ledger.run("sync", shared).code == .ok)
    let joined = ledger.folder + "/joined"
    #expect(ledger.run("--ledger", joined, "init", "--from", shared).code == .ok)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: ledger.folder).allSatisfy { !$0.contains(".new-") })
    // A folder that exists is filled from inside.
    let inside = ledger.folder + "/inside"
    try FileManager.default.createDirectory(atPath: inside, withIntermediateDirectories: true)
    #expect(ledger.run("--ledger", inside, "init", "--from", shared).code == .ok)
    #expect(try FileManager.default.contentsOfDirectory(atPath: inside).allSatisfy { !$0.contains("new-") })
    // What cannot be joined leaves nothing either.
    #expect(ledger.run("--ledger", ledger.folder + "/none", "init", "--from", ledger.folder).code != .ok)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: ledger.folder).allSatisfy { !$0.hasPrefix("none") })
  }
}
