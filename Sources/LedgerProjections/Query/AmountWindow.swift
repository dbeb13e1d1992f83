internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The transactions that are at most one unit and a few days before the next.
///
/// They are in the order of the index.
///
/// The last few of the current amount are kept. Those of one unit less are read at a second place in the index, which
/// follows the dates. So memory and rows read are bounded, however many amounts are equal.
struct AmountWindow {
  struct Entry {
    let date: Int64
    let key: StreamKey

    /// Creates an entry.
    ///
    /// - Throws: `ModelError.damaged` at an impossible date, because dates are subtracted here.
    init(date: Int64, key: StreamKey) throws(ModelError) {
      guard date >= CivilDate.first.dayNumber, date <= CivilDate.last.dayNumber else {
        throw .damaged("the amounts of transactions")
      }
      self.date = date
      self.key = key
    }
  }

  /// Reads the last entries of a day and an amount, up to a key.
  ///
  /// SQLite would compare a row value by its date alone, because `key` is the table's own number and no column of the
  /// index.
  static let last = """
    SELECT date, key FROM transaction_row INDEXED BY transaction_by_amount
    WHERE stage < 2 AND currency = ?1 AND minor_units = ?2 AND date = ?3 AND key <= ?4 ORDER BY key DESC LIMIT ?5
    """

  /// The transactions of an amount from a date on.
  static let from = """
    SELECT date, key FROM transaction_row INDEXED BY transaction_by_amount
    WHERE stage < 2 AND currency = ?1 AND minor_units = ?2 AND date >= ?3 ORDER BY date, key
    """

  /// The most days between two transactions of one amount.
  private static let daysMax = Int64(DuplicateTier.transferDaysMax)

  private let reader: ModelReader
  /// How many transactions of the same amount, and of each day of one unit less, are examined.
  private let reach: Int
  /// How many rows were read.
  private(set) var rows = 0
  private(set) var currency = ""
  private var units: Int64?
  /// The last entries of the current amount.
  private var same: [Entry] = []
  /// The entries of one unit less, from the day before the current date on, as far as they are read.
  ///
  /// Only the first few of each day are kept.
  private var below: [Entry] = []
  /// How many transactions of the last of those days were read.
  private var ofLastDay = 0
  /// The cursor for reading those, or `nil` if reading has not begun.
  private var cursor: Statement?
  /// Whether all of them are read.
  private var isAtEnd = true

  init(_ reader: ModelReader, reach: Int) {
    precondition(reach > 0, "a window holds at least one entry")
    self.reader = reader
    self.reach = reach
  }

  /// Continues at the place where an earlier page ended.
  mutating func resume(currency: String, units: Int64, date: Int64, key: StreamKey) throws {
    begin(currency, units)
    isAtEnd = units == .min
    let statement = try reader.connection.statement(reader.sql(Self.last))
    let earlier = (1...Self.daysMax).map { (date &- $0, StreamKey.max) }
    for (date, key) in [(date, key)] + earlier where same.count < reach {
      try statement.bind(1, text: currency)
      try statement.bind(2, units)
      try statement.bind(3, date)
      try statement.bind(4, key)
      try statement.bind(5, Int64(reach - same.count))
      try statement.forEachRow { same.append(try Entry(date: $0.int64(0), key: $0.number(1))) }
    }
    precondition(same.count <= reach, "a window holds no more entries than it may")
    rows += same.count
    same.reverse()
  }

  /// Goes on to an amount.
  mutating func go(to currency: String, _ units: Int64) {
    if units == self.units, currency == self.currency { return }
    // Entries of one unit less exist only if the index has just passed that amount.
    let isNext = currency == self.currency && self.units.map { $0 < .max && $0 + 1 == units } == true
    begin(currency, units)
    isAtEnd = !isNext
  }

  private mutating func begin(_ currency: String, _ units: Int64) {
    self.currency = currency
    self.units = units
    same.removeAll(keepingCapacity: true)
    below.removeAll(keepingCapacity: true)
    cursor?.reset()
    cursor = nil
  }

  /// Releases the index.
  mutating func end() {
    cursor?.reset()
    cursor = nil
  }

  mutating func add(_ entry: Entry) {
    precondition(same.count <= reach, "a window holds no more entries than it may")
    if same.count == reach { same.removeFirst() }
    same.append(entry)
  }

  /// Returns the keys near an entry of the current amount, the nearest first, at most four times `reach`.
  mutating func neighbours(of entry: Entry) throws -> [StreamKey] {
    var near: [(distance: Int64, key: StreamKey)] = []
    for other in same.reversed() {
      if other.date < entry.date - Self.daysMax { break }
      near.append((entry.date - other.date, other.key))
    }
    try read(near: entry.date)
    for other in below where other.date <= entry.date + 1 {
      near.append((abs(entry.date - other.date) + 1, other.key))
    }
    return near.sorted { $0.distance < $1.distance }.map(\.key)
  }

  /// Drops entries of one unit less that are too old, and reads those that a date may need.
  private mutating func read(near date: Int64) throws {
    if let first = below.first, first.date < date - 1 { below.removeAll { $0.date < date - 1 } }
    var skipped = 0
    while !isAtEnd, below.last.map({ $0.date <= date + 1 }) ?? true {
      // The cursor steps over a few entries that are too early. If there are many, it seeks past them.
      if cursor == nil || skipped > reach {
        try seek(date - 1)
        skipped = 0
      }
      guard let cursor, try cursor.step() else {
        isAtEnd = true
        return
      }
      rows += 1
      let entry = try Entry(date: cursor.int64(0), key: cursor.number(1))
      if entry.date < date - 1 {
        skipped += 1
        continue
      }
      ofLastDay = entry.date == below.last?.date ? ofLastDay + 1 : 1
      below.append(entry)
      if ofLastDay == reach { try seek(entry.date + 1) }
    }
  }

  private mutating func seek(_ date: Int64) throws {
    // While the statement is on a row, the connection prepares another one, and this one would hold its snapshot for
    // ever.
    cursor?.reset()
    let statement = try reader.connection.statement(reader.sql(Self.from))
    try statement.bind(1, text: currency)
    try statement.bind(2, (units ?? 0) - 1)
    try statement.bind(3, date)
    cursor = statement
  }
}
