import Foundation
import LedgerDomain
import LedgerTestSupport
import PaperReading
import Testing

/// Reading images with a program that a person names: here a script in a folder of its own.
@Suite("Reading images with a named program")
struct NamedEngineTests {
  private let folder = TemporaryFolder()

  /// Reads an image with a script as the program, or with no program if there is no script.
  private func read(
    _ script: String?, as name: String = "eyes", seconds: Int = 20
  ) throws -> PaperReader.Outcome {
    if let script { try install("eyes", script) }
    try Data("image".utf8).write(to: URL(fileURLWithPath: folder.file("page.png")))
    var reader = PaperReader(path: folder.path, program: name)
    reader.pageSecondsMax = seconds
    return reader.read([folder.file("page.png")])
  }

  /// The shell writes a script: a descriptor of this process, inherited by a program of another test, would make it busy.
  private func install(_ name: String, _ script: String) throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c", "printf '%s\\n' '#!/bin/sh' \"$1\" > \"$2\"; chmod 755 \"$2\"", "sh", script, folder.file(name),
    ]
    try shell.run()
    shell.waitUntilExit()
  }

  @Test("Its lines are put together as they are on the paper, and their confidence is kept")
  func reads() throws {
    let script = """
      printf '%s\\n' '{"text":"12.50","box":[300,101,60,20],"confidence":80,"page":1}' \\
        '{"text":"Corner Café","box":[10,10,140,10,140,30,10,30],"confidence":99.5}' '' \\
        '{"text":"TOTAL EUR","box":[10,100,90,20],"confidence":91}'
      """
    guard case .read(let read) = try read(script), let text = read.texts.first else {
      Issue.record("nothing was read")
      return
    }
    #expect(text.text == "Corner Café\nTOTAL EUR    12.50")
    #expect(text.engine == "eyes" && text.confidence == 92)
    #expect(read.quality == PhotoQuality(legiblePercent: 100, printPixels: 20))
    // A whole path names a program outside PATH.
    guard case .read = try self.read(nil, as: folder.file("eyes")) else {
      Issue.record("a whole path was not found")
      return
    }
  }

  @Test("A page that runs down the image is read in the direction of its text, and pages follow each other")
  func turned() throws {
    let turned = try PrintedPage(
      lines: Array(
        """
        {"text":"9.50","box":[120,160,120,210,100,210,100,160]}
        {"text":"TOTAL EUR","box":[120,10,120,130,100,130,100,10]}
        {"text":"Corner","box":[142,10,142,70,122,70,122,10]}
        """.utf8))
    #expect(turned.text == "Corner\nTOTAL EUR 9.50")
    let pages = try PrintedPage(
      lines: Array(
        """
        {"text":"second","box":[0,0,100,20],"page":2}
        {"text":"first","box":[0,90,100,20],"page":1}
        """.utf8))
    #expect(pages.text == "first\nsecond")
  }

  @Test(
    "Output that is not lines of text with a box is refused by its line",
    arguments: [
      #"{"text":"A"}"#, #"{"box":[1,2,3,4]}"#, #"{"text":"A","box":[1,2,3]}"#,
      #"{"text":"A","box":[1,2,3,"4"]}"#, #"{"text":"A","box":[1,2,3,4,"5"]}"#,
      #"{"text":"A","box":[1,2,3,4,5,6,7,8,9,10]}"#,
      #"{"text":"A","box":[1,2,3,1e300]}"#, #"{"text":"A","box":[1,2,3,4]"#, "Loading the model", "[]",
    ])
  func badOutput(_ line: String) throws {
    let good = #"{"text":"A","box":[1,2,3,4]}"#
    #expect(
      try read("printf '%s\\n' '\(good)' '\(line)'")
        == .failed(engine: "eyes", reason: "line 2 of its output is not JSON with text and box"))
  }

  @Test("Where its reading leaves doubt, tesseract reads too, as its rival")
  func second() throws {
    func line(_ text: String, _ top: Int) -> String {
      #"echo '{"text":"\#(text)","box":[0,\#(top),400,20]}'"#
    }
    let table =
      #"[ "$2" = stdout ] && printf '5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t90\tTOTAL\n5\t1\t1\t1\t1\t2\t9\t0\t9\t9\t90\t12.50\n'"#
    try install("tesseract", table)
    guard case .read(let doubtful) = try read(line("TOTAI", 0)) else {
      Issue.record("nothing was read")
      return
    }
    #expect(doubtful.texts.map(\.text) == ["TOTAL 12.50", "TOTAI"])
    #expect(doubtful.texts.map(\.engine) == ["tesseract-psm6", "eyes"])
    // A failure of tesseract changes nothing.
    try install("tesseract", "exit 1")
    guard case .read(let alone) = try read(nil) else {
      Issue.record("nothing was read")
      return
    }
    #expect(alone.texts.map(\.engine) == ["eyes"])
    // Nor is tesseract asked where there is no doubt.
    try install("tesseract", table)
    let receipt = ["Corner Shop GmbH", "BROT 4,50", "WEIN 8,00", "SUMME EUR 12,50", "Datum 14.06.2026 18:42"]
    let script = receipt.enumerated().map { line($1, $0 * 40) }.joined(separator: "; ")
    guard case .read(let sure) = try read(script) else {
      Issue.record("nothing was read")
      return
    }
    #expect(sure.texts.map(\.engine) == ["eyes"])
  }

  @Test("A program that fails, hangs, prints too much or is missing is named with the reason")
  func failures() throws {
    #expect(
      try read("echo '{}'; exit 1")
        == .failed(engine: "eyes", reason: "it could not read the image (it ended with 1)"))
    #expect(
      try read("exec /usr/bin/yes '{\"text\":\"A\",\"box\":[1,2,3,4]}'")
        == .failed(engine: "eyes", reason: "it printed more than 16777216 bytes"))
    #expect(try read("exec /bin/sleep 60", seconds: 1) == .timedOut(engine: "eyes"))
    let missing = "EVENTS_OCR names it, but no such program is installed"
    #expect(try read(nil, as: "other") == .failed(engine: "other", reason: missing))
    #expect(try read(nil, as: "./eyes") == .failed(engine: "eyes", reason: missing))
  }

  @Test("The environment precedes the default, which precedes what is found, and tesseract comes last")
  func choice() throws {
    try install("rapidocr", "echo 'usage: rapidocr check'")
    func engines(_ program: String? = nil, _ usual: String? = nil) -> [InstalledEngine] {
      PaperReader(path: folder.path, program: program, usual: usual).engines()
    }
    let missing = InstalledEngine(name: "tesseract", path: nil, choice: .found)
    // A program of that name that prints no lines is not taken.
    #expect(engines() == [missing])
    try install("rapidocr", "# events: EVENTS_OCR\nexit 1")
    try install("tesseract", "exit 1")
    let tesseract = InstalledEngine(name: "tesseract", path: folder.file("tesseract"), choice: .found)
    let found = InstalledEngine(name: "rapidocr", path: folder.file("rapidocr"), choice: .found)
    #expect(engines() == [found, tesseract])
    let usual = InstalledEngine(name: "rapidocr", path: folder.file("rapidocr"), choice: .defaults)
    #expect(engines(nil, folder.file("rapidocr")) == [usual, tesseract])
    let named = InstalledEngine(name: "eyes", path: nil, choice: .environment)
    #expect(engines("eyes", "rapidocr") == [named, tesseract])
  }

  @Test("A program that was found and fails is replaced by tesseract, and one that a person named is not")
  func fallback() throws {
    try install("rapidocr", "# events: EVENTS_OCR\nexit 1")
    try install(
      "tesseract",
      #"[ "$2" = stdout ] && printf '5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t90\tTOTAL\n5\t1\t1\t1\t1\t2\t9\t0\t9\t9\t90\t12.50\n'"#
    )
    try Data("image".utf8).write(to: URL(fileURLWithPath: folder.file("page.png")))
    let files = [folder.file("page.png")]
    guard case .read(let read) = PaperReader(path: folder.path).read(files) else {
      Issue.record("nothing was read")
      return
    }
    #expect(read.texts.last?.text == "TOTAL 12.50")
    let failed = PaperReader.Outcome.failed(
      engine: "rapidocr", reason: "it could not read the image (it ended with 1)")
    #expect(PaperReader(path: folder.path, usual: "rapidocr").read(files) == failed)
    #expect(
      PaperReader(path: folder.path, usual: "gone").read(files)
        == .failed(engine: "gone", reason: "defaults set --ocr names it, but no such program is installed"))
  }

  @Test(
    "The places of lines are kept in thousandths of the page, if its size is known, and before it is turned")
  func boxes() throws {
    func line(_ text: String, _ box: String, _ rest: String = "") -> String {
      #"{"text":"\#(text)","box":[\#(box)]\#(rest)}"#
    }
    func boxes(_ lines: String...) throws -> String? {
      guard case .read(let read) = try read("printf '%s\\n' " + lines.map { "'\($0)'" }.joined(separator: " "))
      else {
        return nil
      }
      return read.texts.last?.boxes
    }
    let size = #","size":[400,2000]"#
    #expect(try boxes(line("TOTAL", "40,100,100,20", size), line("9.50", "300,102,60,20")) == "100 50 800 11")
    #expect(try boxes(line("TOTAL", "40,100,100,20")) == nil)
    #expect(
      try boxes(line("B", "0,20,40,20", size + #","page":2"#), line("A", "-9,0,400,20", size))
        == "0 0 1000 10;0 1010 100 10")
    // Lines that run down the page.
    #expect(try boxes(line("TOTAL EUR", "120,10,120,130,100,130,100,10", size)) == "250 5 50 60")
  }
}
