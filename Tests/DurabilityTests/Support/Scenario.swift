import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain

/// A ledger's life in a few commands, the same each time but for ids: what is cut, failed and filled below.
final class Scenario {
  let folder: String
  private(set) var book: Book?
  private(set) var groups: [GroupID] = []
  private(set) var transactions: [TransactionID] = []
  private let foreign: [ForeignEvent]
  private let ledger: UniqueID?

  /// Creates a scenario with another device's events, made in a folder of their own, or with `nil` if there are no such
  /// events.
  init(folder: String, foreign: (ledger: UniqueID, events: [ForeignEvent])? = nil) {
    self.folder = folder
    self.foreign = foreign?.events ?? []
    ledger = foreign?.ledger
  }

  /// A single action of a person or a program. Each is at most one atomic batch.
  enum Step: Hashable, Sendable {
    case create, open, close
    case group(String)
    case capture(Int)
    /// Another page to that capture: a page of its own, or one that is there already.
    case addPage(Int, isNew: Bool)
    case correct(Int)
    case save(Int)
    case deleteGroup
    case takeIn(Int)
    case read
    case rebuild
    case reopen
  }

  /// All commands, and everything between them that touches the disk.
  static let life: [Step] = [
    .create, .group("Berlin"), .capture(0), .correct(0), .save(0), .read, .takeIn(2), .capture(1), .rebuild,
    .reopen, .read, .capture(2), .correct(2), .save(2), .addPage(2, isNew: true), .takeIn(3), .deleteGroup,
    .rebuild, .group("Rome"), .capture(3), .addPage(3, isNew: false), .reopen, .takeIn(4), .capture(4),
    .correct(4), .save(4), .close,
  ]

  /// The machine's notes lie in the folder, though no ledger has them there: so that they are cut with it.
  static func settings(_ folder: String, wait: Int32 = 1_000) -> Book.Settings {
    Book.Settings(
      folder: folder, actor: .person("test"), deviceName: "test",
      clock: { WallClock(milliseconds: 1_781_438_400_000, offsetMinutes: 120) }, waitMilliseconds: wait,
      stateFolder: folder + "/outside")
  }

  static let new = NewLedger(device: "test", currency: .eur, locale: .default)

  func run(_ step: Step) throws {
    switch step {
    case .create:
      // Foreign events belong to a ledger that is known beforehand.
      if let ledger {
        try LedgerLog.create(at: folder, ledger: ledger, device: UniqueID.random()).close()
      }
      book = try Book.create(Self.settings(folder), Self.new)
    case .open:
      book = try Book.open(Self.settings(folder))
    case .close:
      try book?.close()
      book = nil
    case .reopen:
      try run(.close)
      try run(.open)
    case .group(let name):
      if let group = try opened().createGroup(name: name).group { groups.append(group) }
    case .capture(let number):
      let outcome = try opened().capture(Self.input(number, group: groups.last), id: Self.command(number))
      guard let transaction = outcome.transaction else { break }
      while transactions.count <= number { transactions.append(transaction) }
      transactions[number] = transaction
    case .addPage(let number, let isNew):
      // One that is there already is that of the first capture, which another process may have left unsynced.
      let page = isNew ? Self.laterPage(number) : Self.page(0)
      try opened().addPages(PagesInput(files: [.bytes(page)]), to: transactions[number])
    case .correct(let number):
      try opened().perform(.correct(.category, .text("food")), on: transactions[number])
    case .save(let number):
      try opened().perform(.save, on: transactions[number])
    case .deleteGroup:
      guard let group = groups.popLast() else { return }
      try opened().deleteGroup(group, .keep)
    case .takeIn(let count):
      guard count <= foreign.count else { return }
      _ = try opened().log.takeIn(Array(foreign.prefix(count)), receivedAtMilliseconds: 1_781_438_400_500)
      _ = try opened().groups()
    case .read:
      _ = try opened().groups()
    case .rebuild:
      _ = try opened().rebuild()
    }
  }

  private func opened() throws -> Book {
    guard let book else { throw EventLogError.noLedger(folder: folder) }
    return book
  }

  /// The id of capture number `number`: a second run is the same command.
  static func command(_ number: Int) -> UniqueID {
    UniqueID.derived(kind: "durability", parts: ["\(number)"])
  }

  static func input(_ number: Int, group: GroupID? = nil) -> CaptureInput {
    let text = """
      REWE City
      Musterstr. \(number + 1)
      10115 Berlin
      Brot 3,50
      Milch 1,20
      SUMME EUR 4,70
      Geg. BAR EUR 5,00
      14.06.2026 12:31
      """
    // Two share a page.
    return CaptureInput(files: [.bytes(page(number / 2))], text: text, group: group)
  }

  private static func page(_ number: Int) -> [UInt8] {
    Array("page \(number)".utf8) + [UInt8](repeating: UInt8(number), count: 700)
  }

  /// A page that comes to a capture later.
  static func laterPage(_ number: Int) -> [UInt8] {
    Array("later page \(number)".utf8) + [UInt8](repeating: 0xff, count: 1_500)
  }

  /// What another device of the same ledger has recorded.
  static func otherDevice(_ folder: String) throws -> (ledger: UniqueID, events: [ForeignEvent]) {
    let ledger = UniqueID.random()
    let log = try LedgerLog.create(at: folder, ledger: ledger, device: UniqueID.random())
    defer { try? log.close() }
    let drafts = (0..<8).map { number in
      EventDraft(
        stream: StreamID(kind: "group", id: UniqueID.random()), type: "GroupCreated", schema: 1,
        payload: Array(#"{"name":"Elsewhere \#(number)","on":"2026-06-14"}"#.utf8), actor: "user/other",
        cause: nil, basedOnVersion: nil, expecting: .any)
    }
    let clock = WallClock(milliseconds: 1_781_438_300_000, offsetMinutes: 0)
    let stored = try log.write { writer in
      try writer.append(drafts, correlation: UniqueID.random(), clock: clock, salts: LedgerLog.randomSalt)
    }
    return (ledger, stored.map(ForeignEvent.init))
  }
}
