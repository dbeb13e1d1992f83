import Foundation
import LedgerTestSupport
import Testing

@testable import events

/// Every page of the files of read models, damaged one after the other.
@Suite("Damaged pages of read models")
struct DamagedPageTests {
  /// Commands that read each table of the three files.
  private static let commands = [
    "receipts --all", "receipts --text rewe", "receipts --category taxi", "receipts --tag a",
    "receipts --min 1",
    "receipts --account Cash", "groups", "group show Trip", "category list", "account list", "rule list",
    "goal list", "budget", "drafts", "duplicates", "search rewe", "search taxi --category taxi",
    "analysis --kind expense --all", "month", "report net-worth", "vendor list", "conflicts",
    "receipts --all --at 20", "groups --at 30", "search rewe --at 30", "why expense all EUR", "status",
  ]

  private let ledger: Ledger
  /// A copy of the folder of models before any damage.
  private let sound: String
  private let expected: [String]

  init() throws {
    ledger = try Ledger()
    for command in [
      "group create Trip", "account open Cash", "goal add Bike 500", "budget set food 100",
      "rule add --amount 9.99 --every month --start 2026-01-01 --category food --payment card",
    ] {
      let outcome = ledger.run(command.split(separator: " ").map(String.init))
      try #require(outcome.code == .ok, "\(command): \(outcome.errors)")
    }
    for number in 1...6 {
      _ = try ledger.add(
        "\(number).00", "--vendor", "REWE \(number)", "--group", "Trip", "--tags", "a,b\(number)", "--note",
        "note")
      let taxi =
        "add --amount 2.00 --date 2026-06-1\(number) --category taxi --payment cash --vendor Taxi --account Cash"
      #expect(ledger.run(taxi.split(separator: " ").map(String.init)).code == .ok)
    }
    _ = try ledger.capture("REWE Markt\nSUMME EUR 5,50\n12.06.2026")
    ledger.run("rebuild", "--model", "history")
    for command in Self.commands { Self.run(ledger, command) }
    sound = ledger.folder + "/sound"
    try FileManager.default.copyItem(atPath: ledger.path + "/models", toPath: sound)
    let ledger = ledger
    expected = Self.commands.map { Self.run(ledger, $0) }
  }

  /// Runs a command, and returns all that it printed, without what differs from file to file.
  @discardableResult
  private static func run(_ ledger: Ledger, _ command: String) -> String {
    let outcome = ledger.run(command.split(separator: " ").map(String.init) + ["--json"])
    if command == "status", outcome.code == .ok { return "" }
    return "\(outcome.code) \(outcome.errors)\(outcome.output)"
  }

  private func files() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: sound)
    return names.filter { $0.hasSuffix(".sqlite") }.sorted()
  }

  /// Expects every command to print the same after a damage, and then a sound file to be there.
  private func expectMended(_ note: String, _ damage: (String) throws -> Void) throws {
    let models = ledger.path + "/models"
    try FileManager.default.removeItem(atPath: models)
    try FileManager.default.copyItem(atPath: sound, toPath: models)
    try damage(models)
    for (command, wanted) in zip(Self.commands, expected) {
      let found = Self.run(ledger, command)
      #expect(found == wanted, "\(note): \(command)")
    }
  }

  @Test("A page of zeros or of noise, wherever it is, changes no figure and no exit code")
  func pages() throws {
    var noise = SeededGenerator(seed: 45)
    for file in try files() {
      let size = try Data(contentsOf: URL(fileURLWithPath: "\(sound)/\(file)")).count
      for page in 0..<size / 8_192 {
        let isZero = (page + (Extent.isNightly ? 0 : Int.random(in: 0...1, using: &noise))).isMultiple(of: 2)
        for zeros in Extent.isNightly ? [true, false] : [isZero] {
          try expectMended("\(file), page \(page), \(zeros ? "zeros" : "noise")") { models in
            let handle = try FileHandle(forUpdating: URL(fileURLWithPath: "\(models)/\(file)"))
            try handle.seek(toOffset: UInt64(page * 8_192))
            let bytes = (0..<8_192).map { _ in zeros ? 0 : UInt8.random(in: 0...255, using: &noise) }
            try handle.write(contentsOf: Data(bytes))
            try handle.close()
          }
        }
      }
    }
  }

  @Test("A flipped bit of the header or the schema changes no figure and no exit code")
  func schema() throws {
    for file in try files() {
      for place in Array(stride(from: 0, to: 8_192, by: Extent.isNightly ? 31 : 613)) + [18, 19, 44, 96] {
        try expectMended("\(file), byte \(place)") { models in
          let url = URL(fileURLWithPath: "\(models)/\(file)")
          var bytes = try Data(contentsOf: url)
          bytes[place] ^= 1 << (place % 8)
          try bytes.write(to: url)
        }
      }
    }
  }

  @Test(
    "A file that is cut off, empty, garbage, or a folder changes no figure and no exit code",
    arguments: ["empty", "garbage", "folder", "half", "odd", "folder of the -wal", "folder of the -shm"])
  func whole(kind: String) throws {
    for file in try files() {
      try expectMended("\(file), \(kind)") { models in
        let url = URL(fileURLWithPath: "\(models)/\(file)")
        let bytes = try Data(contentsOf: url)
        switch kind {
        case "empty": try Data().write(to: url)
        case "garbage": try Data((0..<30_000).map { UInt8(truncatingIfNeeded: $0 &* 37) }).write(to: url)
        case "half": try bytes.prefix(bytes.count / 16_384 * 8_192).write(to: url)
        case "odd": try bytes.dropLast(3_000).write(to: url)
        case "folder":
          try FileManager.default.removeItem(at: url)
          try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        default:
          let other = url.path + kind.suffix(4)
          try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
        }
      }
    }
  }
}
