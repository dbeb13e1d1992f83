import Foundation
import Testing

@testable import events

@Suite("Exported files that can be checked later")
struct ExportSealCommandTests {
  @Test("status, verify and amend tell what has changed since a file was exported")
  func sealed() throws {
    let ledger = try Ledger()
    let id = try ledger.add("5", "--vendor", "REWE")
    _ = try ledger.add("7", "--vendor", "Taxi")
    let path = ledger.folder + "/june.csv"
    #expect(ledger.run("export", "status").output == "No file was exported yet.\n")
    #expect(ledger.run("export", "--format", "csv", "-o", path).code == .ok)
    let unchanged = ledger.run("export", "verify", path)
    #expect(unchanged.code == .ok && unchanged.output.contains("june.csv · 14 Jun 2026 · csv · 2 receipts"))
    #expect(unchanged.output.contains("Nothing in it has changed."))

    ledger.run("correct", id, "total", "6.50")
    let changed = ledger.run("export", "verify", path)
    #expect(changed.output.contains("REWE") && changed.output.contains("6.50"), "\(changed.output)")
    #expect(!changed.output.contains("Taxi"))
    #expect(ledger.run("export", "status").output == changed.output)
    let json = ledger.run("export", "status", "--json").output
    #expect(json.contains("\"changed\":[\"\(id)\"]") && json.contains("\"name\":\"june.csv\""))

    let supplement = ledger.folder + "/june-2.csv"
    #expect(ledger.run("export", "amend", path, "-o", supplement).code == .ok)
    let lines = try String(contentsOfFile: supplement, encoding: .utf8).split(separator: "\r\n")
    #expect(lines.count == 3 && lines[1].hasPrefix("removed,") && lines[2].hasPrefix("added,"), "\(lines)")
    #expect(lines[1].contains(",5.00,EUR,") && lines[2].contains(",6.50,EUR,"))
    #expect(ledger.run("export", "status").output.contains("amended 1 time\n  Nothing in it has changed."))
    #expect(
      ledger.run("export", "amend", path, "-o", supplement, "--yes").output == "Nothing in it has changed.\n")

    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[bytes.count - 3] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(ledger.run("export", "verify", path).code == .no)
    #expect(ledger.run("export", "amend", path, "-o", supplement).code == .dataError)
    #expect(ledger.run("export", "verify", ledger.folder + "/missing").code != .ok)
  }

  @Test("The same file is recorded once, and --unrecorded or standard output records nothing")
  func once() throws {
    let ledger = try Ledger()
    _ = try ledger.add("5")
    func events() throws -> Int { try #require(try ledger.json("status")["events"] as? Int) }
    let before = try events()
    ledger.run("export", "--format", "csv")
    ledger.run("export", "--format", "csv", "-o", ledger.folder + "/a.csv", "--unrecorded")
    #expect(try events() == before)
    for name in ["b", "c", "c"] {
      #expect(
        ledger.run("export", "--format", "csv", "-o", "\(ledger.folder)/\(name).csv", "--yes").code == .ok)
    }
    #expect(try events() == before + 1)
    #expect(ledger.run("--read-only", "export", "--format", "csv", "-o", ledger.folder + "/d.csv").code == .ok)
    #expect(try events() == before + 1)
  }

  @Test("IE-35 An archive in a folder is named after its group, and a preview counts it")
  func archive() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin — June 2026")
    _ = try ledger.add("5", "--group", "Berlin — June 2026", "--vendor", "REWE")
    let preview = ledger.run("export", "--format", "zip", "--group", "Berlin — June 2026", "--dry-run")
    #expect(preview.output.contains("1 receipt · 0 images · summary.csv · 0 bytes"), "\(preview.output)")
    let written = ledger.run("export", "--format", "zip", "--group", "Berlin — June 2026", "-o", ledger.folder)
    #expect(written.code == .ok, "\(written.errors)")
    #expect(FileManager.default.fileExists(atPath: ledger.folder + "/Berlin-June-2026.zip"))
    #expect(ledger.run("export", "--format", "zip", "-o", ledger.folder).code == .ok)
    #expect(FileManager.default.fileExists(atPath: ledger.folder + "/Receipts-2026-06-12-2026-06-12.zip"))
    #expect(ledger.run("export", "status").output.contains("Berlin-June-2026.zip"))
    for (dates, name) in [
      (["--month", "2026-06"], "June-2026"), (["--from", "2026-01-01", "--through", "2026-12-31"], "2026"),
      (["--from", "2026-06-02", "--through", "2026-06-12"], "2026-06-02-2026-06-12"),
      (["--from", "2026-06-02"], "from-2026-06-02"), (["--through", "2026-06-12"], "through-2026-06-12"),
    ] {
      #expect(ledger.run(["export", "--format", "csv", "-o", ledger.folder] + dates).code == .ok)
      #expect(FileManager.default.fileExists(atPath: "\(ledger.folder)/Receipts-\(name).csv"), "\(name)")
    }
  }

  @Test(
    "IE-36 A link in the way is replaced and not followed, and no device or pipe is",
    arguments: ["csv", "zip", "xlsx", "html"])
  func inTheWay(format: String) throws {
    let ledger = try Ledger()
    _ = try ledger.add("5")
    let target = try ledger.file("target", "mine")
    let link = ledger.folder + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    #expect(ledger.run("export", "--format", format, "-o", link).code == .cannotCreate)
    #expect(ledger.run("export", "--format", format, "-o", link, "--yes").code == .ok)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "mine")
    #expect(try FileManager.default.attributesOfItem(atPath: link)[.type] as? FileAttributeType == .typeRegular)
    let refused = ledger.run("export", "--format", format, "-o", "/dev/null", "--yes")
    #expect(refused.code == .cannotCreate && refused.errors.contains("no regular file"))
  }

  @Test(
    "IE-36 A full disk, a closed pipe and a killed process leave nothing under the file's name",
    arguments: ["csv", "zip", "xlsx", "html"])
  func failures(format: String) throws {
    let ledger = try Ledger()
    _ = try ledger.add("5")
    let environment = ["EVENTS_LEDGER": ledger.path]
    let full = try BuiltTool.shell("$events export --format \(format) > /dev/full", environment: environment)
    #expect(full.code == 74 && full.errors.contains("No space left"), "\(full.errors)")
    let closed = try BuiltTool.shell(
      "$events export --format \(format) | true; echo ${PIPESTATUS[0]}", environment: environment)
    #expect(closed.output == "0\n" && closed.errors.isEmpty, "\(closed.errors)")
    let limited = try BuiltTool.shell(
      "ulimit -f 0; $events --read-only export --format \(format) --unrecorded -o '\(ledger.folder)/a'",
      environment: environment)
    #expect(limited.code == 74, "\(limited.errors)")
    for pause in ["0", "0.01", "0.03", "0.06"] {
      _ = try BuiltTool.shell(
        "$events export --format \(format) --unrecorded -o '\(ledger.folder)/k' & sleep \(pause); kill -9 $!; wait",
        environment: environment)
      let path = ledger.folder + "/k"
      guard FileManager.default.fileExists(atPath: path) else { continue }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count > 0)
      try FileManager.default.removeItem(atPath: path)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: ledger.folder)
    #expect(!names.contains("a") && !names.contains { $0.hasPrefix(".a") }, "\(names)")
  }
}
