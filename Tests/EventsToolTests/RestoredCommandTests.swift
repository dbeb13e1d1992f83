import EventLog
import Foundation
import LedgerBytes
import Testing

@testable import events

/// Folders that go back to an older copy, files of events, and backups, as a person meets them.
@Suite("Restored folders and files of events") struct RestoredCommandTests {
  /// A ledger whose folder was restored in place by a backup that lacks its last group.
  private func restored() throws -> (ledger: Ledger, later: String) {
    let ledger = try Ledger()
    ledger.run("group", "create", "Early")
    let backup = ledger.folder + "/backup"
    #expect(ledger.run("backup", backup).code == .ok)
    ledger.run("group", "create", "Late")
    let later = ledger.folder + "/later"
    #expect(ledger.run("backup", later).code == .ok)
    let copied = try BuiltTool.shell(#"cp -a "$B/." "$L""#, environment: ["B": backup, "L": ledger.path])
    #expect(copied.code == 0, "\(copied.errors)")
    return (ledger, later)
  }

  @Test(
    "A folder restored in place is told once, goes on as a new device, and status explains it until all is back"
  )
  func told() throws {
    let (ledger, later) = try restored()
    let looking = ledger.run("groups")
    #expect(looking.code == .ok && looking.errors.contains("restored from an older copy"))
    #expect(looking.errors.contains("had recorded 8 events, and 7 of them are here"))
    #expect(looking.errors.contains("With its next change it goes on as a new device"))
    let recorded = ledger.run("group", "create", "After")
    #expect(recorded.code == .ok && recorded.errors.contains("It goes on as a new device"))
    #expect(ledger.run("group", "create", "And on").errors == "")
    let status = ledger.run("status").output
    #expect(status.contains("restored from an older copy"))
    #expect(try (ledger.json("status")["missing"] as? [[String: Any]])?.first?["expected"] as? Int == 8)
    let joined = try #require(ledger.run("tail", "--type", "DeviceJoined", "--json").lines.first)
    #expect(joined.contains(#""continues":{"device":"#) && joined.contains(#""sequence":7"#))

    // The later copy brings back what is missing, and nothing is a fork.
    let recovered = ledger.run("recover", later)
    #expect(recovered.code == .ok && recovered.output.contains("1 event came back"), "\(recovered.errors)")
    #expect(!ledger.run("status").output.contains("restored"))
    for name in ["Early", "Late", "After"] { #expect(ledger.run("groups").output.contains(name)) }
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("What another folder of this machine recorded is not missing, but what this one had recorded is")
  func otherFolder() throws {
    let ledger = try Ledger()
    let (shared, other) = (ledger.folder + "/shared", ledger.folder + "/other")
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    #expect(ledger.run("sync", shared).code == .ok)
    #expect(ledger.run("--ledger", other, "init", "--from", shared).code == .ok)
    #expect(ledger.run("--ledger", other, "group", "create", "Elsewhere").code == .ok)
    let places = ["backup", "copy", "old"].map { "\(ledger.folder)/\($0)" }
    for place in [places[0], places[2]] { #expect(ledger.run("backup", place).code == .ok) }
    #expect(try BuiltTool.shell("cp -a \(ledger.path) \(places[1])").code == 0)
    for place in [places[0], places[1], other, ledger.path] {
      for command in [["groups"], ["status"], ["group", "create", "On"], ["status"]] {
        let outcome = ledger.run(["--ledger", place] + command)
        #expect(outcome.code == .ok && outcome.errors == "", "\(place) \(command): \(outcome.errors)")
        #expect(!outcome.output.contains("older copy"), "\(place) \(command): \(outcome.output)")
      }
    }
    // The ledger has recorded a group since that backup, and so have the folders that went on from other copies.
    let looking = ledger.run("--ledger", places[2], "groups")
    #expect(looking.errors.contains("had recorded 7 events, and 6 of them are here"), "\(looking.errors)")
    #expect(!looking.errors.contains(";"), "\(looking.errors)")
    let status = ledger.run("--ledger", places[2], "status").output
    #expect(status.components(separatedBy: "older copy").count == 2, "\(status)")
  }

  @Test("Without a place for notes the tool goes on, and status tells what that means")
  func withoutHome() throws {
    let ledger = try Ledger()
    let tool = Tool(environment: ["EVENTS_LEDGER": ledger.path, "USER": "anna"])
    #expect(tool.run("group", "create", "X").code == .ok)
    #expect(tool.run("status").output.contains("(HOME)"))
    let file = try ledger.file("file", "")
    let blocked = Tool(environment: ["EVENTS_LEDGER": ledger.path, "XDG_STATE_HOME": file])
    #expect(blocked.run("group", "create", "Y").errors == "")
    #expect(blocked.run("status").output.contains("cannot be kept"))
  }

  @Test("A batch that was captured, lost and recovered is not captured again")
  func batchAfterRecovery() throws {
    let ledger = try Ledger()
    let log = ledger.path + "/log.sqlite"
    let early = try Data(contentsOf: URL(fileURLWithPath: log))
    let lines = (1...3).map { #"{"id":"r\#($0)","text":"REWE\nSUMME EUR \#($0),10\n14.06.2026"}"# }
    let batch = try ledger.file("batch.ndjson", lines.joined(separator: "\n") + "\n")
    let first = ledger.run("capture", "--batch", batch, "--json")
    let backup = ledger.folder + "/backup"
    ledger.run("backup", backup)
    try early.write(to: URL(fileURLWithPath: log))
    #expect(ledger.run("recover", backup).code == .ok)
    let again = ledger.run("capture", "--batch", batch, "--json")
    #expect(again.code == .ok && again.output == first.output, "\(again.errors)")
    #expect(ledger.run("drafts", "--json").lines.count == 3)
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("The same batch captured on two devices leaves both ledgers sound after an exchange")
  func batchOnTwoDevices() throws {
    let ledger = try Ledger()
    let batch = try ledger.file(
      "batch.ndjson", #"{"id":"r1","text":"REWE\nSUMME EUR 1,10\n14.06.2026"}"# + "\n")
    let theirs = try ledger.recordedElsewhere(["capture", "--batch", batch])
    #expect(ledger.run("capture", "--batch", batch).code == .ok)
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    _ = try log.takeIn(theirs, receivedAtMilliseconds: 1_781_440_000_000)
    try log.close()
    let verified = ledger.run("verify")
    #expect(verified.code == .ok, "\(verified.output)")
  }

  @Test(
    "Every exported line names its ledger; a file of another ledger is refused, whole or from its middle on")
  func otherLedger() throws {
    let (ledger, other) = (try Ledger(), try Ledger())
    for name in ["A", "B"] {
      ledger.run("group", "create", name)
      other.run("group", "create", name)
    }
    let lines = other.run("tail", "-n", "1000", "--json").lines
    let id = try #require(try other.json("status")["ledger"] as? String)
    #expect(lines.allSatisfy { $0.contains(#""ledger":"\#(id)""#) })
    #expect(other.run("show", "3", "--json").output.contains(#""ledger":"\#(id)""#))
    for part in [lines, Array(lines.dropFirst(6)), Array(lines.reversed())] {
      let file = try ledger.file("other.ndjson", part.joined(separator: "\n") + "\n")
      let refused = ledger.run("import", "--format", "ndjson", file)
      #expect(refused.code == .dataError && refused.errors.contains("of another ledger"), "\(refused.errors)")
    }
    // One line of another ledger among those of this one.
    let own = ledger.run("tail", "-n", "1000", "--json").lines
    let mixed = try ledger.file("mixed.ndjson", (own + [lines[6]]).joined(separator: "\n") + "\n")
    let refused = ledger.run("import", "--format", "ndjson", mixed)
    #expect(refused.code == .dataError && refused.errors.contains("this event is of ledger \(id)"))
  }

  @Test(
    "A file without its beginning makes a ledger of the id in its lines; one that names no ledger is refused")
  func withoutBeginning() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "A")
    let id = try #require(try ledger.json("status")["ledger"] as? String)
    let elsewhere = try ledger.recordedElsewhere(["group", "create", "B"])
    let theirs = try #require(try Self.line(elsewhere, ledger))
    let text = ledger.run("tail", "-n", "1000", "--json").lines + [theirs]
    func makes(_ name: String, _ lines: [String]) throws -> Tool.Outcome {
      let file = try ledger.file(name + ".ndjson", lines.joined(separator: "\n") + "\n")
      return Tool(environment: ["EVENTS_LEDGER": ledger.folder + "/" + name]).run(
        "import", "--format", "ndjson", file)
    }
    // The other device's own events alone: the first of it is not the ledger's first.
    let made = try makes("late", Array(text.suffix(1)))
    #expect(made.code == .ok, "\(made.errors)")
    let log = try LedgerLog.open(ledger.folder + "/late", mode: .readOnly)
    #expect(log.ledgerID.description == id)
    try log.close()
    // As a version printed them that named no ledger.
    let nameless = text.map { $0.replacingOccurrences(of: #""ledger":"\#(id)","#, with: "") }
    #expect(try makes("old", Array(nameless.dropLast())).code == .ok)
    let refused = try makes("unknown", Array(nameless.suffix(1)))
    #expect(refused.code == .dataError && refused.errors.contains("which ledger"))
    #expect(!FileManager.default.fileExists(atPath: ledger.folder + "/unknown"))
    let mixed = try makes("mixed", Array(text.prefix(2)) + Array(nameless[2..<3]))
    #expect(mixed.code == .dataError && mixed.errors.contains("does not name its ledger"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: ledger.folder).allSatisfy { !$0.contains("import-") })
  }

  /// The first event that another device recorded, as its tool prints it.
  private static func line(_ events: [ForeignEvent], _ ledger: Ledger) throws -> String? {
    let other = Tool(environment: ["EVENTS_LEDGER": ledger.folder + "/other"])
    let device = try #require(events.first).reference.device
    return other.run("tail", "-n", "1000", "--json").lines.first {
      $0.contains(#""device":"\#(device)","deviceSequence":1,"#)
    }
  }

  @Test("A failed import leaves alone a folder that another program has begun to use")
  func failedImport() throws {
    let ledger = try Ledger()
    let lines = ledger.run("tail", "-n", "1000", "--json").lines
    let path = ledger.folder + "/new"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let file = try ledger.file("bad.ndjson", (lines.prefix(2) + ["{}"]).joined(separator: "\n") + "\n")
    let tool = Tool(environment: ["EVENTS_LEDGER": path])
    #expect(tool.run("import", "--format", "ndjson", file).code == .dataError)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/mine"))
    let good = try ledger.file("good.ndjson", lines.joined(separator: "\n") + "\n")
    #expect(tool.run("import", "--format", "ndjson", good).code == .ok)
    #expect(tool.run("verify").code == .ok)
    #expect(FileManager.default.fileExists(atPath: path + "/mine"))
  }

  @Test("Two branches of one device are told, left out, and end no exchange")
  func fork() throws {
    let ledger = try Ledger()
    let copy = ledger.folder + "/copy"
    #expect(ledger.run("backup", copy).code == .ok)
    ledger.run("group", "create", "Here")
    // The same device's next number, given elsewhere: a disk image that was rolled back, with no notes of it.
    let device = try FileManager.default.contentsOfDirectory(atPath: ledger.path).contains("device")
    #expect(device)
    let shell = try BuiltTool.shell(
      """
      cp "$L/device" "$C/device"
      i=$(stat -c %i "$C/device")
      sed -i.old "4s/.*/$i/" "$C/device"; i=$(stat -c %i "$C/device"); printf '%s' "$(head -3 "$C/device")" > "$C/d"
      printf '\\n%s\\n' "$i" >> "$C/d"; cat "$C/d" > "$C/device"; rm "$C/d" "$C/device.old"
      XDG_STATE_HOME="$C-state" $events --ledger "$C" group create There
      XDG_STATE_HOME="$C-state" $events --ledger "$C" group create "There again"
      $events --ledger "$C" tail -n 1000 --json > "$C.ndjson"
      """, environment: ["L": ledger.path, "C": copy])
    #expect(shell.code == 0, "\(shell.errors)")
    // A file that begins past the fork, on a third device that has the branch of this one.
    let third = ledger.folder + "/third"
    #expect(ledger.run("backup", third).code == .ok)
    let last = try #require(
      String(contentsOfFile: copy + ".ndjson", encoding: .utf8).split(separator: "\n").last)
    let past = try ledger.file("past.ndjson", last + "\n")
    let grafted = Tool(environment: ["EVENTS_LEDGER": third, "XDG_STATE_HOME": third + "-state"]).run(
      "import", "--format", "ndjson", past)
    #expect(grafted.output.contains("0 events imported; 1 event of another branch kept aside"), "\(grafted)")
    #expect(grafted.errors.contains("two different events 7"))

    let imported = ledger.run("import", "--format", "ndjson", copy + ".ndjson")
    #expect(
      imported.code == .ok && imported.output.contains("2 events of another branch kept aside"),
      "\(imported.output)")
    #expect(imported.errors.contains("two different events 7"))
    #expect(imported.errors.contains("goes on as a new device"))
    #expect(ledger.run("group", "create", "After").code == .ok)
    #expect(ledger.run("tail", "--type", "DeviceJoined", "--json").output.contains(#""sequence":7"#))
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("A backup without a damaged page ends with 1 and names it")
  func damagedPage() throws {
    let ledger = try Ledger()
    let page = try ledger.file("page.txt", "REWE\nSUMME EUR 1,10")
    ledger.run("capture", page)
    let attachments = ledger.path + "/attachments"
    let name = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: attachments).first { $0.utf8.count == 67 })
    try Data("REWE\nSUMME EUR 9,10".utf8).write(to: URL(fileURLWithPath: "\(attachments)/\(name)"))
    let outcome = ledger.run("backup", ledger.folder + "/backup")
    #expect(
      outcome.code == .no && outcome.errors.contains(name.suffix(64))
        && outcome.errors.contains("not in the backup"))
    let json = ledger.run("backup", ledger.folder + "/second", "--json")
    #expect(try (object(json.lines.first)["leftOut"] as? [[String: Any]])?.count == 1)
  }
}
