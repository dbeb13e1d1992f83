import Foundation
import LedgerBytes
import Testing

@testable import events

/// Files of the ledger itself, named where a person names a file of their own.
@Suite("The ledger's own files") struct LedgerFileTests {
  /// Ways to name the ledger's log, its head and its device.
  enum Name: String, CaseIterable {
    case itself, hardLink, symbolicLink, throughAFolder

    func path(of file: String, in ledger: Ledger) throws -> String {
      let manager = FileManager.default
      let link = ledger.folder + "/scan-\(UUID().uuidString).txt"
      switch self {
      case .itself: return ledger.path + "/" + file
      case .hardLink: try manager.linkItem(atPath: ledger.path + "/" + file, toPath: link)
      case .symbolicLink:
        try manager.createSymbolicLink(atPath: link, withDestinationPath: ledger.path + "/" + file)
      case .throughAFolder:
        try manager.createSymbolicLink(atPath: link, withDestinationPath: ledger.path)
        return link + "/" + file
      }
      return link
    }
  }

  private static let files = ["log.head", "device", "log.sqlite"]

  @Test(
    "No such file is read as a scan, a text, a batch, an image of a line, a patch or an import",
    arguments: Name.allCases)
  func reading(name: Name) throws {
    for file in Self.files {
      let ledger = try Ledger()
      let id = try ledger.add("4.10")
      // The log cannot be opened at all while it has a second name: then nothing of it is read either.
      let path = try name.path(of: file, in: ledger)
      let isSecondName = name == .hardLink && file == "log.sqlite"
      let batch = try ledger.file(
        "batch.ndjson", #"{"id":"a","text":"REWE","image":"\#(image(path, ledger))"}"#)
      let attempts: [[String]] = [
        ["capture", path], ["capture", "--text", path], ["capture", "--batch", path],
        ["capture", "--batch", batch], ["page", "add", id, path], ["page", "add", id, path, "--text", path],
        ["replay", "--patch", path], ["import", "--format", "ndjson", path],
      ]
      for attempt in attempts {
        let outcome = ledger.run(attempt)
        #expect(outcome.code != .ok, "\(attempt)")
        let words = isSecondName ? "has a second name" : "\(file), a file of the ledger itself"
        #expect(outcome.errors.contains(words), "\(attempt): \(outcome.errors)")
        #expect(!outcome.errors.contains("Nothing was"), "\(attempt): \(outcome.errors)")
      }
    }
  }

  private func image(_ path: String, _ ledger: Ledger) -> String {
    path.hasPrefix(ledger.folder + "/") ? String(path.dropFirst(ledger.folder.count + 1)) : path
  }

  @Test("No export writes over such a file, whatever its name", arguments: [Name.itself, .throughAFolder])
  func writing(name: Name) throws {
    let ledger = try Ledger()
    _ = try ledger.add("4.10")
    for file in Self.files + ["log.sqlite-wal", "log.sqlite-shm"] {
      let path = try name.path(of: file, in: ledger)
      let before = FileManager.default.contents(atPath: path)
      let outcome = ledger.run("export", "--format", "csv", "-o", path, "--yes")
      #expect(
        outcome.code == .cannotCreate && outcome.errors.contains("a file of the ledger itself"), "\(outcome)")
      #expect(FileManager.default.contents(atPath: path) == before)
    }
    let models = try FileManager.default.contentsOfDirectory(atPath: ledger.path + "/models")
    let model = try #require(models.first { $0.hasSuffix(".sqlite") })
    let outcome = ledger.run("export", "--format", "csv", "-o", "\(ledger.path)/models/\(model)", "--yes")
    #expect(outcome.errors.contains("is a database, and is not written over"), "\(outcome.errors)")
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("An output file never replaces part of another ledger or another database", arguments: [true, false])
  func writingElsewhere(throughALink: Bool) throws {
    let (ledger, other) = (try Ledger(), try Ledger())
    for ledger in [ledger, other] { _ = try ledger.add("4.10") }
    other.run("capture", try other.file("page.txt", "REWE\nSUMME EUR 1,10"))
    let manager = FileManager.default
    let attachments = other.path + "/attachments/"
    let page = try #require(try manager.subpathsOfDirectory(atPath: attachments).first { $0.utf8.count == 67 })
    let model = try #require(
      try manager.contentsOfDirectory(atPath: other.path + "/models").first { $0.hasSuffix(".sqlite") })
    try Data("x".utf8).write(to: URL(fileURLWithPath: other.path + "/log.sqlite-wal"))
    try manager.copyItem(atPath: "\(other.path)/models/\(model)", toPath: other.folder + "/moved")
    let parts =
      [
        ("log.sqlite", "the log of a ledger"), ("log.head", "the log.head of a ledger"),
        ("device", "the device file of a ledger"), ("log.sqlite-wal", "a part of a database"),
        ("models/\(model)", "a database"), ("attachments/\(page)", "a page of a ledger"),
      ].map { (other.path + "/" + $0.0, $0.1) } + [(other.folder + "/moved", "a database")]
    for (number, (path, words)) in parts.enumerated() {
      var name = path
      if throughALink {
        name = ledger.folder + "/link-\(number)"
        try manager.createSymbolicLink(atPath: name, withDestinationPath: path)
      }
      let before = manager.contents(atPath: path)
      let outcome = ledger.run("export", "--format", "csv", "-o", name, "--yes")
      #expect(outcome.code == .cannotCreate && outcome.errors.contains(words), "\(path): \(outcome.errors)")
      #expect(manager.contents(atPath: path) == before)
    }
    // A file of a person's with such a name is theirs.
    let mine = try ledger.file("log.head", "notes")
    #expect(ledger.run("export", "--format", "csv", "-o", mine, "--yes").code == .ok)
  }

  @Test("Standard output that a shell has led into a file of the ledger is refused")
  func streams() throws {
    let ledger = try Ledger()
    _ = try ledger.add("4.10")
    for file in Self.files {
      let before = FileManager.default.contents(atPath: "\(ledger.path)/\(file)")
      let script = #""$events" --ledger "$L" receipts >> "$L/\#(file)"; echo "$?" >&2"#
      let outcome = try BuiltTool.shell(script, environment: ["L": ledger.path])
      #expect(outcome.errors.contains("a file of the ledger itself") && outcome.errors.contains("64"))
      #expect(FileManager.default.contents(atPath: "\(ledger.path)/\(file)") == before)
    }
    let script = #""$events" --ledger "$L" capture --text - < "$L/log.sqlite""#
    let outcome = try BuiltTool.shell(script, environment: ["L": ledger.path])
    #expect(outcome.code == 64 && outcome.errors.contains("a file of the ledger itself"))
  }

  @Test("An image that is the log costs a batch its line and nothing else") func batch() throws {
    let ledger = try Ledger()
    try FileManager.default.createSymbolicLink(
      atPath: ledger.folder + "/scan.jpg", withDestinationPath: ledger.path + "/log.sqlite")
    let lines = ["", #","image":"scan.jpg""#, ""].enumerated().map {
      #"{"id":"\#($0.offset)","text":"REWE\nSUMME EUR 4,10\n14.06.2026"\#($0.element)}"#
    }
    let path = try ledger.file("batch.ndjson", lines.joined(separator: "\n"))
    let outcome = ledger.run("capture", "--batch", path, "--json")
    #expect(outcome.code == .dataError && outcome.lines.count == 2)
    #expect(outcome.errors.contains("batch.ndjson:2:") && outcome.errors.contains("the ledger itself"))
  }

  @Test("A missing log is reported with the remedy, and no new ledger is started over it")
  func missing() throws {
    let ledger = try Ledger()
    _ = try ledger.add("4.10")
    let head = FileManager.default.contents(atPath: ledger.path + "/log.head")
    try FileManager.default.moveItem(atPath: ledger.path + "/log.sqlite", toPath: ledger.folder + "/kept")
    for command in [["init"], ["receipts"], ["import", "--format", "ndjson", "-"], ["--read-only", "status"]] {
      let outcome = ledger.run(command, input: "{}")
      #expect(outcome.code != .ok, "\(command)")
      #expect(
        outcome.errors.contains("other files of a ledger: \(ledger.path) has "), "\(command): \(outcome.errors)"
      )
      #expect(outcome.errors.contains("log.head, device") && outcome.errors.contains("recover --from FOLDER"))
    }
    #expect(FileManager.default.contents(atPath: ledger.path + "/log.head") == head)
    try Data().write(to: URL(fileURLWithPath: ledger.path + "/.log.sqlite.icloud"))
    #expect(ledger.run("init").errors.contains("Have the cloud service download the folder"))
    try FileManager.default.moveItem(atPath: ledger.folder + "/kept", toPath: ledger.path + "/log.sqlite")
    #expect(ledger.run("receipts").code == .ok)
  }

  @Test("An import that fails leaves a folder alone that another process has begun to use meanwhile")
  func failingImport() throws {
    let ledger = try Ledger()
    _ = try ledger.add("4.10")
    let events = ledger.run("tail", "--json", "-n", "1000")
    try #require(events.code == .ok, "\(events.errors)")
    let file = try ledger.file("events.ndjson", events.output + "not an event\n")
    let new = ledger.folder + "/new"
    for isThere in [false, true] {
      if isThere { try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: true) }
      let outcome = ledger.run("--ledger", new, "import", "--format", "ndjson", file)
      #expect(outcome.code == .dataError && outcome.errors.contains("nothing was imported"))
      #expect(FileManager.default.fileExists(atPath: new) == isThere)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: new).isEmpty)

    // The import waits for its last line; meanwhile another process begins a ledger in the folder.
    let script = #"""
      cd "$F" && rm -rf new && mkfifo pipe
      "$events" --ledger new import --format ndjson - < pipe 2> errors & import=$!
      exec 3> pipe; head -n 3 events.ndjson >&3
      until ls new*/log.sqlite > /dev/null 2>&1; do sleep 0.01; done
      "$events" --ledger new init > /dev/null; echo "$?"
      "$events" --ledger new add --amount 5 --date 2026-06-12 --category food --payment card > /dev/null; echo "$?"
      echo nonsense >&3; exec 3>&-; wait "$import"; echo "$?"
      "$events" --ledger new receipts --json | wc -l; ls -d new*
      """#
    let outcome = try BuiltTool.shell(script, environment: ["F": ledger.folder])
    let words = outcome.output.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(words == ["0", "0", "65", "1", "new"], "\(outcome)")
  }

  @Test("--read-only leaves nothing in the folder of a ledger whose writer was killed")
  func readOnlyLeavesNothing() throws {
    let ledger = try Ledger()
    _ = try ledger.add("4.10")
    let script = #"""
      cp -r "$L" "$L.killed"
      (printf '{"id":"a","text":"REWE"}\n'; sleep 3) | "$events" --ledger "$L.killed" capture --batch - > "$L.out" & tool=$!
      until [ -s "$L.out" ]; do sleep 0.01; done
      cp -r "$L.killed" "$L.copy"; kill -9 "$tool"; rm -f "$L.copy/log.sqlite-shm"; ls "$L.copy" > "$L.before"
      "$events" --ledger "$L.copy" --read-only receipts --all > /dev/null && ls "$L.copy" | diff "$L.before" -
      """#
    let outcome = try BuiltTool.shell(script, environment: ["L": ledger.path])
    #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome)")
  }
}
