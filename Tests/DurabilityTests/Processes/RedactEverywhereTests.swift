import Foundation
import LedgerTestSupport
import Testing

/// Random redactions on three devices that sync through a folder, with kill -9 at random moments.
///
/// Then each device syncs. No file of the ledgers or of the shared folder has a byte of the text, and no name of a file
/// has it. What was not redacted is still on each device.
@Suite("Redactions on several devices", .enabled(if: BuiltTool.isThere, "the tool is not built"))
struct RedactEverywhereTests {
  /// The places in which a text can be, each with a text that occurs only there.
  private static let places = [
    "vendor", "note", "tag", "item", "group", "account", "profile", "bank", "photo", "paper", "corrected",
    "late",
  ]

  /// In lower case and one word, as the index of the search has it.
  private static func text(_ place: String) -> String { "zq\(place)qz" }

  @Test("After redactions and one sync of each device, no byte of the texts is in any file")
  func everywhere() throws {
    let rounds = Extent.of(1, nightly: 40)
    let scratch = try Scratch("redact-everywhere")
    defer { scratch.remove() }
    var generator = SeededGenerator(seed: Extent.seed)
    var (kills, wrong): (RandomKills, [String]) = (RandomKills(longest: 150_000), [])
    for round in 0..<rounds {
      let folder = scratch.folder("\(round)")
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try Self.fill(folder)
      var fleet = Fleet(folder: folder, kills: kills)
      let chosen = Self.places.shuffled(using: &generator).prefix(Int.random(in: 2...6, using: &generator))
      for place in chosen {
        let device = Fleet.devices.randomElement(using: &generator) ?? "a"
        try fleet.run(
          device, ["redact", "--containing", Self.text(place), "--why", "asked", "--yes"], &generator)
      }
      // Those that redacted come first, and then each device once.
      for device in Fleet.devices.shuffled(using: &generator) { try fleet.sync(device, &generator) }
      for device in Fleet.devices.shuffled(using: &generator) { try fleet.sync(device, &generator) }
      kills = fleet.kills
      for place in Self.places {
        let found = try fleet.files(with: Self.text(place))
        if chosen.contains(place) {
          if !found.isEmpty { wrong.append("\(round): \(place) is still in \(found)") }
        } else {
          for device in Fleet.devices where !found.contains(where: { $0.hasPrefix(device + "/") }) {
            wrong.append("\(round): \(place) is gone from \(device), and nobody erased it")
          }
        }
      }
      for device in Fleet.devices {
        let verdict = try fleet.tool(device, ["verify"])
        if verdict.code != 0 {
          wrong.append("\(round), \(device): \(String(decoding: verdict.output, as: UTF8.self))")
        }
        let status = String(decoding: try fleet.tool(device, ["status"]).output, as: UTF8.self)
        if status.contains("Still in") { wrong.append("\(round), \(device): \(status)") }
      }
    }
    Tally.report(
      "redactions on three devices", tried: rounds, lost: wrong.count, note: "\(kills.killed) killed midway")
    #expect(wrong.isEmpty, "seed \(Extent.seed), \(wrong.count): \(wrong.prefix(5).joined(separator: "\n"))")
  }

  /// Three ledgers and the folder through which they sync.
  private struct Fleet {
    static let devices = ["a", "b", "c"]
    let folder: String
    var kills: RandomKills

    func tool(_ device: String, _ arguments: [String]) throws -> ToolProcess.Outcome {
      try BuiltTool.run(
        ["--ledger", "\(folder)/\(device)"] + arguments, folder: folder, state: "\(folder)/state")
    }

    /// Runs a command to its end, after it was killed a few times.
    mutating func run(_ device: String, _ arguments: [String], _ generator: inout SeededGenerator) throws {
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        let process = try ToolProcess(
          ["--ledger", "\(folder)/\(device)"] + arguments, folder: folder, state: "\(folder)/state")
        _ = kills.kill(process, using: &generator)
      }
      let outcome = try tool(device, arguments)
      // 1: nothing contained the text any more.
      try #require(
        outcome.code == 0 || outcome.code == 1, "\(device) \(arguments): \(outcome.code) \(outcome.errors)")
    }

    mutating func sync(_ device: String, _ generator: inout SeededGenerator) throws {
      let readable = Bool.random(using: &generator) ? [] : ["--readable"]
      try run(device, ["sync", "shared"] + readable, &generator)
    }

    /// Returns the files whose bytes or names contain a text.
    func files(with text: String) throws -> [String] {
      let wanted = Array(text.utf8)
      return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
        guard Fleet.devices.contains(where: { path.hasPrefix($0 + "/") }) || path.hasPrefix("shared/") else {
          return false
        }
        if path.lowercased().contains(text) { return true }
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(path)") else { return false }
        let lower = data.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        return Data(lower).range(of: Data(wanted)) != nil
      }
    }
  }

  /// Makes the three ledgers with a text in each place, synced and with all their models built.
  private static func fill(_ folder: String) throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder + "/shared", withIntermediateDirectories: true)
    let fleet = Fleet(folder: folder, kills: RandomKills(longest: 1_000))
    @discardableResult
    func run(_ device: String, _ arguments: String...) throws -> String {
      let outcome = try fleet.tool(device, arguments)
      try #require(outcome.code == 0, "\(arguments): \(outcome.errors)")
      return String(decoding: outcome.output, as: UTF8.self)
    }
    func write(_ name: String, _ bytes: [UInt8]) throws {
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    func add(_ device: String, _ more: String...) throws -> String {
      let usual = [
        "add", "--amount", "3.00", "--currency", "EUR", "--date", "2026-06-12", "--category", "food",
      ]
      let outcome = try fleet.tool(device, usual + ["--payment", "cash", "--json", "--yes"] + more)
      try #require(outcome.code == 0, "\(more): \(outcome.errors)")
      let line = String(decoding: outcome.output, as: UTF8.self)
      return try #require(
        line.components(separatedBy: #""transaction":""#).last?.components(separatedBy: "\"").first)
    }
    try run("a", "init", "--currency", "EUR", "--device", "a")
    try run("a", "group", "create", text("group"))
    let first = try add("a", "--vendor", "Paris")
    _ = try add("a", "--vendor", text("vendor"))
    _ = try add("a", "--note", "about \(text("note"))")
    _ = try add("a", "--tags", text("tag"))
    _ = try add("a", "--vendor", "Rome", "--group", text("group"))
    try run("a", "item", "add", first, text("item"), "3.00")
    try run("a", "account", "open", text("account"))
    try run("a", "account", "open", "Giro")
    // The profile of an import remembers the file's name.
    try write(
      "\(text("profile")).csv", Array("Date,Payee,Amount\n2026-05-12,\(text("bank")) shop,-5.20\n".utf8))
    try run("a", "import", "\(text("profile")).csv", "--account", "Giro", "--date-order", "ymd")
    // The event that names a scan has the file's name.
    try write("\(text("paper")).jpg", [0xff, 0xd8, 0xff] + Array(text("paper").utf8))
    try write("scan.txt", Array("\(text("paper"))\nSumme EUR 5,00\n14.06.2026\n".utf8))
    try run("a", "capture", "\(text("paper")).jpg", "--text", "scan.txt")
    let drafts = try run("a", "drafts", "--json")
    let draft = try #require(
      drafts.components(separatedBy: #""transaction":""#).last?.components(separatedBy: "\"").first)
    for (field, value) in [("category", "food"), ("payment", "cash")] {
      try run("a", "correct", draft, field, value)
    }
    try run("a", "save", draft)
    try write("\(text("photo")).jpg", [0xff, 0xd8, 0xff] + Array("photo".utf8))
    try run("a", "sync", "shared", "--readable")
    for device in ["b", "c"] { try run(device, "init", "--device", device, "--from", "shared") }
    try run("b", "page", "add", first, "\(text("photo")).jpg")
    _ = try add("b", "--vendor", text("photo"))
    _ = try add("b", "--vendor", text("late"))
    try run("c", "correct", try add("c", "--vendor", text("corrected")), "vendor", "Cab")
    for device in ["b", "c", "a", "b", "c"] { try run(device, "sync", "shared", "--readable") }
    for device in Fleet.devices {
      try run(device, "search", text("vendor"))
      try run(device, "rebuild", "--model", "history")
      try run(device, "receipts")
    }
  }
}
