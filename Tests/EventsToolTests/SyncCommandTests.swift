import Foundation
import Testing

@testable import events

/// `events sync`, `conflicts` and `device` as two people use them with one folder.
@Suite("sync: two ledgers and a folder")
struct SyncCommandTests {
  private let laptop: Ledger
  private let phone: Ledger
  private let shared: String
  private let taxi: String

  init() throws {
    laptop = try Ledger()
    phone = try Ledger(begun: false)
    shared = laptop.folder + "/shared"
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    taxi = try laptop.add("38.00", "--vendor", "Taxi")
    try #require(laptop.run("sync", shared).code == .ok)
    try #require(phone.run("init", "--device", "phone", "--from", shared).code == .ok)
  }

  @Test("IE-38: A sync tells what came in the ledger's terms, and the state tells when it was")
  func report() throws {
    _ = try phone.add("12.50", "--vendor", "Kiosk")
    #expect(phone.run("sync", shared).output.contains("1 event sent"))
    let report = laptop.run("sync")
    #expect(report.code == .ok)
    #expect(report.output.contains("2 events from phone: 1 transaction, 1 device"))
    #expect(report.output.contains("Up to date"))
    #expect(laptop.run("sync", "status").output.contains("Up to date, synced just now"))
    #expect(laptop.run("sync", "log").output.contains("phone 1 to 1"))
    #expect(try laptop.json("sync", shared)["received"] as? Int == 0)
    #expect(laptop.run("groups").output == phone.run("groups").output)
  }

  @Test("Devices that would have one name are numbered")
  func numbered() throws {
    var names: [String] = []
    for _ in 0..<3 {
      let next = try Ledger(begun: false)
      #expect(next.run("init", "--device", "phone", "--from", shared).code == .ok)
      names = try #require(next.json("status")["devices"] as? [[String: Any]]).compactMap {
        $0["name"] as? String
      }
    }
    #expect(names.sorted() == ["phone", "phone 2", "phone 3", "phone 4", "test"])
  }

  private static func object(_ outcome: Tool.Outcome) throws -> [String: Any] {
    let line = try #require(outcome.lines.first)
    return try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test("Both values of a conflict are listed on both devices, until one is settled")
  func conflicts() throws {
    laptop.run("correct", taxi, "vendor", "Bolt")
    phone.run("correct", taxi, "vendor", "Uber")
    laptop.run("sync", shared)
    #expect(phone.run("sync", shared).output.contains("1 conflict"))
    laptop.run("sync", shared)
    for ledger in [laptop, phone] {
      let listed = ledger.run("conflicts")
      #expect(listed.code == .no)
      #expect(listed.output.contains("Bolt"))
      // Each author saw the first value, and not the other one's.
      #expect(listed.output.contains("Uber"))
      #expect(listed.output.components(separatedBy: "instead of Taxi").count == 3, "\(listed.output)")
      let values = try Self.object(ledger.run("conflicts", "--json"))["values"] as? [[String: Any]] ?? []
      #expect(values.map { $0["basedOn"] as? String } == ["Taxi", "Taxi"])
    }
    phone.run("correct", taxi, "vendor", "Bolt")
    phone.run("sync", shared)
    laptop.run("sync", shared)
    #expect(laptop.run("conflicts").code == .ok && phone.run("conflicts").code == .ok)
  }

  @Test("An event is named by its device and number wherever a position is taken")
  func names() throws {
    _ = try phone.add("12.50", "--vendor", "Kiosk")
    phone.run("sync", shared)
    laptop.run("sync", shared)
    #expect(laptop.run("show", "phone:2").output.contains("Kiosk"))
    #expect(laptop.run("receipts", "--at", "phone:1").output.contains("Kiosk") == false)
    #expect(laptop.run("receipts", "--at", "phone:2").output.contains("Kiosk"))
    #expect(laptop.run("tail", "--since", "phone:1", "--json").lines.count == 1)
    #expect(laptop.run("tail", "--from", "test:7", "--from", "phone:1", "--json").lines.count == 1)
  }

  @Test("Events are grouped by the sync that brought them, and each names the file it came in")
  func arrivals() throws {
    _ = try phone.add("12.50", "--vendor", "Kiosk")
    phone.run("sync", shared)
    laptop.run("sync", shared)
    let device = try #require(try phone.json("status")["device"] as? String)
    let file = try #require(
      try FileManager.default.contentsOfDirectory(atPath: "\(shared)/devices/\(device)").first {
        $0.hasPrefix("2-2-")
      })
    let tail = laptop.run("tail", "--arrivals")
    #expect(tail.output.contains("Synced ") && tail.output.contains("Kiosk"))
    #expect(
      tail.output.contains("1 event from phone, in devices/\(device)/\(file)") || tail.output.contains(file))
    #expect(!tail.output.contains("Taxi"), "events of this device did not come")
    let shown = laptop.run("show", "phone:2")
    #expect(shown.output.contains(file))
    let json = try laptop.json("show", "phone:2")
    #expect((json["file"] as? String)?.hasSuffix(file) == true)
    #expect(try laptop.json("show", "1")["file"] == nil)
    // What came by an import has no file.
    let rest = phone.run("tail", "--json", "-n", "1000").output
    _ = try phone.add("1.00", "--vendor", "Bakery")
    let news = phone.run("tail", "--json", "--from", "phone:2", "-n", "1").output
    #expect(laptop.run(["import", "--format", "ndjson", "-"], input: rest + news).code == .ok)
    let groups = laptop.run("tail", "--arrivals").output
    #expect(groups.contains("Came ") && groups.contains("Bakery"))
  }

  @Test("A device is renamed everywhere, and one that was ended goes on as another")
  func devices() throws {
    #expect(phone.run("device", "rename", "Pixel").code == .ok)
    phone.run("sync", shared)
    laptop.run("sync", shared)
    #expect(laptop.run("device", "list").output.contains("Pixel"))
    #expect(phone.run("device", "retire", "--yes").code == .ok)
    _ = try phone.add("1.00")
    #expect(phone.run("device", "list").lines.count == 3)
  }

  @Test("An incomplete sync exits with 1, and a sync with another ledger's folder with 65")
  func codes() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: shared).filter { $0.hasSuffix(".segment") }
    _ = try laptop.add("1.00")
    laptop.run("sync", shared)
    let new = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: shared).first {
        $0.hasSuffix(".segment") && !files.contains($0)
      })
    try Data("half".utf8).write(to: URL(fileURLWithPath: "\(shared)/\(new)"))
    let report = phone.run("sync", shared)
    #expect(report.code == .no && report.output.contains("incomplete"))
    #expect(phone.run("sync", "status").output.contains("incomplete"))
    let stranger = try Ledger()
    let refused = stranger.run("sync", shared)
    #expect(refused.code == .dataError && refused.errors.contains("another ledger"))
    #expect(stranger.run("sync").code == .usage)
    #expect(stranger.run("sync", "/nowhere").code == .noInput)
  }

  @Test("A sync that deletes much asks on a terminal, and is refused without one unless --yes is given")
  func losses() throws {
    for vendor in 1...20 { _ = try laptop.add("1.00", "--vendor", "V\(vendor)") }
    laptop.run("sync", shared)
    phone.run("sync", shared)
    #expect(phone.run("delete", "--where", "--category", "food", "--yes").code == .ok)
    #expect(phone.run("sync", shared).code == .ok)
    let refused = laptop.run("sync", shared)
    #expect(
      refused.code == .no && refused.errors.contains("other devices delete 21 records that"), "\(refused)")
    #expect(refused.errors.contains("--yes") && refused.output.isEmpty, "\(refused)")
    let terminal = try #require(PseudoTerminal(columns: 80))
    let declined = terminal.run(["sync", shared], on: laptop, typing: "n\n")
    #expect(declined.contains("Go on?") && !declined.contains("Up to date"), "\(declined)")
    #expect(try laptop.json("status")["transactions"] as? Int != phone.json("status")["transactions"] as? Int)
    let accepted = terminal.run(["sync", shared], on: laptop, typing: "y\n")
    #expect(accepted.contains("Go on?") && accepted.contains("21 events from phone"), "\(accepted)")
    #expect(laptop.run("receipts", "--all").output == phone.run("receipts", "--all").output)
    let yes = laptop.run("sync", shared, "--yes")
    #expect(yes.code == .ok && yes.output.contains("Up to date"), "\(yes)")
  }
}
