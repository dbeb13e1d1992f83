import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@Suite("The balance of an account after imports of rows that its opening includes")
struct MovedOpeningTests {
  @Test(
    "In any order of imports, undone and repeated, the balance is the opening and the rows after it",
    arguments: Extent.of([1, 2, 3, 4, 5, 6, 7, 8]))
  func order(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bank = TestBank(&random)
    let account = try BankAccount(bank)
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
        let plan = try account.ledger.book.undoPlan(of: try #require(actions[last].done.action))
        #expect(!plan.hasDependents, "seed \(seed): \(steps)")
        let done = try account.ledger.book.undo(actions[last].done)
        actions[last] = (actions[last].file, done, !actions[last].isIn)
        steps.append("\(actions[last].isIn ? "redo" : "undo") \(files[actions[last].file])")
      } else if let file = files.indices.first(where: { file in !actions.contains { $0.file == file } }) {
        let bytes = bank.file(files[file], random.one(of: TestBank.Format.allCases))
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
    let bank = TestBank(&random)
    let older = bank.olderCount
    let proof = random.one(of: TestBank.Format.allCases.filter(\.hasBalances))
    let cut = random.number(1...(older - 1))
    let account = try BankAccount(bank)
    _ = try account.take(bank.file(0..<cut, random.one(of: [.csv, .plain, .qif])))
    #expect(
      try account.balance == bank.opening + bank.rows[..<cut].reduce(0) { $0 + $1.units }, "seed \(seed)")
    _ = try account.take(bank.file(cut..<older, proof))
    #expect(try account.balance == bank.opening, "seed \(seed)")
    _ = try account.take(bank.file(older..<bank.rows.count, .plain))
    #expect(try account.balance == bank.balance(before: bank.rows.count), "seed \(seed)")
    // The same rows again change nothing.
    _ = try account.take(bank.file(0..<older, proof))
    #expect(try account.balance == bank.balance(before: bank.rows.count), "seed \(seed)")
  }
}
