internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerProjections

/// Measures budgets, accounts and reports of a household with ten years of records.
///
/// The ledger has 12 accounts, 60 categories with an amount in each of 120 months, and as many transactions as are
/// asked for. It is made if it is not there.
enum MoneyFigures {
  private static let accounts = 12
  private static let categories = 60
  private static let months = 120
  private static let batchSize = 1_000
  private static let first = CivilMonth(year: 2016, month: 7)

  /// Makes the ledger if it is missing, and prints what each figure takes.
  static func run(in folder: String, transactions: Int, rounds: Int) throws {
    let settings = Book.Settings(
      folder: folder, actor: .person("bench"), deviceName: "bench",
      clock: { WallClock(milliseconds: 1_781_431_865_000, offsetMinutes: 0) })
    let isNew = !DurableFile.exists(folder + "/log.sqlite")
    let book =
      isNew
      ? try Book.create(settings, NewLedger(device: "bench", currency: .eur, locale: .default))
      : try Book.open(settings)
    if isNew { try fill(book, transactions) }
    _ = try book.groups()
    let last = try book.log.lastPosition()
    print("\(try book.count(.everything)) transactions, \(last) events")
    guard let first else { return }
    let month = first.adding(months: months - 1)
    let half = month.adding(months: -5)...month
    let year = month.adding(months: -11)...month
    func measure(_ what: String, _ rounds: Int, _ body: (Book) throws -> Void, _ book: (Int) -> Book) throws {
      try body(book(0))
      var times: [Double] = []
      for round in 0..<rounds {
        let shown = book(round)
        let watch = Stopwatch()
        try body(shown)
        times.append(watch.seconds * 1_000)
      }
      times.sort()
      print(
        "\(what): \(Decimal.text(times[times.count / 2], digits: 2)) ms at the median, "
          + "\(Decimal.text(times[times.count - 1], digits: 2)) at most")
    }
    let screens: [(String, (Book) throws -> Void)] = [
      ("accounts", { _ = try $0.accountsScreen() }),
      ("budget", { _ = try $0.budgetScreen(month, in: .eur) }),
      ("spending of six months by category", { _ = try $0.report(.spending, over: half) }),
      ("spending of six months by account", { _ = try $0.report(.spending, over: half, by: .account) }),
      ("cash flow of a year", { _ = try $0.report(.cashFlow, over: year) }),
      ("net worth of a year", { _ = try $0.netWorth(over: year) }),
    ]
    for (name, body) in screens { try measure(name, rounds, body) { _ in book } }
    _ = try book.rebuildHistory()
    var random = Seeded(seed: 7)
    let places = (0..<rounds).map { _ in Position(random.among(1...Int(last.rawValue))) }
    for (name, body) in screens {
      try measure("\(name), at a position of the past", rounds, body) { book.asOf(.position(places[$0])) }
    }
    for (when, date) in [("today", book.today), ("ten years back", first.first)] {
      try measure("recording \(when)", rounds, { _ = try $0.record(request(date, 1, 1)) }, { _ in book })
    }
    try book.close()
  }

  private static func request(_ date: CivilDate, _ number: Int, _ units: Int64) -> RecordRequest {
    RecordRequest(
      kind: number % 20 == 0 ? .income : .expense, money: Money(minorUnits: units, currency: .eur), date: date,
      vendor: "Vendor \(number % 400)", category: "cat-\(number % categories)", payment: .card,
      account: "Account \(number % accounts)")
  }

  private static func fill(_ book: Book, _ transactions: Int) throws {
    guard let first else { return }
    for number in 0..<accounts {
      try book.openAccount(
        name: "Account \(number)", kind: number % 4 == 3 ? .tracking : .budget,
        opening: Money(minorUnits: 100_000, currency: .eur), on: first.first)
    }
    for number in 0..<categories {
      _ = try book.addCategory(name: "Cat \(number)", key: "cat-\(number)")
    }
    for offset in 0..<months {
      let scope = BudgetScope(first.adding(months: offset), .eur)
      for number in 0..<categories {
        try book.budget(
          "\(50 + (number * 7 + offset) % 400)", for: "cat-\(number)", in: scope, locale: .default)
      }
    }
    var random = Seeded(seed: 1)
    let days = Int(first.adding(months: months).first.dayNumber - first.first.dayNumber)
    for start in stride(from: 0, to: transactions, by: batchSize) {
      try book.batch { batch in
        for number in start..<min(transactions, start + batchSize) {
          // One after the other, as people live, and up to two weeks late.
          let day = max(0, number * days / transactions - random.below(14))
          let date = first.first.adding(days: day)
          _ = try batch.record(request(date, random.among(0...1_000_000), Int64(random.among(100...20_000))))
        }
      }
    }
  }
}
