import Foundation
import LedgerBook
import LedgerDomain
import LedgerSync
import Testing

@testable import events

/// What waits for a sync is one value: `sync status`, `status`, bare `events` and an app show the same.
@Suite("The state of syncs")
struct SyncStateTests {
  private let laptop: Ledger
  private let phone: Ledger
  private let shared: String

  init() throws {
    (laptop, phone, shared) = try Ledger.joined()
    try #require(laptop.run("sync", shared).code == .ok)
  }

  private var segments: Set<String> {
    let all = (try? FileManager.default.subpathsOfDirectory(atPath: shared)) ?? []
    return Set(all.filter { $0.hasSuffix(".segment") }.map { "\(shared)/\($0)" })
  }

  /// Expects that every surface names the same reasons, with counts.
  private func expect(
    _ ledger: Ledger, _ reasons: [String: Int], _ words: String = "", _ place: SourceLocation = #_sourceLocation
  ) async throws {
    let state = ledger.run("sync", "status")
    #expect(state.code == (reasons.isEmpty ? .ok : .no), "\(state)", sourceLocation: place)
    #expect(state.output.contains("Up to date") == reasons.isEmpty, "\(state)", sourceLocation: place)
    for outcome in [state, ledger.run("status"), ledger.run()] {
      let text = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.isEmpty || text.contains(words), "\(outcome)", sourceLocation: place)
      #expect(
        outcome.output.lowercased().contains("up to date") == reasons.isEmpty, "\(outcome)",
        sourceLocation: place)
    }
    let line = Data(ledger.run("sync", "status", "--json").output.utf8)
    let own = try #require(JSONSerialization.jsonObject(with: line) as? [String: Any])
    let inStatus = try #require(ledger.json("status")["sync"] as? [String: Any])
    for document in [own, inStatus] {
      let waits = try #require(document["waits"] as? [[String: Any]])
      var found: [String: Int] = [:]
      for wait in waits { found[try #require(wait["reasonCode"] as? String)] = wait["count"] as? Int }
      #expect(found == reasons, "\(document)", sourceLocation: place)
      #expect(document["upToDate"] as? Bool == reasons.isEmpty, sourceLocation: place)
    }
    let book = try await AsyncBook.open(
      Book.Settings(folder: ledger.path, actor: .person("app"), deviceName: "app"))
    let status = try await book.read { $0.syncStatus() }
    try await book.close()
    var found: [String: Int] = [:]
    for wait in status.waits { found[wait.reason.rawValue] = wait.count }
    #expect(found == reasons && status.isComplete == reasons.isEmpty, sourceLocation: place)
  }

  @Test("Events that were not sent wait here, with their number and since when")
  func unsent() async throws {
    try await expect(laptop, [:])
    _ = try laptop.add("12.50")
    try await expect(laptop, ["unsent": 1], "1 event recorded here is not in the shared folder yet, since")
    _ = try laptop.add("13.50")
    try await expect(laptop, ["unsent": 2], "Your data is safe on this device.")
    #expect(laptop.run("sync").code == .ok)
    try await expect(laptop, [:])
  }

  @Test("A shared folder that is gone, or empty, is named")
  func folderMissing() async throws {
    try FileManager.default.moveItem(atPath: shared, toPath: shared + "-away")
    try await expect(laptop, ["folderMissing": 1], "cannot be found")
    // Where a drive is not connected, its place is an empty folder.
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    try await expect(laptop, ["folderMissing": 1], "cannot be found")
    try FileManager.default.removeItem(atPath: shared)
    try FileManager.default.moveItem(atPath: shared + "-away", toPath: shared)
    try await expect(laptop, [:])
  }

  @Test("Events that this device's log has lost are no state that is up to date")
  func lostHere() async throws {
    let log = URL(fileURLWithPath: laptop.path + "/log.sqlite")
    let older = try Data(contentsOf: log)
    _ = try laptop.add("1.00")
    _ = try laptop.add("2.00")
    for isSent in [false, true] {
      let newer = try Data(contentsOf: log)
      if isSent { #expect(laptop.run("sync").code == .ok) }
      try older.write(to: log)
      try await expect(laptop, ["eventsLost": 2], "log has lost")
      let done = laptop.run("sync")
      #expect(done.code == .no && !done.output.contains("Up to date"), "\(done)")
      #expect((done.output + done.errors).contains("events recover"), "\(done)")
      if !isSent {
        let lost = try objects(laptop.run("sync", "--json").output).first?["lost"] as? [[String: Any]]
        #expect(lost?.first?["expected"] as? Int == (lost?.first?["found"] as? Int).map { $0 + 2 })
        try newer.write(to: log)
      }
    }
    #expect(laptop.run("recover", "--from", shared).code == .ok)
    #expect(laptop.run("sync").code == .ok)
    try await expect(laptop, [:])
  }

  @Test("Events that wait for a lost segment are counted, and so are those that the folder lost")
  func lostSegment() async throws {
    let before = segments
    _ = try laptop.add("1.00")
    #expect(laptop.run("sync").code == .ok)
    let lost = try #require(segments.subtracting(before).first)
    _ = try laptop.add("2.00")
    #expect(laptop.run("sync").code == .ok)
    let kept = try Data(contentsOf: URL(fileURLWithPath: lost))
    try FileManager.default.removeItem(atPath: lost)
    #expect(phone.run("sync", shared).code == .no)
    try await expect(phone, ["earlierEventsMissing": 1], "1 event from test waits, as earlier ones (number ")
    try kept.write(to: URL(fileURLWithPath: lost))
    #expect(phone.run("sync", shared).code == .ok)
    try await expect(phone, [:])
    try FileManager.default.removeItem(atPath: lost)
    #expect(phone.run("sync", shared).code == .no)
    try await expect(phone, ["folderLacksEvents": 1], "events sync --repair")
  }

  @Test("A file that the drive has only announced, and one that is damaged, wait there")
  func files() async throws {
    let before = segments
    _ = try laptop.add("1.00")
    #expect(laptop.run("sync").code == .ok)
    let file = try #require(segments.subtracting(before).first)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    try FileManager.default.removeItem(atPath: file)
    try Data().write(to: URL(fileURLWithPath: file + ".nextcloud"))
    #expect(phone.run("sync", shared).code == .no)
    try await expect(phone, ["notDownloaded": 1], "has not downloaded 1 file")
    try FileManager.default.removeItem(atPath: file + ".nextcloud")
    try whole.prefix(50).write(to: URL(fileURLWithPath: file))
    #expect(phone.run("sync", shared).code == .no)
    try await expect(phone, ["filesUnreadable": 1], "1 file in the shared folder is incomplete")
    try whole.write(to: URL(fileURLWithPath: file))
    #expect(phone.run("sync", shared).code == .ok)
    try await expect(phone, [:])
  }

  @Test("A scan that has not come is counted, and a folder that is no longer used has no part in it")
  func scans() async throws {
    let scan = try laptop.file("scan.jpg", "\u{ff}\u{d8}\u{ff} a scan")
    #expect(laptop.run("capture", scan, "--text", "-", input: "Summe EUR 5,00").code == .ok)
    #expect(laptop.run("sync").code == .ok)
    let all = try FileManager.default.subpathsOfDirectory(atPath: shared)
    let page = shared + "/" + (try #require(all.first { $0.contains("/pages/") }))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: page))
    try FileManager.default.removeItem(atPath: page)
    #expect(phone.run("sync", shared).code == .no)
    try await expect(phone, ["scansMissing": 1], "1 scan has not come yet, since")
    try bytes.write(to: URL(fileURLWithPath: page))
    #expect(phone.run("sync", shared).code == .ok)
    try await expect(phone, [:])
    let next = laptop.folder + "/next"
    try FileManager.default.createDirectory(atPath: next, withIntermediateDirectories: true)
    #expect(phone.run("sync", next, "--repair").code == .ok)
    try FileManager.default.removeItem(atPath: shared)
    let state = phone.run("sync", "status")
    #expect(state.code == .ok && state.output.contains("not the folder of the last sync"), "\(state)")
  }

  @Test("An event that is damaged here is not sent, those before it are, and the sync leads to recovery")
  func damagedHere() async throws {
    for vendor in ["First", "Second", "Third"] { _ = try laptop.add("1.00", "--vendor", vendor) }
    let log = URL(fileURLWithPath: laptop.path + "/log.sqlite")
    var bytes = try Data(contentsOf: log)
    let place = try #require(bytes.range(of: Data("Second".utf8))).lowerBound
    bytes[place] ^= 1
    try bytes.write(to: log)
    for _ in 0..<2 {
      let done = laptop.run("sync")
      #expect(done.code == .dataError && done.errors.contains("does not give its hash"), "\(done)")
      #expect(done.errors.contains("recover"))
      #expect(!laptop.run("sync", "status").output.contains("Up to date"))
      #expect(phone.run("sync", shared).code == .ok)
      let there = phone.run("receipts").output
      #expect(there.contains("First") && !there.contains("Third"), "\(there)")
    }
  }

  @Test("Deletions of many records wait for an answer, and every surface tells it")
  func manyLosses() async throws {
    let ids = try (1...21).map { try laptop.add("\($0).00") }
    #expect(laptop.run("sync").code == .ok && phone.run("sync", shared).code == .ok)
    for id in ids { #expect(phone.run("delete", id, "--yes").code == .ok) }
    #expect(phone.run("sync").code == .ok && laptop.run("sync").code != .ok)
    try await expect(laptop, ["manyLosses": 21], "would erase or delete 21 contents and records here")
    #expect(laptop.run("sync", "--yes").code == .ok)
    try await expect(laptop, [:])
  }
}
