import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerTestSupport
import Testing

@testable import LedgerSync
@testable import events

/// Each row of `events help sync-trouble`, followed from what a person sees to its end.
@Suite("help sync-trouble: each row leads from what you see to its end")
struct SyncTroubleTests {
  private let laptop: Ledger
  private let phone: Ledger
  private let shared: String

  init() throws {
    (laptop, phone, shared) = try Ledger.joined()
  }

  // MARK: Steps

  private var segments: Set<String> {
    let all = (try? FileManager.default.subpathsOfDirectory(atPath: shared)) ?? []
    return Set(all.filter { $0.hasSuffix(".segment") }.map { "\(shared)/\($0)" })
  }

  /// Records an expense on the laptop, syncs, and returns the path of the file that was written.
  private func publish(_ vendor: String) throws -> String {
    let before = segments
    _ = try laptop.add("12.50", "--vendor", vendor)
    try #require(laptop.run("sync", shared).code == .ok)
    return try #require(segments.subtracting(before).first)
  }

  private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  private func write(_ bytes: Data, _ path: String) throws { try bytes.write(to: URL(fileURLWithPath: path)) }

  /// Syncs the phone, which shows a sign of trouble, also in its state.
  private func expect(_ sign: String, code: ExitCode = .no, _ place: SourceLocation = #_sourceLocation) {
    let sync = phone.run("sync", shared)
    #expect(sync.code == code, "\(sync)", sourceLocation: place)
    #expect(sync.output.contains(sign), "\(sync)", sourceLocation: place)
  }

  /// Syncs the phone, which has everything then.
  private func expectWhole(_ vendor: String, _ place: SourceLocation = #_sourceLocation) {
    laptop.run("sync", shared)
    let sync = phone.run("sync", shared)
    #expect(sync.code == .ok && sync.output.contains("Up to date"), "\(sync)", sourceLocation: place)
    #expect(phone.run("receipts", "--all").output.contains(vendor), sourceLocation: place)
    #expect(phone.run("compare", laptop.path).code == .ok, sourceLocation: place)
  }

  private func change(_ ledger: Ledger, _ body: (LedgerLog) throws -> Void) throws {
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    try body(log)
    try log.close()
  }

  // MARK: Rows

  /// The rows by the beginning that a person looks for.
  private static let rows: [(sign: String, follow: @Sendable (SyncTroubleTests) throws -> Void)] = [
    (
      "it is incomplete",
      { world in
        let file = try world.publish("Kiosk")
        let whole = try world.bytes(file)
        try world.write(whole.prefix(whole.count / 2), file)
        world.expect("it is incomplete")
        #expect(world.phone.run("sync", "status").output.contains("it is incomplete"))
        try world.write(whole, file)
        world.expectWhole("Kiosk")
      }
    ),
    (
      "it is not a file but a link",
      { world in
        let file = try world.publish("Kiosk")
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/etc/hostname")
        world.expect("it is not a file but a link")
        #expect(world.laptop.run("sync", world.shared, "--repair").code == .ok)
        world.expectWhole("Kiosk")
      }
    ),
    (
      "events of another ledger",
      { world in
        let other = try Ledger()
        let folder = other.folder + "/shared"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try #require(other.run("sync", folder).code == .ok)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder + "/devices").first)
        let place = "\(world.shared)/devices/\(name)"
        try FileManager.default.copyItem(atPath: "\(folder)/devices/\(name)", toPath: place)
        let refused = world.laptop.run("sync", world.shared)
        #expect(refused.code == .dataError && refused.errors.contains("events of another ledger"), "\(refused)")
        try FileManager.default.removeItem(atPath: place)
        world.expectWhole("Taxi")
      }
    ),
    (
      "is not on this device yet",
      { world in
        let file = world.shared + "/dataset.json"
        let placeholder = world.shared + "/.dataset.json.icloud"
        try FileManager.default.moveItem(atPath: file, toPath: placeholder)
        try FileManager.default.moveItem(atPath: world.shared + "/devices", toPath: world.shared + "/later")
        let other = try Ledger()
        let refused = other.run("sync", world.shared)
        #expect(
          refused.code == .dataError && refused.errors.contains("is not on this device yet"), "\(refused)")
        try FileManager.default.moveItem(atPath: world.shared + "/later", toPath: world.shared + "/devices")
        try FileManager.default.moveItem(atPath: placeholder, toPath: file)
        world.expectWhole("Taxi")
      }
    ),
    (
      "its content is missing",
      { world in
        let tablet = try Ledger(begun: false)
        try #require(tablet.run("init", "--device", "tablet", "--from", world.shared).code == .ok)
        _ = try world.publish("Secret")
        try #require(world.phone.run("sync", world.shared).code == .ok)
        try world.change(world.phone) { log in
          var recorded: EventReference?
          try log.ofType(EventType.transactionRecorded.rawValue) { recorded = $0.reference }
          try redact(try #require(recorded), in: log)
        }
        try #require(world.phone.run("rebuild").code == .ok)
        // The phone writes everything into a new folder, and the drive is late with what the phone itself recorded.
        let new = world.phone.folder + "/new"
        try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: true)
        try #require(world.phone.run("sync", new, "--repair").code == .ok)
        let device = try #require(try world.phone.json("status")["device"] as? String)
        let own = try FileManager.default.contentsOfDirectory(atPath: "\(new)/devices/\(device)")
          .filter { $0.hasSuffix(".segment") }.map { "\(new)/devices/\(device)/\($0)" }
        var late: [String: Data] = [:]
        for file in own {
          late[file] = try world.bytes(file)
          try FileManager.default.removeItem(atPath: file)
        }
        let seen = tablet.run("sync", new)
        #expect(seen.code == .no && seen.output.contains("its content is missing"), "\(seen)")
        for (file, bytes) in late { try world.write(bytes, file) }
        #expect(tablet.run("sync", new).code == .ok)
        world.phone.run("sync", new)
        #expect(tablet.run("compare", world.phone.path).code == .ok)
        #expect(!tablet.run("receipts", "--all").output.contains("Secret"))
      }
    ),
    (
      "clock of its device is ahead",
      { world in
        var forger = try world.laptop.forger()
        // The year 2200, which no clock has reached.
        forger.add(
          "DeviceJoined", on: "ledger", try world.laptop.ledgerID(), #"{"name":"mallory"}"#,
          at: 7_258_118_300_000)
        let line = Array(try #require(forger.events.first).line.utf8.dropLast())
        let (event, ledger) = try line.withUnsafeBytes { try EventLine.read($0) }
        var writer = SegmentWriter(
          ledger: try #require(ledger), device: event.reference.device, before: RightEdge())
        writer.add(event)
        let (name, bytes) = writer.finish()
        let folder = "\(world.shared)/devices/\(event.reference.device)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try world.write(Data(bytes), "\(folder)/\(name.text)")
        world.expect("clock of its device is ahead")
        #expect(FileManager.default.fileExists(atPath: "\(folder)/\(name.text)"))
        _ = try world.laptop.add("12.50", "--vendor", "Kiosk")
        world.laptop.run("sync", world.shared)
        world.expect("clock of its device is ahead")
        #expect(world.phone.run("receipts", "--all").output.contains("Kiosk"), "everything else comes in")
      }
    ),
    (
      "missing before",
      { world in
        let first = try world.publish("Kiosk")
        let kept = try world.bytes(first)
        _ = try world.publish("Bakery")
        try FileManager.default.removeItem(atPath: first)
        world.expect("is missing before it")
        #expect(world.phone.run("sync", world.shared).output.contains("1 event from test waits"))
        #expect(world.laptop.run("sync", world.shared).code == .ok)
        #expect(try world.bytes(first) == kept, "its device writes the same file again")
        world.expectWhole("Bakery")
      }
    ),
    (
      "Waiting for 1 scan",
      { world in
        let page = try world.laptop.file("page.pdf", "%PDF-1.4 page")
        let text = try world.laptop.file("page.txt", "REWE\n14.06.2026\nSUMME 12,50 EUR")
        try #require(world.laptop.run("capture", page, "--text", text).code == .ok)
        try #require(world.laptop.run("sync", world.shared).code == .ok)
        let scans = try FileManager.default.subpathsOfDirectory(atPath: world.shared)
          .filter { $0.contains("/pages/") }
        let scan = "\(world.shared)/\(try #require(scans.first))"
        let kept = try world.bytes(scan)
        try FileManager.default.removeItem(atPath: scan)
        world.expect("Waiting for 1 scan from test")
        #expect(world.phone.run("sync", "status").output.contains("Waiting for 1 scan from test"))
        try world.write(kept, scan)
        #expect(world.phone.run("sync", world.shared).output.contains("1 scan came"))
        world.expectWhole("Taxi")
      }
    ),
    (
      "Waiting for your drive",
      { world in
        let file = try world.publish("Kiosk")
        let (folder, name) = (
          (file as NSString).deletingLastPathComponent, (file as NSString).lastPathComponent
        )
        let placeholder = "\(folder)/.\(name).icloud"
        try FileManager.default.moveItem(atPath: file, toPath: placeholder)
        world.expect("Waiting for your drive")
        try FileManager.default.moveItem(atPath: placeholder, toPath: file)
        world.expectWhole("Kiosk")
      }
    ),
    (
      "Does not belong here",
      { world in
        try world.write(Data("hello".utf8), "\(world.shared)/devices/notes.txt")
        world.expect("Does not belong here: notes.txt", code: .ok)
        #expect(try world.bytes("\(world.shared)/devices/notes.txt") == Data("hello".utf8))
      }
    ),
    (
      "Needs repair",
      { world in
        let file = try world.publish("Kiosk")
        world.expectWhole("Kiosk")
        try FileManager.default.removeItem(atPath: file)
        world.expect("Needs repair")
        #expect(world.phone.run("sync", world.shared, "--repair").code == .ok)
        let tablet = try Ledger(begun: false)
        #expect(tablet.run("init", "--device", "tablet", "--from", world.shared).code == .ok)
        #expect(tablet.run("receipts", "--all").output.contains("Kiosk"))
      }
    ),
    (
      "two different events",
      { world in
        let twin = try world.twin()
        _ = try world.laptop.add("1.00", "--vendor", "Here")
        _ = try twin.add("2.00", "--vendor", "There")
        try #require(world.laptop.run("sync", world.shared).code == .ok)
        let seen = twin.run("sync", world.shared)
        #expect(seen.output.contains("two different events"), "\(seen)")
        #expect(seen.output.contains("events help sync-trouble"))
        #expect(twin.run("device", "retire", "--yes").code == .ok)
        for ledger in [world.laptop, twin] {
          ledger.run("sync", world.shared)
          // Nobody has decided about the branch, so a sync and the state agree that something waits.
          let status = ledger.run("sync", "status")
          #expect(status.code == .no && !status.output.contains("Up to date"), "\(status)")
          #expect(!ledger.run("sync", world.shared).output.contains("Up to date"))
          let branches = ledger.run("device", "branches").output
          let start = try #require(branches.firstMatch(of: /test:\d+/), "\(branches)").output
          #expect(ledger.run("device", "adopt", String(start)).code == .ok)
        }
        for ledger in [twin, world.laptop, world.phone, twin] { ledger.run("sync", world.shared) }
        for ledger in [world.laptop, twin] {
          // An adopted branch is not announced again, and its device has a name.
          let sync = ledger.run("sync", world.shared)
          #expect(sync.code == .ok && !sync.output.contains("branch"), "\(sync)")
          #expect(sync.output.contains("Up to date"), "\(sync)")
          #expect(ledger.run("sync", "status").code == .ok, "\(ledger.run("sync", "status"))")
          #expect(
            ledger.run("device", "list").output.contains("(branch at "), "\(ledger.run("device", "list"))")
          #expect(ledger.run("status").output.contains("(branch at "))
          let shown = ledger.run("device", "branches", "test:8")
          #expect(shown.output.contains("TransactionRecorded") && !shown.output.contains("{"), "\(shown)")
          #expect(ledger.run("device", "branches", "test:8", "--json").output.hasPrefix("{"))
        }
        for ledger in [twin, world.phone] {
          let shown = ledger.run("receipts", "--all").output
          #expect(shown.contains("Here") && shown.contains("There"), "\(shown)")
        }
      }
    ),
    (
      "restored from an older copy",
      { world in
        let kept = world.laptop.folder + "/kept"
        try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
        for name in ["log.sqlite", "log.head"] {
          try FileManager.default.copyItem(atPath: "\(world.laptop.path)/\(name)", toPath: "\(kept)/\(name)")
        }
        _ = try world.publish("Kiosk")
        for name in ["log.sqlite", "log.head"] {
          // In place, as a program for backups restores a file that is there.
          try world.write(try world.bytes("\(kept)/\(name)"), "\(world.laptop.path)/\(name)")
        }
        try FileManager.default.removeItem(atPath: "\(world.laptop.path)/models")
        // The marks that tell of the loss without the shared folder are next to the ledger.
        try FileManager.default.removeItem(atPath: world.laptop.folder + "/state")
        let seen = world.laptop.run("sync", world.shared)
        #expect(seen.output.contains("restored from an older copy"), "\(seen)")
        #expect(world.laptop.run("receipts", "--all").output.contains("Kiosk"))
        let before = try world.laptop.json("status")["device"] as? String
        _ = try world.publish("Bakery")
        #expect(try world.laptop.json("status")["device"] as? String != before)
        world.expectWhole("Bakery")
      }
    ),
    (
      "A figure differs",
      { world in
        let taxi = try world.taxi()
        try #require(world.laptop.run("correct", taxi, "total", "40.00").code == .ok)
        try #require(world.phone.run("correct", taxi, "total", "41.00").code == .ok)
        world.laptop.run("sync", world.shared)
        world.phone.run("sync", world.shared)
        #expect(world.laptop.run("compare", world.phone.path).code == .no)
        world.laptop.run("sync", world.shared)
        #expect(world.laptop.run("compare", world.phone.path).code == .ok)
        for ledger in [world.laptop, world.phone] {
          let listed = ledger.run("conflicts")
          #expect(listed.code == .no, "\(listed)")
          for amount in ["€40.00", "€41.00"] {
            #expect(listed.output.contains("  \(amount)  user/anna"), "\(listed)")
          }
          #expect(listed.output.components(separatedBy: "instead of €38.00").count == 3, "\(listed)")
          let why = ledger.run("why", "group unfiled EUR")
          #expect(why.code == .ok && why.output.contains("Taxi"), "\(why)")
        }
      }
    ),
    (
      "A figure changed by itself",
      { world in
        _ = try world.publish("Kiosk")
        try #require(world.phone.run("sync", world.shared).code == .ok)
        let tail = world.phone.run("tail", "--arrivals")
        #expect(tail.output.contains("Synced ") && tail.output.contains("Kiosk"))
      }
    ),
  ]

  /// The id of the first expense.
  private func taxi() throws -> String {
    let line = try #require(laptop.run("receipts", "--all", "--json").lines.first)
    let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return try #require(row?["transaction"] as? String ?? row?["id"] as? String)
  }

  /// A copy of the laptop's folder that goes on as the same device, as no mark tells the two apart.
  private func twin() throws -> Ledger {
    let twin = try Ledger(begun: false)
    try FileManager.default.copyItem(atPath: laptop.path, toPath: twin.path)
    try? FileManager.default.removeItem(atPath: twin.path + "/models")
    // The file names the inode of its folder's own copy.
    let file = twin.path + "/device"
    let inode = try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int ?? 0
    var lines = String(decoding: try bytes(file), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    lines[3] = "\(inode)"
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(lines.joined(separator: "\n").utf8))
    try handle.close()
    return twin
  }

  @Test("The topic has these rows and no others")
  func complete() throws {
    let topic = try #require(HelpFile.topic("sync-trouble")).split(separator: "\n").filter {
      $0.hasPrefix("- ")
    }
    let signs = topic.map { line in
      String(line.dropFirst(2).prefix { $0 != ":" }).trimmingCharacters(in: ["`"])
    }
    #expect(signs == Self.rows.map(\.sign))
  }

  @Test("A row is followed to its end", arguments: rows.map(\.sign))
  func row(_ sign: String) throws {
    let row = try #require(Self.rows.first { $0.sign == sign })
    try row.follow(self)
  }
}
