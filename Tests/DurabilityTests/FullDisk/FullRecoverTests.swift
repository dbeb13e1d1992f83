import Foundation
import LedgerTestSupport
import Testing

/// A recovery on a small disk: without room at the start or somewhere on the way, and on the disk's own folder.
@Suite(
  "Recoveries on a full disk", .enabled(if: FullDiskTests.canMount, "mounting a tmpfs needs Linux and root"),
  .enabled(if: BuiltTool.isThere, "the tool is not built"))
struct FullRecoverTests {
  @Test("A recovery without enough room changes nothing and reports the full disk, and ends when there is room")
  func full() throws {
    let scratch = try Scratch("full-recover-template")
    defer { scratch.remove() }
    let template = try DamagedTemplate(in: scratch.path)
    let steps = Extent.of(5, nightly: 60)
    var (refused, wrong): (Int, [String]) = (0, [])
    try FullCommandTests.withDisk(8_000) { _, disk in
      let ledger = disk + "/l/ledger"
      let recover = ["--ledger", ledger, "recover", "--from", template.backup]
      for step in 0..<steps {
        try? FileManager.default.removeItem(atPath: disk + "/l")
        try template.copy(to: ledger)
        FullCommandTests.fill(disk)
        // Room for a part of the new folder.
        let fill = try FileHandle(forWritingTo: URL(fileURLWithPath: disk + "/fill"))
        let room = UInt64(step * 2_000_000 / steps)
        try fill.truncate(atOffset: max(try fill.seekToEnd(), room) - room)
        try fill.close()
        let outcome = try BuiltTool.run(recover)
        if outcome.code != 0 {
          refused += 1
          if outcome.code != 74 || !outcome.errors.contains("full") { wrong.append("\(room): \(outcome)") }
          let log = try Data(contentsOf: URL(fileURLWithPath: ledger + "/log.sqlite"))
          if log != template.log { wrong.append("\(room): the damaged log was changed") }
        }
        try FullCommandTests.free(disk)
        let again = try BuiltTool.run(recover)
        if again.code != 0 { wrong.append("\(room), with room: \(again.code) \(again.errors)") }
        if let problem = try template.problem(ledger) { wrong.append("\(room), with room: \(problem)") }
        if let problem = try template.problemAround(ledger) { wrong.append("\(room), with room: \(problem)") }
      }
      Tally.report(
        "recoveries on a full disk", tried: steps, lost: wrong.count, note: "\(refused) were refused")
      #expect(refused > 0)
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
  }

  @Test("A folder that is a mount point is left as it is, and a copy of it is recovered as the message tells")
  func mountPoint() throws {
    let scratch = try Scratch("mount-template")
    defer { scratch.remove() }
    let template = try DamagedTemplate(in: scratch.path)
    try FullCommandTests.withDisk(4_000) { folder, disk in
      for name in try FileManager.default.contentsOfDirectory(atPath: template.folder) {
        try FileManager.default.copyItem(atPath: "\(template.folder)/\(name)", toPath: "\(disk)/\(name)")
      }
      let before = try FileManager.default.subpathsOfDirectory(atPath: disk).sorted()
      let outcome = try BuiltTool.run(["--ledger", disk, "recover", "--from", template.backup])
      #expect(outcome.code == 73 && outcome.errors.contains("is a mount point"), "\(outcome)")
      #expect(try FileManager.default.subpathsOfDirectory(atPath: disk).sorted() == before)
      #expect(try Data(contentsOf: URL(fileURLWithPath: disk + "/log.sqlite")) == template.log)
      let copy = folder + "/copy"
      #expect(try ToolProcess(["-a", disk, copy], program: "/bin/cp").finish().code == 0)
      #expect(try BuiltTool.run(["--ledger", copy, "recover", "--from", template.backup]).code == 0)
      #expect(try template.problem(copy) == nil)
      for name in try FileManager.default.contentsOfDirectory(atPath: disk) {
        try FileManager.default.removeItem(atPath: "\(disk)/\(name)")
      }
      #expect(try ToolProcess(["-a", copy + "/.", disk], program: "/bin/cp").finish().code == 0)
      #expect(try template.problem(disk) == nil)
    }
  }
}
