import Foundation
import Testing

/// Every command of the tool on a disk without room.
@Suite("Commands on a full disk")
struct FullCommandTests {
  /// Commands that read, record, write files, or work on the ledger as a whole.
  private static let commands = [
    "groups", "--read-only groups", "status", "receipts --all", "receipts --at 5", "search taxi", "verify",
    "rebuild", "rebuild --model history", "rebuild --model search", "rebuild --check", "tail -n 3",
    "tail --cursor c", "add --amount 3 --date 2026-06-01 --category food --payment card", "group create New",
    "month", "analysis --kind expense --all", "why expense all EUR", "audit --all", "export --format csv",
    "export --format csv -o $disk/out.csv", "backup $disk/B", "sync $folder/S", "sync status", "conflicts",
    "checkpoint", "prove 5", "repro 5", "explore -o $disk/e.html", "report net-worth", "drafts", "duplicates",
    "undo", "defaults show", "device list", "budget", "show 5", "redact 5 --why x --yes", "recover $folder/S",
  ]

  /// The type of the one event that a command records if it ends with 0, or `nil` for other commands.
  private static func type(recordedBy command: String) -> String? {
    if command.hasPrefix("add ") { return "TransactionRecorded" }
    if command.hasPrefix("group create ") { return "GroupCreated" }
    return command.hasPrefix("redact ") ? "EventRedacted" : nil
  }

  /// Runs `body` with a small disk, if one can be made here.
  static func withDisk(_ kibibytes: Int, _ body: (_ folder: String, _ disk: String) throws -> Void)
    throws
  {
    let scratch = try Scratch("full-commands")
    defer { scratch.remove() }
    let folder = scratch.folder("all")
    let disk = folder + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: folder + "/S", withIntermediateDirectories: true)
    let mounted = try ToolProcess(
      ["-t", "tmpfs", "-o", "size=\(kibibytes)k", "tmpfs", disk], program: "/bin/mount"
    ).finish()
    guard mounted.code == 0 else { return print("durability: tmpfs skipped: \(mounted.errors)") }
    defer { _ = try? ToolProcess(["-l", disk], program: "/bin/umount").finish() }
    try body(folder, disk)
  }

  static func fill(_ disk: String) {
    _ = FileManager.default.createFile(atPath: disk + "/fill", contents: nil)
    guard let file = FileHandle(forWritingAtPath: disk + "/fill") else { return }
    while (try? file.write(contentsOf: Data(count: 4_096))) != nil {}
  }

  /// Makes room again.
  ///
  /// The file is emptied first, because a process of another test may have inherited it. A removed file that is open
  /// keeps its room.
  static func free(_ disk: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: disk + "/fill"))
    try file.truncate(atOffset: 0)
    try file.close()
    try FileManager.default.removeItem(atPath: disk + "/fill")
  }

  @Test(
    "A command on a full disk does its work, or reports the full disk and ends with 74",
    .enabled(if: FullDiskTests.canMount, "mounting a tmpfs needs Linux and root"), arguments: [false, true])
  func commands(hasModels: Bool) throws {
    try Self.withDisk(3_000) { folder, disk in
      func run(_ command: String) throws -> ToolProcess.Outcome {
        let words = command.replacingOccurrences(of: "$disk", with: disk)
          .replacingOccurrences(of: "$folder", with: folder).split(separator: " ").map(String.init)
        return try BuiltTool.run(["--ledger", disk + "/ledger"] + words)
      }
      for command in [
        "init --currency EUR", "group create Trip",
        "add --amount 2 --date 2026-06-01 --category taxi --payment cash --vendor Taxi",
      ] {
        #expect(try run(command).code == 0, "\(command)")
      }
      if hasModels {
        for command in ["groups", "search taxi", "rebuild --model history", "sync $folder/S"] {
          #expect(try run(command).code == 0, "\(command)")
        }
      }
      func types() throws -> [String: Int] {
        try run("tail --json -n 1000").lines.reduce(into: [:]) { counts, line in
          let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
          counts[event?["type"] as? String ?? "", default: 0] += 1
        }
      }
      let before = try types()
      var recorded: [String: Int] = [:]
      Self.fill(disk)
      for command in Self.commands {
        let outcome = try run(command)
        let isTold = outcome.code == 74 && outcome.errors.contains("full")
        #expect(isTold || outcome.code == 0, "\(command): \(outcome.code) \(outcome.errors)")
        if let type = Self.type(recordedBy: command) { recorded[type, default: 0] += outcome.code == 0 ? 1 : 0 }
      }
      try Self.free(disk)
      #expect(try run("verify").code == 0)
      let after = try types()
      for (type, count) in recorded {
        #expect((after[type] ?? 0) - (before[type] ?? 0) == count, "\(type): \(before) \(recorded) \(after)")
      }
    }
  }

  @Test(
    "A sync that received events before the shared folder was full does not claim that nothing was recorded",
    .enabled(if: FullDiskTests.canMount, "mounting a tmpfs needs Linux and root"))
  func partOfSync() throws {
    try Self.withDisk(1_000) { folder, disk in
      let (first, second) = (folder + "/first", folder + "/second")
      func run(_ ledger: String, _ words: String...) throws -> ToolProcess.Outcome {
        try BuiltTool.run(["--ledger", ledger] + words)
      }
      #expect(try run(first, "init", "--currency", "EUR").code == 0)
      #expect(try run(first, "sync", disk).code == 0)
      #expect(try run(second, "init", "--from", disk).code == 0)
      #expect(try run(first, "group", "create", "Trip").code == 0)
      #expect(try run(first, "sync", disk).code == 0)
      #expect(try run(second, "group", "create", "Home").code == 0)
      Self.fill(disk)
      let outcome = try run(second, "sync", disk)
      #expect(
        outcome.code == 74 && outcome.errors.contains("Recorded before that, and kept: 1 event"), "\(outcome)")
      #expect(!outcome.errors.lowercased().contains("nothing was recorded"), "\(outcome)")
      #expect(try run(second, "groups").lines.contains { $0.contains("Trip") })
    }
  }
}
