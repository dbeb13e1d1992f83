import EventLog
import ExampleApp
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import LedgerTestSupport

@testable import LedgerBook
@testable import LedgerProjections

/// The tables of a device when its log ended at a position.
struct PropertySnapshot {
  let device: Int
  let position: Position
  let tables: PropertyTables
}

// The invariants of a history at any moment, and at its end (Design, section 2).
extension PropertyWorld {
  /// The rows in a device's file.
  private func kept(_ device: PropertyDevice) throws -> PropertyTables {
    try device.book.models.catchUp()
    guard let path = device.book.models.path else { throw PropertyFailure("\(device.name) keeps no models") }
    let connection = try Connection(path: path, mode: .readOnly)
    let tables = try PropertyTables(connection, device.book.log)
    try connection.close()
    return tables
  }

  /// The rows of models in memory that are built from the log, as of a position or the end.
  private func fresh(_ device: PropertyDevice, asOf position: Position? = nil) throws -> PropertyTables {
    let models =
      position.map { ReadModels(of: device.book.log, asOf: .position($0)) }
      ?? ReadModels(of: device.book.log, folder: nil)
    defer { models.close() }
    return try models.read { try PropertyTables($0.connection, device.book.log) }
  }

  private mutating func same(
    _ left: PropertyTables, _ right: PropertyTables, _ mine: String, _ others: String, _ device: PropertyDevice
  ) throws {
    counts.comparisons += 1
    if let difference = left.difference(to: right, mine, others) {
      throw PropertyFailure("\(device.name): \(mine) and \(others) differ\n\(difference)")
    }
  }

  /// Checks that incremental, naive and fresh models are equal. It keeps them for a later look back.
  mutating func check(_ index: Int) throws {
    let device = devices[index]
    let incremental = try kept(device)
    try same(incremental, try NaiveBook(device.book.log).tables, "incremental", "naive", device)
    if random.chance(50) { try same(incremental, try fresh(device), "incremental", "fresh", device) }
    try checkOwnModel(of: device)
    if random.chance(50) {
      let position = try device.book.log.lastPosition()
      snapshots.append(PropertySnapshot(device: index, position: position, tables: incremental))
    }
  }

  /// Checks that a read model of an app which follows the events equals one that reads them all again.
  private func checkOwnModel(of device: PropertyDevice) throws {
    try device.vendors.catchUp(device.book)
    var all = VendorTotals()
    try all.catchUp(device.book)
    guard device.vendors == all else { throw PropertyFailure("\(device.name): the app's own model differs") }
  }

  /// Everything, on every device, after everybody has learned everything.
  mutating func checkEnd() throws {
    for device in devices { try checkRebuilding(device) }
    for snapshot in snapshots {
      let device = devices[snapshot.device]
      let past = try fresh(device, asOf: snapshot.position)
      try same(
        snapshot.tables, past, "the screen at \(snapshot.position)", "as of \(snapshot.position)", device)
    }
    let first = try kept(devices[0])
    for device in devices.dropFirst() {
      try same(try kept(device), first, device.name, devices[0].name, device)
    }
    try checkOrders(first)
    try countAll()
  }

  private mutating func checkRebuilding(_ device: PropertyDevice) throws {
    if random.chance(30) { try checkSearch(device) }
    let tables = try kept(device)
    let naive = try NaiveBook(device.book.log)
    try same(tables, naive.tables, "incremental", "naive", device)
    try same(tables, try fresh(device), "incremental", "fresh", device)
    let last = try device.book.log.lastPosition()
    try same(tables, try fresh(device, asOf: last), "incremental", "as of the last position", device)
    try checkScreens(device, naive)
    try checkOwnModel(of: device)
    // On one thread or several, in ranges of few streams or many.
    device.book.models.jobs = random.number(1...3)
    device.book.models.sizes = BuildSizes(
      shard: Int64(random.number(1...40)), sorted: random.number(1...200), sums: random.number(0...200))
    do {
      _ = try device.book.rebuild(progress: nil)
      if hasUnreadable { throw PropertyFailure("\(device.name): a rebuild passed over an unreadable event") }
    } catch ModelError.unreadable(let position, _, _) {
      let type = try device.book.log.event(at: position)?.type
      guard hasUnreadable, type == "FieldCorrected" else {
        throw PropertyFailure("\(device.name): a rebuild stopped at \(position), \(type ?? "nothing")")
      }
    }
    try same(tables, try kept(device), "incremental", "rebuilt", device)
  }

  /// Compares the index of words, which a search brings to the log's end, with one made from the log.
  private func checkSearch(_ device: PropertyDevice) throws {
    _ = try device.book.search("caf")
    let folder = device.book.settings.folder + "/models"
    let compared = try SearchComparison(
      of: device.book.log, folder: folder, scratch: folder + "/search-\(UniqueID.random())")
    guard let compared, compared.differing.isEmpty, compared.damaged.isEmpty, compared.structure.isEmpty else {
      throw PropertyFailure("\(device.name): the search, \(compared.map { "\($0)" } ?? "which is gone")")
    }
  }

  private mutating func checkScreens(_ device: PropertyDevice, _ naive: NaiveBook) throws {
    func compare(_ what: String, _ left: [String], _ right: [String]) throws {
      guard !left.elementsEqual(right, by: { $0.utf8.elementsEqual($1.utf8) }) else { return }
      let index = zip(left, right).enumerated().first { !$1.0.utf8.elementsEqual($1.1.utf8) }?.offset
      let at = index ?? min(left.count, right.count)
      throw PropertyFailure(
        """
        \(device.name): \(what) differ from the naive model at \(at)
            book:  \(at < left.count ? left[at] : "nothing")
            naive: \(at < right.count ? right[at] : "nothing")
        """)
    }
    // Before all, today, around the date of something, at the end of February and of all time.
    let dates = naive.everSaved.compactMap { $0.text("date").flatMap { CivilDate(iso: $0.description) } }
    let around = random.maybe(100, dates).map { $0.adding(days: Int(random.number(-1...1))) }
    let days = [.first, device.book.today, around, CivilDate(iso: "2024-02-29"), .last].compactMap { $0 }
    for day in days {
      let book = device.book.through(day)
      var naive = naive
      naive.day = Int(day.dayNumber)
      try compare("groups on \(day)", try book.groupLines(), naive.groupLines)
      try compare("latest groups on \(day)", try book.wrongHome().map { ["\($0)"] } ?? [], [])
      try compare("accounts on \(day)", try book.accountLines(), naive.accountLines)
      try compare("goals on \(day)", try book.goalLines(), naive.goalLines)
      let budgets = naive.budgetLines
      try compare("budgets on \(day)", try book.budgetLines(like: budgets), budgets)
    }
    try compare("sections", try device.book.sectionLines(), naive.sectionLines)
    try compare("transactions", try device.book.transactionLines(), naive.transactionLines)
    try compare("categories", try device.book.categoryLines(), naive.categoryLines)
  }

  /// All events in other orders of arrival, posted in pieces as they come.
  private mutating func checkOrders(_ expected: PropertyTables) throws {
    for number in 0..<2 {
      let folder = "\(root)/order-\(number)"
      let id = UniqueID.random(using: &random)
      try LedgerLog.create(at: folder, ledger: ledger, device: id).close()
      let clock = devices[0].clock
      let book = try Book.open(
        Book.Settings(folder: folder, actor: .person("order"), deviceName: "order", clock: { clock.now }))
      let device = PropertyDevice(name: "order \(number)", folder: folder, clock: clock, book: book)
      defer { try? book.close() }
      let log = devices[0].book.log
      let queues = try log.devices().map { try log.events(of: $0.device, after: 0).map(\.envelope) }
      var events = interleave(queues)[...]
      while !events.isEmpty {
        let piece = events.prefix(random.number(1...40))
        events = events.dropFirst(piece.count)
        _ = try book.log.takeIn(Array(piece), receivedAtMilliseconds: 1)
        if random.chance(50) { try book.models.catchUp() }
      }
      try same(try kept(device), expected, "order \(number) of arrival", devices[0].name, device)
    }
  }

  private mutating func countAll() throws {
    try devices[0].book.log.forEachEvent { counts.types[$0.type, default: 0] += 1 }
    for transaction in try NaiveBook(devices[0].book.log).transactions where transaction.stage != nil {
      if transaction.deletion.isPending { counts.pendingDeletions += 1 }
      if transaction.conflicts > 0 { counts.conflicts += 1 }
    }
    counts.histories = 1
    counts.devices = devices.count
  }
}
