import Foundation
import LedgerTestSupport
import Testing

@testable import events

@Suite("The program that reads images")
struct EngineChoiceTests {
  private let folder = TemporaryFolder()

  private func install(_ name: String, _ script: String) throws {
    let written = try BuiltTool.shell(
      "printf '%s\\n' '#!/bin/sh' \"$SCRIPT\" > \"$TARGET\"; chmod 755 \"$TARGET\"",
      environment: ["SCRIPT": script, "TARGET": folder.file(name)])
    #expect(written.code == 0, "\(written.errors)")
  }

  @Test("A default is kept on the machine, named where it is used, and preceded by the environment")
  func choice() throws {
    let ledger = try Ledger()
    var environment = [
      "EVENTS_LEDGER": ledger.path, "USER": "anna", "PATH": folder.path, "XDG_STATE_HOME": folder.file("state"),
    ]
    func run(_ arguments: String...) -> Tool.Outcome { Tool(environment: environment).run(arguments) }
    try install("tesseract", "exit 1")
    let tesseract = folder.file("tesseract")
    #expect(run("capture", "--explain").output == "Images are read by tesseract (\(tesseract)).\n")
    #expect(run("defaults", "set", "--ocr", "eyes").code == .noInput)
    #expect(run("defaults", "set", "--ocr", "eyes", "--no-ocr").code == .usage)

    try install("eyes", #"echo '{"text":"TOTAL 12.50","box":[0,0,400,20],"size":[800,600]}'"#)
    let eyes = folder.file("eyes")
    #expect(run("defaults", "set", "--ocr", eyes).code == .ok)
    #expect(run("defaults", "show", "--json").output.contains(#""ocr":"\#(eyes)""#))
    let words = "eyes (defaults set --ocr: \(eyes)), where unsure tesseract (\(tesseract))"
    #expect(
      run("status").output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        .joined(separator: " ").contains("images \(words)"))
    let engines = #"[{"chosenBy":"defaults","name":"eyes","path":"\#(eyes)"},"#
    #expect(run("status", "--json").output.contains(engines))
    #expect(run("capture", "--explain", "--json").output.hasPrefix(#"{"engines":\#(engines)"#))

    // The program reads, and what it read is recorded with the places of the lines.
    let captured = run("capture", "--explain", Repository.receipt("rewe-city-berlin.png"))
    #expect(
      captured.code == .ok && captured.errors.contains("Images are read by \(words)."), "\(captured.errors)")
    #expect(run("tail", "--json").output.contains(#""payload":{"boxes":"0 0 499 33","engine":"eyes""#))

    environment["EVENTS_OCR"] = "other"
    #expect(
      run("capture", "--explain").output.hasPrefix("Images are read by other (EVENTS_OCR: not installed),"))
    environment["EVENTS_OCR"] = nil
    #expect(run("defaults", "set", "--no-ocr").code == .ok)
    #expect(run("capture", "--explain").output == "Images are read by tesseract (\(tesseract)).\n")
  }
}
