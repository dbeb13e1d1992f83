import Foundation
import LedgerPlatform
import Testing

@testable import events

/// Reading scans with replacements of tesseract and pdftotext: small scripts in a folder of their own.
@Suite("Reading the paper with other programs")
final class PaperReaderTests {
  private let folder: String

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/paper-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func install(_ name: String, _ script: String) throws {
    // Written by another process: a descriptor of ours, inherited by a program that another test starts, would make
    // the script busy.
    let written = try BuiltTool.shell(
      "printf '%s\\n' '#!/bin/bash' \"$SCRIPT\" > \"$TARGET\"; chmod 755 \"$TARGET\"",
      environment: ["SCRIPT": script, "TARGET": folder + "/" + name])
    #expect(written.code == 0, "\(written.errors)")
  }

  private static let table = """
    level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext
    4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t
    5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t90.5\tCorner
    5\t1\t1\t1\t1\t2\t0\t0\t9\t9\t80.5\tCafé
    4\t1\t1\t1\t2\t0\t0\t0\t9\t9\t-1\t
    5\t1\t1\t1\t2\t1\t0\t0\t9\t9\t70\tTOTAL
    5\t1\t1\t1\t2\t2\t0\t0\t9\t9\t60\tEUR
    5\t1\t1\t1\t2\t3\t0\t0\t9\t9\t50\t12.50

    """

  private func installTesseract(then script: String) throws {
    try install(
      "tesseract",
      """
      case "$*" in
      --version) echo 'tesseract 5.9.9'; exit;;
      --list-langs) printf 'List of languages (3):\\ndeu\\neng\\nosd\\n'; exit;;
      esac
      \(script)
      """)
  }

  private func ledger() throws -> (Ledger, (String...) -> Tool.Outcome) {
    let ledger = try Ledger()
    let environment = ["EVENTS_LEDGER": ledger.path, "USER": "anna", "PATH": folder]
    return (ledger, { Tool(environment: environment).run($0) })
  }

  @Test("IE-18 the scan is kept, then its words are read, with how sure the engine was")
  func reads() throws {
    try install("words", "cat \(folder)/table")
    try Data(Self.table.utf8).write(to: URL(fileURLWithPath: folder + "/table"))
    try installTesseract(
      then:
        #"[[ "$*" == *"-l eng+deu --psm 4 tsv" ]] && while IFS= read -r line; do echo "$line"; done < "\#(folder)/table""#
    )
    let (ledger, run) = try ledger()
    defer { withExtendedLifetime(ledger) {} }
    let captured = run("capture", Repository.receipt("rewe-city-berlin.png"))
    #expect(captured.code == .ok, "\(captured.errors)")
    #expect(captured.output.contains("€12.50"), "\(captured.output)")
    let tail = run("tail", "--json").output
    #expect(
      tail.contains(#""confidence":70,"engine":"tesseract-5.9.9","text":"Corner Café\nTOTAL EUR 12.50""#),
      "\(tail)")
  }

  @Test("IE-17 without the program one line says so, and the scan is kept all the same")
  func missing() throws {
    let (ledger, run) = try ledger()
    defer { withExtendedLifetime(ledger) {} }
    let captured = run("capture", Repository.receipt("rewe-city-berlin.png"))
    #expect(captured.code == .ok)
    #expect(captured.errors.contains("tesseract is not installed"))
    #expect(captured.output.contains("scan of 1 page kept"))
    #expect(!run("tail", "--json").output.contains("Extraction"))
  }

  @Test("IE-20 a program that fails is an event and a remark, never an error")
  func fails() throws {
    try installTesseract(then: "exit 3")
    let (ledger, run) = try ledger()
    defer { withExtendedLifetime(ledger) {} }
    let captured = run("capture", Repository.receipt("rewe-city-berlin.png"))
    #expect(captured.code == .ok)
    #expect(captured.errors.contains("Nothing was read off the paper"))
    #expect(run("tail", "--json").output.contains("ExtractionFailed"))
  }

  @Test(
    "A program that hangs is stopped in time; one that floods is stopped too; one that crashes is told apart")
  func stops() throws {
    try install("hang", "exec 0<&-; while :; do :; done")
    try install("flood", "while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done")
    try install("crash", "kill -SEGV $$")
    func run(_ name: String) throws -> Program.Outcome {
      try #require(Program(name, path: folder)).run([], environment: [:], seconds: 1, limit: 10_000)
    }
    #expect(try run("hang") == .timedOut)
    #expect(try run("flood") == .failed("it printed more than 10000 bytes"))
    #expect(try run("crash") == .ended(code: 128 + SIGSEGV, output: []))
    #expect(Program("nothing", path: folder) == nil)
    #expect(Program("hang", path: nil) == nil)
  }

  @Test("IE-19 Ctrl-C while the paper is read keeps the scan, and says that reading was cancelled")
  func interrupted() throws {
    try installTesseract(then: "exec sleep 30")
    let ledger = try Ledger()
    let script = """
      "$events" capture "\(Repository.receipt("rewe-city-berlin.png"))" & capture=$!
      for _ in $(seq 100); do "$events" tail --json | grep -q ReceiptCaptured && break; sleep 0.05; done
      sleep 0.5; kill -INT $capture; wait $capture; echo "ended $?"
      """
    let outcome = try BuiltTool.shell(
      script, environment: ["EVENTS_LEDGER": ledger.path, "PATH": "\(folder):/usr/bin:/bin"])
    #expect(
      outcome.output.contains("ended 130"),
      "\(outcome.output) // \(outcome.errors) // \(ledger.run("tail").output)")
    #expect(outcome.output.contains("scan of 1 page kept"))
    #expect(ledger.run("tail", "--json").output.contains("ExtractionCancelled"))
  }

  @Test("A PDF with text in it gives its text; one without is drawn and read as images")
  func pdf() throws {
    let file = folder + "/invoice.pdf"
    try Data("%PDF-1.4 nothing more".utf8).write(to: URL(fileURLWithPath: file))
    try install("pdftotext", "echo 'Corner Café'; echo 'TOTAL EUR 12.50'")
    let (ledger, run) = try ledger()
    defer { withExtendedLifetime(ledger) {} }
    #expect(run("capture", file).output.contains("€12.50"))
    try install("pdftotext", "printf '\\f'")
    try install("pdftoppm", "for last; do :; done; : > \"$last-1.png\"")
    try Data(Self.table.utf8).write(to: URL(fileURLWithPath: folder + "/table"))
    try installTesseract(then: "while IFS= read -r line; do echo \"$line\"; done < \"\(folder)/table\"")
    let drawn = run("capture", file)
    #expect(drawn.output.contains("€12.50"), "\(drawn.output)\(drawn.errors)")
  }

  @Test(
    "A table of words that is none gives no text and no crash",
    arguments: ["", "\t\t\t", "5\t1", "5\t1\t1\t1\t1\t1\t0\t0\t0\t0\tx\ty"])
  func strangeTables(_ table: String) {
    guard case .read(let text, _, _) = PaperReader.page(Array(table.utf8), "e") else {
      Issue.record("not read")
      return
    }
    #expect(text == (table.hasSuffix("y") ? "y" : ""))
  }

  @Test("An engine that is surer than sure, or not a number of percent, has said nothing of that word")
  func strangeConfidence() {
    func confidence(_ words: String...) -> Int?? {
      let table = words.map { "5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t\($0)\tREWE" }.joined(separator: "\n")
      guard case .read("REWE REWE", _, let confidence) = PaperReader.page(Array(table.utf8), "e") else {
        return nil
      }
      return .some(confidence)
    }
    #expect(confidence("inf", "1e300") == .some(nil))
    #expect(confidence("nan", "-1") == .some(nil))
    #expect(confidence("100.5", "80") == .some(80))
    #expect(confidence("100", "0") == .some(50))
  }
}
