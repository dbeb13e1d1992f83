import Foundation
import LedgerPlatform
import PaperReading
import Testing

@testable import events

/// Batches of photos, with a script in the place of tesseract.
@Suite("Batches of photos")
final class CapturePhotosTests {
  private let folder: String
  private var photos: String { folder + "/photos" }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/photos-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder + "/photos", withIntermediateDirectories: true)
  }

  private func install(_ name: String, _ script: String) throws {
    let written = try BuiltTool.shell(
      "printf '%s\\n' '#!/bin/bash' \"$SCRIPT\" > \"$TARGET\"; chmod 755 \"$TARGET\"",
      environment: ["SCRIPT": script, "TARGET": folder + "/" + name])
    #expect(written.code == 0, "\(written.errors)")
  }

  /// A script that prints the file of its image as a table of one line, and notes each image it reads.
  private func installTesseract(then script: String = "") throws {
    try install(
      "tesseract",
      """
      case "$*" in
      --version) echo 'tesseract 5.9.9'; exit;;
      --list-langs) printf 'List of languages (1):\\neng\\n'; exit;;
      esac
      \(script)
      echo "$1" >> "\(folder)/calls"
      number=0
      while read -r word; do
        number=$((number+1))
        printf '5\\t1\\t1\\t1\\t%s\\t1\\t0\\t%s\\t90\\t30\\t95\\t%s\\n' $number $((number*40)) "$word"
      done < "$1"
      """)
  }

  private func put(_ name: String, total: String) throws {
    let words = ["Café", "14.06.2026", "TOTAL EUR \(total)"] + (1...30).map { "filler\($0)" }
    try Data((words.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: "\(photos)/\(name)"))
  }

  private func ledger() throws -> (Ledger, (String...) -> Tool.Outcome) {
    let ledger = try Ledger()
    let environment = ["EVENTS_LEDGER": ledger.path, "USER": "anna", "PATH": folder]
    return (ledger, { Tool(environment: environment).run($0) })
  }

  private func calls() -> Int {
    (try? String(contentsOfFile: folder + "/calls", encoding: .utf8).split(separator: "\n").count) ?? 0
  }

  @Test("Each photo of a folder is a receipt, in the order of names, and a second run appends nothing")
  func batch() throws {
    try installTesseract()
    for (name, total) in [("b.jpg", "2.50"), ("a.jpg", "1.50"), ("c.PNG", "3.50")] {
      try put(name, total: total)
    }
    try Data("notes".utf8).write(to: URL(fileURLWithPath: photos + "/notes.ndjson"))
    let (ledger, run) = try ledger()
    let first = run("capture", "--batch", photos)
    #expect(first.code == .ok, "\(first.errors)")
    #expect(first.lines.count == 3, "\(first.output)")
    for (line, (name, total)) in zip(first.lines, [("a.jpg", "1.50"), ("b.jpg", "2.50"), ("c.PNG", "3.50")]) {
      #expect(line.contains("  \(name)  ") && line.contains("€\(total)"), "\(line)")
    }
    let events = try ledger.json("status")["events"] as? Int
    let reads = calls()
    let second = run("capture", "--batch", photos)
    #expect(second.output == first.output && second.code == .ok)
    #expect(try ledger.json("status")["events"] as? Int == events)
    #expect(calls() == reads, "what was read is not read again")
    // A list of files is the same, and finds them again.
    #expect(
      run("capture", "--batch", photos + "/c.PNG", photos + "/a.jpg").lines == [first.lines[2], first.lines[0]])
    #expect(try ledger.json("status")["events"] as? Int == events)
  }

  @Test("Photos that were kept and not read are read by the next run")
  func resumed() throws {
    try put("a.jpg", total: "1.50")
    let (ledger, run) = try ledger()
    let kept = run("capture", "--batch", photos)
    #expect(kept.code == .ok && kept.errors.contains("tesseract is not installed (Debian: tesseract-ocr)"))
    let before = try #require(try ledger.json("status")["events"] as? Int)
    try installTesseract()
    #expect(run("capture", "--batch", photos).output.contains("€1.50"))
    let after = try #require(try ledger.json("status")["events"] as? Int)
    #expect(after > before)
    #expect(run("capture", "--batch", photos).output.contains("€1.50"))
    #expect(try ledger.json("status")["events"] as? Int == after)
  }

  @Test("A photo that cannot be read is on record, and one that is not there does not stop the others")
  func bad() throws {
    try installTesseract(then: "[[ \"$1\" == *bad* ]] && exit 3")
    try put("bad.jpg", total: "1.50")
    try put("good.jpg", total: "2.50")
    let (ledger, run) = try ledger()
    let outcome = run("capture", "--batch", photos + "/bad.jpg", photos + "/none.jpg", photos + "/good.jpg")
    #expect(outcome.code == .dataError && outcome.errors.contains("none.jpg"), "\(outcome.errors)")
    #expect(outcome.errors.contains("bad.jpg: Nothing was read off the paper"), "\(outcome.errors)")
    #expect(outcome.errors.contains("1 file of 3 could not be captured"))
    #expect(outcome.lines.count == 2 && outcome.lines[1].contains("€2.50"), "\(outcome.output)")
    #expect(ledger.run("tail", "--json").output.contains("ExtractionFailed"))
    let empty = folder + "/empty"
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    #expect(run("capture", "--batch", empty).code == .noInput)
    #expect(run("capture", "--batch", photos, "--text", "x").code == .usage)
  }

  @Test("A photo of a phone is changed into an image first, by a program that is named if it is missing")
  func heic() throws {
    try installTesseract()
    try put("a.heic", total: "4.50")
    let path = photos + "/a.heic"
    let content = try Data(contentsOf: URL(fileURLWithPath: path))
    try (Data([0, 0, 0, 24]) + Data("ftypheic".utf8) + content).write(to: URL(fileURLWithPath: path))
    let (ledger, run) = try ledger()
    defer { withExtendedLifetime(ledger) {} }
    #expect(run("capture", path).errors.contains("heif-convert is not installed"))
    try install("heif-convert", "tail=$(/usr/bin/tail -c +13 \"$1\"); echo \"$tail\" > \"$2\"")
    #expect(run("capture", "--batch", photos).output.contains("€4.50"))
  }

  @Test("RY-04 A paper that is cut off at a side is told by the words at the edge of its photo")
  func cutOff() {
    /// A page of 800 pixels with words at these places, a line each.
    func table(_ boxes: [(left: Int, width: Int)]) -> PrintedPage {
      var rows = ["1\t1\t0\t0\t0\t0\t0\t0\t800\t2000\t-1\t"]
      for (line, box) in boxes.enumerated() {
        rows.append("5\t1\t1\t1\t\(line)\t1\t\(box.left)\t0\t\(box.width)\t30\t95\tTOTAL")
      }
      return PrintedPage(tesseract: Array(rows.joined(separator: "\n").utf8))
    }
    let whole = table([(20, 100), (20, 760), (0, 90), (20, 100)])
    #expect(whole.quality?.cutSides == [])
    let right = table([(700, 100), (690, 109), (650, 150), (20, 100)])
    #expect(right.quality?.cutSides == [.right])
    #expect(
      right.quality?.remark == "The paper is cut off on the right: a photo that shows all of it reads better")
    #expect(right.quality?.percent == 60)
    let both = table([(0, 800), (1, 799), (2, 798)])
    #expect(both.quality?.cutSides == [.left, .right])
  }

  @Test("RY-04 A photo with small or unclear print is kept, read and remarked on in one line")
  func quality() throws {
    #expect(PhotoQuality(legiblePercent: 90, printPixels: 28).remark == nil)
    #expect(PhotoQuality(legiblePercent: 90, printPixels: 28).percent == 90)
    #expect(PhotoQuality(legiblePercent: 90, printPixels: 10).percent == 50)
    #expect(PhotoQuality(legiblePercent: 90, printPixels: 10).remark?.contains("10 pixels") == true)
    #expect(PhotoQuality(legiblePercent: 40, printPixels: 28).remark?.contains("40 %") == true)
    #expect(PhotoQuality(legiblePercent: 0, printPixels: nil).percent == 0)
    func table(_ confidence: Int, _ height: Int) -> PrintedPage {
      PrintedPage(tesseract: Array("5\t1\t1\t1\t1\t1\t0\t0\t9\t\(height)\t\(confidence)\tTOTAL\n".utf8))
    }
    #expect(table(95, 12).quality == PhotoQuality(legiblePercent: 100, printPixels: 12))
    #expect(table(20, 12).quality == PhotoQuality(legiblePercent: 0, printPixels: nil))
    #expect(PrintedPage(tesseract: []).quality == nil)
    try installTesseract()
    try put("a.jpg", total: "1.50")
    let (ledger, run) = try ledger()
    #expect(!run("capture", photos + "/a.jpg").errors.contains("reads better"))
    #expect(ledger.run("tail", "--json").output.contains(#""name":"photo","score":100"#))
  }
}
