import Foundation
import Testing

/// A ledger whose log has a damaged page, and a backup that has what is lost.
struct DamagedTemplate {
  let folder: String
  let backup: String
  /// The damaged log.
  let log: Data
  /// The receipts, as they have to be after the recovery.
  let receipts: [UInt8]

  private static let pageSize = 8_192

  /// Makes them in a folder.
  init(in parent: String) throws {
    let (folder, backup) = (parent + "/template", parent + "/backup")
    func run(_ arguments: String...) throws -> ToolProcess.Outcome {
      try BuiltTool.run(["--ledger", folder] + arguments)
    }
    try #require(try run("init", "--currency", "EUR").code == 0)
    let note = String(repeating: "0123456789 ", count: 80)
    for number in 1...20 {
      try #require(
        try run("add", "food \(number).00 cash", "--note", "\(number) \(note)", "--yes").code == 0)
    }
    try #require(try run("backup", backup).code == 0)
    receipts = try run("receipts", "--all", "--json").output
    let path = URL(fileURLWithPath: folder + "/log.sqlite")
    let sound = try Data(contentsOf: path)
    var damaged: Data?
    for page in (1..<sound.count / Self.pageSize).reversed() where damaged == nil {
      var bytes = sound
      bytes.replaceSubrange(
        page * Self.pageSize..<(page + 1) * Self.pageSize, with: Data(count: Self.pageSize))
      try bytes.write(to: path)
      // Events are lost, and the backup has them.
      if try run("recover").code != 0, try run("recover", "--from", backup, "--dry-run").code == 0 {
        damaged = bytes
      } else {
        for name in try FileManager.default.contentsOfDirectory(atPath: parent)
        where name.hasPrefix("template.") { try FileManager.default.removeItem(atPath: "\(parent)/\(name)") }
      }
    }
    log = try #require(damaged)
    (self.folder, self.backup) = (folder, backup)
  }

  /// Copies the damaged ledger.
  func copy(to ledger: String) throws {
    try FileManager.default.createDirectory(
      atPath: (ledger as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: folder, toPath: ledger)
    try log.write(to: URL(fileURLWithPath: ledger + "/log.sqlite"))
  }

  /// Returns what is wrong with a ledger that must have everything again, or `nil`.
  func problem(_ ledger: String) throws -> String? {
    let verdict = try BuiltTool.run(["--ledger", ledger, "verify"])
    guard verdict.code == 0 else {
      return "verify \(verdict.code): \(String(decoding: verdict.output, as: UTF8.self))\(verdict.errors)"
    }
    let shown = try BuiltTool.run(["--ledger", ledger, "receipts", "--all", "--json"])
    return shown.output == receipts ? nil : "other receipts"
  }

  /// Returns what is wrong with the folders around a ledger after its recovery, or `nil`.
  func problemAround(_ ledger: String) throws -> String? {
    let parent = (ledger as NSString).deletingLastPathComponent
    let names = try FileManager.default.contentsOfDirectory(atPath: parent)
    let aside = names.filter { $0.contains(".damaged-") }
    guard aside.count == 1, !names.contains(where: { $0.hasSuffix(".recovering") }) else { return "\(names)" }
    let kept = try Data(contentsOf: URL(fileURLWithPath: "\(parent)/\(aside[0])/log.sqlite"))
    return kept == log ? nil : "the damaged log was changed"
  }
}
