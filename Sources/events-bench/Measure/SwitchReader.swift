internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerProjections

/// Reads and checks screens again and again while other processes record and rebuild the read models.
///
/// It is a process of its own for the tests of the switch from one generation to the next.
///
/// The ledger has two groups and only pairs of transactions. Batch n of four events records the amount n in both groups,
/// for n = 1, 2, 3 …, all on one date. So at any moment both groups have the same count k and the sum k(k + 1)/2. Lists
/// begin with k, k, k − 1, k − 1 …, and k follows from the log's length. This does not hold for a screen that mixes two
/// generations, or that comes from an unfinished or superseded one.
struct SwitchReader {
  private let ledger: String
  private var book: Book
  /// The last position before the first pair.
  private let base: Position
  private var reads = 0
  private var wrong = 0
  private var words: [String] = []

  /// Opens the ledger and finds the first pair.
  ///
  /// - Parameter ledger: The ledger's folder, with the two groups.
  init(_ ledger: String) throws {
    self.ledger = ledger
    book = try Self.open(ledger)
    var last: Position = 0
    try book.log.forEachEvent(after: 0) { if $0.type == "GroupCreated" { last = $0.position } }
    base = last
  }

  /// Reads screens until there is a file `stop` in `scratch`.
  ///
  /// After `count` screens it creates a file `done-<id>` there. At the end it prints the numbers of screens and of wrong
  /// ones, and the first of these.
  ///
  /// - Returns: The exit code, which is 1 if any screen was wrong.
  mutating func run(count: Int, scratch: String) throws -> Int32 {
    var isDone = false
    while true {
      read()
      if reads >= count, !isDone {
        isDone = true
        try DurableFile.replace("\(scratch)/done-\(UniqueID.random())", bytes: [])
      }
      guard reads % 20 == 0 else { continue }
      if isDone, DurableFile.exists(scratch + "/stop") { break }
      // The test that started this process has ended and removed its folder.
      guard DurableFile.exists(scratch) else { return 1 }
    }
    print("reads \(reads)\nwrong \(wrong)")
    for line in words { print(line) }
    return wrong == 0 ? 0 : 1
  }

  private mutating func read() {
    reads += 1
    do {
      // Sometimes the book is opened again, as by a program that has just started.
      if reads % 50 == 0 {
        try book.close()
        book = try Self.open(ledger)
      }
      let earliest = try pairs()
      let (screen, found) = try look(reads % 3)
      let latest = try pairs()
      if let found, earliest...latest ~= found { return }
      note("\(screen), which is of no moment from pair \(earliest) to \(latest)")
    } catch {
      note("\(error)")
    }
  }

  private mutating func note(_ text: String) {
    wrong += 1
    if words.count < 3 { words.append("read \(reads): \(text)") }
  }

  private func pairs() throws -> Int { Int(try base.distance(to: book.log.lastPosition()) / 4) }

  /// Returns a screen in words, and the number of its pairs, or `nil` if the screen is inconsistent.
  private func look(_ kind: Int) throws -> (String, Int?) {
    switch kind {
    case 0:
      let groups = try book.groups()
      let counts = groups.map(\.count)
      let sums = groups.map { $0.totals.map(\.minorUnits) }
      let pairs = counts.first ?? 0
      let isWhole = counts == [pairs, pairs] && sums.allSatisfy { $0 == Self.sum(pairs) }
      return ("groups with \(counts) transactions and \(sums)", isWhole ? pairs : nil)
    case 1:
      let page = try book.transactions(.everything, page: PageRequest(limit: 20))
      let amounts = page.rows.compactMap { $0.row.money?.minorUnits }
      let pairs = page.matching / 2
      let expected = (0..<min(20, pairs * 2)).map { Int64(pairs - $0 / 2) }
      return ("a list of \(page.matching): \(amounts)", amounts == expected ? pairs : nil)
    default:
      var amounts: [Int64] = []
      try book.forEachTransaction(.everything) { amounts.append($0.row.money?.minorUnits ?? 0) }
      let pairs = amounts.count / 2
      let isWhole = amounts == (0..<pairs * 2).map { Int64(pairs - $0 / 2) }
      return ("\(amounts.count) transactions", isWhole ? pairs : nil)
    }
  }

  private static func sum(_ pairs: Int) -> [Int64] {
    pairs == 0 ? [] : [Int64(pairs * (pairs + 1) / 2)]
  }

  private static func open(_ ledger: String) throws -> Book {
    try Book.open(Book.Settings(folder: ledger, actor: .person("reader"), deviceName: "reader"))
  }
}
