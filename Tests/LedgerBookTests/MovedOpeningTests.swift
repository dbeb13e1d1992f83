import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@Suite("The balance of an account after imports of rows that its opening includes")
struct MovedOpeningTests {
  /// The movements of an account at its bank, and the balance with which a person opened it in the ledger.
  private struct Bank {
    let opened = screenDay("2026-03-01")
    let opening: Int64 = 100_000
    private(set) var rows: [(date: CivilDate, units: Int64)] = []

    init(_ random: inout SeededGenerator) {
      var day = screenDay("2026-01-01")
      while day < screenDay("2026-05-01") {
        rows.append((day, random.number(-9_000...9_000)))
        day = day.adding(days: random.number(0...6))
      }
    }

    /// The balance before a row, so that the one before the opening is the person's.
    func balance(before place: Int) -> Int64 {
      let older = rows.prefix { $0.date < opened }.count
      return place <= older
        ? opening - rows[place..<older].reduce(0) { $0 + $1.units }
        : opening + rows[older..<place].reduce(0) { $0 + $1.units }
    }

    func file(_ places: Range<Int>, hasBalances: Bool) -> [UInt8] {
      var text = "Date;Payee;Amount;\(hasBalances ? "Balance;" : "")Currency\n"
      for place in places {
        let row = rows[place]
        let balance = hasBalances ? "\(Self.decimal(balance(before: place + 1)));" : ""
        text += "\(row.date.iso);Shop \(place);\(Self.decimal(row.units));\(balance)EUR\n"
      }
      return Array(text.utf8)
    }

    private static func decimal(_ units: Int64) -> String {
      let digits = String(abs(units) % 100)
      return (units < 0 ? "-" : "") + "\(abs(units) / 100),\(digits.count < 2 ? "0" : "")\(digits)"
    }
  }

  private struct Account {
    let ledger: ScreenLedger

    init(_ bank: Bank) throws {
      ledger = try ScreenLedger()
      try ledger.book.openAccount(
        name: "Giro", opening: Money(minorUnits: bank.opening, currency: .eur), on: bank.opened)
    }

    var balance: Int64? {
      get throws {
        try ledger.book.accounts().first { $0.key == "giro" }?.balances.first?.balance.minorUnits
      }
    }

    func take(_ bytes: [UInt8], _ answers: [ImportQuestion.Topic: String] = [:]) throws -> Done {
      let answers = answers.merging([.account: "Giro", .dateOrder: "ymd"]) { first, _ in first }
      let session = try ledger.book.importSession([(name: "giro.csv", bytes: bytes)], answers: answers)
      return try ledger.book.carryOut(session).done
    }
  }

  @Test(
    "In any order of imports, undone and repeated, the balance is the opening and the rows after it",
    arguments: Extent.of([1, 2, 3, 4, 5, 6, 7, 8]))
  func order(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bank = Bank(&random)
    let account = try Account(bank)
    // Files without a common row, because an undo of the first one would take away a row of both.
    var files: [Range<Int>] = []
    while (files.last?.upperBound ?? 0) < bank.rows.count {
      let start = files.last?.upperBound ?? 0
      files.append(start..<min(start + random.number(1...6), bank.rows.count))
    }
    files.shuffle(using: &random)
    var actions: [(file: Int, done: Done, isIn: Bool)] = []
    var steps: [String] = []
    for _ in 0..<20 {
      if let last = actions.indices.randomElement(using: &random), random.chance(45) {
        // Undone, or brought back by another undo.
        let done = try account.ledger.book.undo(actions[last].done)
        actions[last] = (actions[last].file, done, !actions[last].isIn)
        steps.append("\(actions[last].isIn ? "redo" : "undo") \(files[actions[last].file])")
      } else if let file = files.indices.first(where: { file in !actions.contains { $0.file == file } }) {
        let bytes = bank.file(files[file], hasBalances: random.chance(50))
        steps.append("import \(files[file])")
        actions.append((file, try account.take(bytes, [.beforeOpening: "move"]), true))
      }
      let newer = actions.filter(\.isIn).flatMap { files[$0.file] }.filter { bank.rows[$0].date >= bank.opened }
      let expected = bank.opening + newer.reduce(0) { $0 + bank.rows[$1].units }
      #expect(try account.balance == expected, "seed \(seed): \(steps)")
    }
  }

  @Test(
    "Rows that came without a proof are counted once, as soon as a file proves the opening",
    arguments: Extent.of([11, 12, 13, 14]))
  func proof(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bank = Bank(&random)
    let older = bank.rows.prefix { $0.date < bank.opened }.count
    let cut = random.number(1...(older - 1))
    let account = try Account(bank)
    _ = try account.take(bank.file(0..<cut, hasBalances: random.chance(50)))
    #expect(
      try account.balance == bank.opening + bank.rows[..<cut].reduce(0) { $0 + $1.units }, "seed \(seed)")
    _ = try account.take(bank.file(cut..<older, hasBalances: true))
    #expect(try account.balance == bank.opening, "seed \(seed)")
    _ = try account.take(bank.file(older..<bank.rows.count, hasBalances: false))
    #expect(try account.balance == bank.balance(before: bank.rows.count), "seed \(seed)")
    // The same rows again change nothing.
    _ = try account.take(bank.file(0..<older, hasBalances: true))
    #expect(try account.balance == bank.balance(before: bank.rows.count), "seed \(seed)")
  }
}
