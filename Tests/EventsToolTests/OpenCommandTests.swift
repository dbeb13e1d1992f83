import Foundation
import Testing

@testable import events

@Suite("The open and cache commands")
struct OpenCommandTests {
  /// A ledger with a draft of two pages, and the draft's id.
  private func captured() throws -> (ledger: Ledger, id: String) {
    let ledger = try Ledger()
    let bytes = Data([0xff, 0xd8, 0xff, 0xe0, 1, 2])
    try bytes.write(to: URL(fileURLWithPath: ledger.folder + "/one.jpg"))
    try Data("%PDF-1.7 two".utf8).write(to: URL(fileURLWithPath: ledger.folder + "/two.pdf"))
    let outcome = ledger.run(
      "capture", ledger.folder + "/one.jpg", ledger.folder + "/two.pdf", "--text", "-", "--json",
      input: "Summe EUR 5,00")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    return (ledger, try #require(object?["transaction"] as? String))
  }

  private func run(_ ledger: Ledger, _ more: [String: String], _ arguments: String...) -> Tool.Outcome {
    Tool(environment: ledger.environment.merging(more) { $1 }).run(arguments)
  }

  @Test("RY-03 Without a desktop, and for scripts, the path of the page is printed")
  func path() throws {
    let (ledger, id) = try captured()
    let plain = ledger.run("open", id)
    #expect(plain.code == .ok && plain.errors.contains("2 pages"))
    let path = String(try #require(plain.lines.first))
    #expect(path.hasPrefix("/") && path.contains("/attachments/"))
    #expect(FileManager.default.contents(atPath: path) == Data([0xff, 0xd8, 0xff, 0xe0, 1, 2]))
    let second = ledger.run("open", id, "--print-path", "--page", "2")
    #expect(second.errors.isEmpty && FileManager.default.contents(atPath: second.lines[0])?.first == 0x25)
    let json = try ledger.json("open", id, "--page", "2")
    #expect(json["path"] as? String == second.lines[0] && json["pages"] as? Int == 2)
    #expect(json["opened"] as? Bool == false && json["mediaType"] as? String == "application/pdf")
    for number in ["0", "3", "x", "-1"] {
      #expect(ledger.run("open", id, "--page=\(number)").code == .dataError)
    }
    let paperless = try ledger.add("5.00")
    #expect(ledger.run("open", paperless).code == .no)
    #expect(ledger.run("open", "ffffffff").code == .noInput)
    try FileManager.default.removeItem(atPath: path)
    #expect(ledger.run("open", id).code == .noInput)
    #expect(!FileManager.default.fileExists(atPath: ledger.path + "/pictures"))
  }

  @Test("RY-03 The desktop's program gets a copy, so that it cannot change the page", .enabled(if: isLinux))
  func desktop() throws {
    let (ledger, id) = try captured()
    let programs = ledger.folder + "/bin"
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    let script =
      "#!/bin/sh\necho changed >> \"$1\"\necho \"$1\" > '\(ledger.folder)/opened.part'\n"
      + "mv '\(ledger.folder)/opened.part' '\(ledger.folder)/opened'\nsleep 30\n"
    try Data(script.utf8).write(to: URL(fileURLWithPath: programs + "/xdg-open"))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: programs + "/xdg-open")
    let path = "\(programs):/usr/bin:/bin"
    #expect(run(ledger, ["PATH": path], "open", id).output.contains("/attachments/"), "no display")
    let began = Date()
    let outcome = run(ledger, ["PATH": path, "DISPLAY": ":0"], "open", id, "--page", "1")
    #expect(outcome.code == .ok && outcome.output.hasPrefix("Opened page 1 of 2"), "\(outcome)")
    #expect(Date().timeIntervalSince(began) < 20, "it does not wait for the program")
    var opened: String?
    for _ in 0..<3_000 where opened == nil {
      opened = try? String(contentsOfFile: ledger.folder + "/opened", encoding: .utf8)
      if opened == nil { usleep(20_000) }
    }
    let copy = try #require(opened).trimmingCharacters(in: .newlines)
    #expect(copy.contains("/pictures/") && copy.hasSuffix(".jpg"))
    #expect(ledger.run("verify").code == .ok, "the page is as it was")
    let readOnly = run(ledger, ["PATH": path, "DISPLAY": ":0"], "--read-only", "open", id)
    #expect(readOnly.code == .cannotCreate && readOnly.errors.contains("--print-path"))
  }

  private static let isLinux: Bool = {
    #if os(Linux)
      return true
    #else
      return false
    #endif
  }()

  @Test("RY-21 IE-39 The storage is counted by part, and only pictures are cleared")
  func storage() throws {
    let (ledger, id) = try captured()
    _ = try ledger.add("5.00")
    let missing = run(ledger, ["PATH": "/nowhere"], "open", id, "--picture", "thumbnail")
    #expect(missing.code == .no && missing.errors.contains("vipsthumbnail"), "\(missing)")
    let page = try #require(ledger.run("open", id, "--print-path").lines.first)
    let name = String(page.suffix(64))
    let pictures = ledger.path + "/pictures/" + name.prefix(2)
    try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
    try Data("picture".utf8).write(to: URL(fileURLWithPath: "\(pictures)/\(name)-400.jpg"))
    try Data("mine".utf8).write(to: URL(fileURLWithPath: pictures + "/mine.txt"))
    let status = try ledger.json("cache", "status")
    #expect(status["receipts"] as? Int == 1)
    #expect(status["scans"] as? [String: Int] == ["bytes": 18, "files": 2])
    #expect(status["pictures"] as? [String: Int] == ["bytes": 7, "files": 1])
    let text = ledger.run("cache", "status")
    #expect(text.output.hasPrefix("1 receipt · ") && text.output.contains("events cache clear"))
    #expect(ledger.run("--read-only", "cache", "status").code == .ok)
    #expect(ledger.run("cache", "clear", "--dry-run").output == "Would remove 1 picture, 7 bytes\n")
    #expect(try ledger.json("cache", "clear")["files"] as? Int == 1)
    #expect(ledger.run("cache", "clear").output == "Removed 0 pictures, 0 bytes\n")
    #expect(FileManager.default.fileExists(atPath: pictures + "/mine.txt"))
    #expect(ledger.run("verify").code == .ok)
  }
}
