import Foundation
import LedgerDomain
import LedgerPlatform
import PaperReading
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

  @Test("IE-18 The scan is kept first, then its text is read with the engine's confidence")
  func reads() throws {
    try install("words", "cat \(folder)/table")
    try Data(Self.table.utf8).write(to: URL(fileURLWithPath: folder + "/table"))
    try installTesseract(
      then:
        #"[[ "$*" == *"-l eng+deu --psm "*" tsv" ]] && while IFS= read -r line; do echo "$line"; done < "\#(folder)/table""#
    )
    let (ledger, run) = try ledger()
    defer { withExtendedLifetime(ledger) {} }
    let captured = run("capture", Repository.receipt("rewe-city-berlin.png"))
    #expect(captured.code == .ok, "\(captured.errors)")
    #expect(captured.output.contains("€12.50"), "\(captured.output)")
    let tail = run("tail", "--json").output
    #expect(
      tail.contains(#""confidence":70,"engine":"tesseract-5.9.9-psm6","text":"Corner Café\nTOTAL EUR 12.50""#),
      "\(tail)")
  }

  @Test("A language that is not installed is reported with the package that has it")
  func missingLanguage() throws {
    try print(total: "12.50")
    let (ledger, run) = try ledger()
    defer { withExtendedLifetime(ledger) {} }
    _ = run("capture", Repository.receipt("rewe-city-berlin.png"))
    let id = try #require(try ledger.json("drafts")["transaction"] as? String)
    let read = run("read", id, "--language", "chi_sim")
    #expect(read.code == .no && read.errors.contains("Debian: tesseract-ocr-chi-sim"), "\(read.errors)")
  }

  @Test("IE-17 A missing program is reported in one line, and the scan is still kept")
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

  @Test("Programs run side by side, and their outcomes are in the order they were given")
  func sideBySide() throws {
    let (started, go) = (folder + "/started", folder + "/go")
    // The first one waits for the second one to have started.
    try install("first", "while [ ! -e \"\(started)\" ]; do /bin/sleep 0.01; done; echo first")
    try install("second", ": > \"\(started)\"; echo second; exit 4")
    try install("hang", "exec 0<&-; while [ ! -e \"\(go)\" ]; do /bin/sleep 0.01; done")
    func run(_ names: [String], atOnce: Int, seconds: UInt64) throws -> [Program.Outcome] {
      let runs = try names.map { Program.Run(program: try #require(Program($0, path: folder)), arguments: []) }
      return Program.sideBySide(
        runs, atOnce: atOnce, environment: [:],
        until: SystemClock.monotonicNanoseconds() + seconds * 1_000_000_000, limit: 10_000)
    }
    #expect(
      try run(["first", "second"], atOnce: 2, seconds: 60)
        == [.ended(code: 0, output: Array("first\n".utf8)), .ended(code: 4, output: Array("second\n".utf8))])
    // One that has ended keeps its outcome when the time of the others is up, and what has not begun never does.
    #expect(
      try run(["second", "hang", "first"], atOnce: 1, seconds: 2)
        == [.ended(code: 4, output: Array("second\n".utf8)), .timedOut, .timedOut])
  }

  @Test("IE-21 Passes that disagree are all recorded, and the other reading has its reason")
  func rivals() throws {
    let other = Self.table.replacing("12.50", with: "12.80")
    try Data(Self.table.utf8).write(to: URL(fileURLWithPath: folder + "/table"))
    try Data(other.utf8).write(to: URL(fileURLWithPath: folder + "/other"))
    try installTesseract(
      then:
        #"file=table; [[ "$*" == *"psm 12"* ]] && file=other; while IFS= read -r line; do echo "$line"; done < "\#(folder)/$file""#
    )
    let (ledger, run) = try ledger()
    defer { withExtendedLifetime(ledger) {} }
    let captured = run("capture", Repository.receipt("rewe-city-berlin.png"))
    #expect(captured.code == .ok && captured.output.contains("total"), "\(captured.output)")
    let tail = run("tail", "--json").output
    for engine in ["psm6", "psm4-sauvola", "psm1", "psm12"] {
      #expect(tail.contains(#""engine":"tesseract-5.9.9-\#(engine)""#), "\(tail)")
    }
    #expect(tail.contains(#""reason":"second pass","value":"12.80""#), "\(tail)")
    let id = try #require(try ledger.json("drafts")["transaction"] as? String)
    // Reading the recorded texts again gives the same, so that nothing is proposed.
    #expect(run("read", id).output.contains("it reads as before"))
    #expect(run("replay", "--propose").output.contains("reads no new value"))
  }

  @Test("IE-19 Ctrl-C during the reading keeps the scan and reports the cancelled reading")
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
    #expect(outcome.errors.contains("events read "), "\(outcome.errors)")
    #expect(ledger.run("tail", "--json").output.contains("ExtractionCancelled"))
  }

  /// Puts down what tesseract prints from now on: the table with another total.
  private func print(total: String) throws {
    let table = Self.table.replacing("12.50", with: total)
    try Data(table.utf8).write(to: URL(fileURLWithPath: folder + "/table"))
    try installTesseract(
      then:
        #"echo "$*" >> "\#(folder)/calls"; while IFS= read -r line; do echo "$line"; done < "\#(folder)/table""#
    )
  }

  @Test("read reads a draft again and proposes what differs; the value stays until that is accepted")
  func readsAgain() throws {
    try print(total: "12.50")
    let (ledger, run) = try ledger()
    defer { withExtendedLifetime(ledger) {} }
    _ = run("capture", Repository.receipt("hotel-lac-bleu-1.png"), Repository.receipt("hotel-lac-bleu-2.png"))
    let id = try #require(try ledger.json("drafts")["transaction"] as? String)
    let same = run("read", id)
    #expect(same.code == .ok && same.output.contains("it reads as before"), "\(same.output)\(same.errors)")
    try print(total: "13.50")
    let again = run("read", id, "--language", "deu", "--pages", "2,1")
    #expect(
      again.code == .ok && again.output.contains("13.50 EUR, proposed by"), "\(again.output)\(again.errors)")
    #expect((try ledger.json("receipt", id)["amount"] as? [String: Any])?["minorUnits"] as? Int == 1_250)
    // So few words make each page read in four passes.
    let calls = try String(contentsOfFile: folder + "/calls", encoding: .utf8).split(separator: "\n").suffix(8)
    #expect(calls.allSatisfy { $0.contains("-l deu --psm") }, "\(calls)")
    let pages = try #require(try ledger.json("receipt", id)["attachments"] as? [[String: Any]])
    let digests = pages.compactMap { $0["sha256"] as? String }
    #expect(
      digests.count == 2 && calls.first?.contains(digests[1]) == true
        && calls.last?.contains(digests[0]) == true)
    #expect(run("accept", id).code == .ok)
    #expect((try ledger.json("receipt", id)["amount"] as? [String: Any])?["minorUnits"] as? Int == 1_350)
    // What cannot be read is refused, and nothing is recorded.
    let before = try ledger.json("status")["events"] as? Int
    #expect(
      run("read", id, "--language", "klingon").errors.contains(
        "the language klingon of tesseract is not installed"))
    #expect(run("read", id, "--language", "d-e").code == .dataError)
    #expect(
      run("read", id, "--pages", "3").code == .noInput && run("read", id, "--pages", "1,1").code == .usage)
    #expect(run("read", id, "--text", "x", "--pages", "1").code == .usage)
    #expect(try ledger.json("status")["events"] as? Int == before)
    let wrong = run("read", id, "--engine", "pdftotext")
    #expect(
      wrong.code == .no && run("tail", "--json", "-n", "1").output.contains("ExtractionFailed"),
      "\(wrong.output)")
  }

  @Test("A reading that was cancelled goes on with read: the draft takes what is read then")
  func goesOn() throws {
    try installTesseract(then: "exit 3")
    let (ledger, run) = try ledger()
    defer { withExtendedLifetime(ledger) {} }
    _ = run("capture", Repository.receipt("rewe-city-berlin.png"))
    let id = try #require(try ledger.json("drafts")["transaction"] as? String)
    #expect(try ledger.json("receipt", id)["amount"] is NSNull)
    try print(total: "12.50")
    #expect(run("read", id).output.contains("€12.50"))
    #expect((try ledger.json("receipt", id)["amount"] as? [String: Any])?["minorUnits"] as? Int == 1_250)
    #expect(run("read", try ledger.add("5.00")).code == .no, "there is no paper")
  }

  @Test(
    "A text in another encoding is decoded, with a remark; one that cannot be told is refused, the scan kept")
  func encodings() throws {
    let (ledger, run) = try ledger()
    defer { withExtendedLifetime(ledger) {} }
    let scan = Repository.receipt("rewe-city-berlin.png")
    func write(_ bytes: [UInt8]) throws -> String {
      let path = folder + "/text.txt"
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return path
    }
    let text = "Café Zoë\nTOTAL EUR 12.50\n"
    let latin = try #require(text.data(using: .windowsCP1252))
    let decoded = run("capture", scan, "--text", try write(Array(latin)))
    #expect(decoded.code == .ok && decoded.errors.contains("was read as windows-1252"), "\(decoded.errors)")
    #expect(run("tail", "--json", "-n", "2").output.contains("Café Zoë"))
    let wide = try #require(text.data(using: .utf16))
    #expect(run("capture", scan, "--text", try write(Array(wide))).errors.contains("was read as utf-16"))
    let japanese = try #require("領収書 合計 1,284円".data(using: .shiftJIS))
    let refused = run("capture", scan, "--text", try write(Array(japanese)))
    #expect(
      refused.code == .dataError && refused.errors.contains("the pages are kept without their text"),
      "\(refused.errors)")
    #expect(refused.errors.contains("events read ") && refused.output.contains("scan"), "\(refused.output)")
    let last = run("tail", "--json", "-n", "2").output
    #expect(last.contains("ReceiptCaptured") && last.contains("ExtractionFailed"), "\(last)")
    let id = try #require(
      run("drafts", "--json").lines.last?.firstMatch(of: /"transaction":"([0-9a-f-]+)"/)?.output.1)
    #expect(run("read", String(id), "--text", try write([0xff, 0xd8, 0xff, 0, 1])).code == .dataError)
    #expect(run("read", String(id), "--text", try write(Array(text.utf8))).code == .ok)
    #expect(run("receipt", String(id)).output.contains("€12.50"))
    // Bytes in pairs may be of several encodings, although each of them is a letter of Windows-1252.
    #expect(run("capture", "--text", try write([0xc4, 0xe3, 0xba, 0xc3])).code == .dataError)
    // Without a scan there is nothing to keep.
    #expect(run("capture", "--text", try write([0x83, 0x81, 0x83, 0x81])).code == .dataError)
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
    "An invalid table of words gives no text and no crash",
    arguments: ["", "\t\t\t", "5\t1", "5\t1\t1\t1\t1\t1\t0\t0\t0\t0\tx\ty"])
  func strangeTables(_ table: String) {
    #expect(PrintedPage(tesseract: Array(table.utf8)).text == (table.hasSuffix("y") ? "y" : ""))
  }

  @Test("A confidence above 100 percent, or that is not a number, is ignored for its word")
  func strangeConfidence() {
    func confidence(_ words: String...) -> Int?? {
      let table = words.map { "5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t\($0)\tREWE" }.joined(separator: "\n")
      return .some(PrintedPage(tesseract: Array(table.utf8)).confidence)
    }
    #expect(confidence("inf", "1e300") == .some(nil))
    #expect(confidence("nan", "-1") == .some(nil))
    #expect(confidence("100.5", "80") == .some(80))
    #expect(confidence("100", "0") == .some(50))
  }

  @Test("IE-20 A page that takes too long is left out, and the pages before it are used")
  func slow() throws {
    try Data(Self.table.utf8).write(to: URL(fileURLWithPath: folder + "/table"))
    let words = #"while IFS= read -r line; do echo "$line"; done < "\#(folder)/table""#
    try installTesseract(
      then: "[[ \"$1\" == *second* ]] && while :; do :; done\n\(words)")
    for name in ["first.png", "second.png"] {
      try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    var reader = PaperReader(path: folder)
    reader.pageSecondsMax = 1
    var pages: [Int] = []
    reader.progress = { page, count in pages.append(page * 10 + count) }
    let both = reader.read(["\(folder)/first.png", "\(folder)/second.png"])
    guard case .readPartly(let read, 1) = both else {
      Issue.record("\(both)")
      return
    }
    #expect(read.texts.last?.text == "Corner Café\nTOTAL EUR 12.50" && read.texts.last?.confidence == 70)
    #expect(pages == [12, 22])
    #expect(reader.read(["\(folder)/second.png"]) == .timedOut(engine: "tesseract-5.9.9"))
  }

  @Test("IE-20 A capture goes on after ten seconds with what was read, and names the way to wait longer")
  func fallback() throws {
    try Data(Self.table.utf8).write(to: URL(fileURLWithPath: folder + "/table"))
    let words = #"while IFS= read -r line; do echo "$line"; done < "\#(folder)/table""#
    try installTesseract(then: "[[ \"$1\" == *second* ]] && exec /bin/sleep 60\n\(words)")
    for name in ["first.png", "second.png"] {
      try Data(name.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    let (ledger, run) = try ledger()
    defer { withExtendedLifetime(ledger) {} }
    let captured = run("capture", "\(folder)/first.png", "\(folder)/second.png")
    #expect(captured.code == .ok && captured.output.contains("€12.50"), "\(captured.output)")
    #expect(
      captured.errors.contains(
        "Page 2 of 2 took longer than 10 seconds, so only 1 page was read. Give it more time: events read "),
      "\(captured.errors)")
  }
}
