import LedgerBook
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@Suite("An export of another program gives the figures of what happened")
struct ImportedHistoryTests {
  @Test("Balances, spending, income and categories are those of the history", arguments: HistoryFormat.allCases)
  func figures(_ format: HistoryFormat) throws {
    for _ in 0..<6 {
      let seed = SeededGenerator.anySeed()
      let history = TrueHistory(seed: seed, count: 60, format.ability)
      let ledger = try TestLedger()
      let bytes = Array(format.text(history, seed: seed).utf8)
      try ledger.importFile(bytes, named: "export")
      var expected = history.figures
      expected.balances = Dictionary(
        uniqueKeysWithValues: expected.balances.map { (format.account($0.key).lowercased(), $0.value) })
      var actual = try ledger.figures()
      if format == .ynab {
        // Money to start with is income in YNAB, and its name of income is no category.
        expected.earned = ["": (expected.earned["salary"] ?? 0) + history.openings.reduce(0) { $0 + $1.units }]
      }
      #expect(actual == expected, "seed \(seed)")
      // Importing the file again changes nothing, and neither does undoing it and importing it again.
      try ledger.importFile(bytes, named: "export")
      #expect(try ledger.figures() == expected, "twice, seed \(seed)")
      let again = try TestLedger()
      try again.book.undo(try again.importFile(bytes, named: "export"))
      #expect(try again.figures().transfers == 0)
      try again.importFile(bytes, named: "export")
      actual = try again.figures()
      #expect(actual == expected, "after undo, seed \(seed)")
    }
  }
}

extension TestLedger {
  /// Imports a file, and adds the categories that it names.
  @discardableResult
  func importFile(_ bytes: [UInt8], named name: String) throws -> Done {
    var session = try book.importSession([(name: name, bytes: bytes)])
    session.addsCategories = true
    return try book.carryOut(session).done
  }

  /// Returns the sums of the ledger, added up transaction by transaction.
  func figures() throws -> Figures {
    var figures = Figures()
    var filter = TransactionFilter()
    filter.stages = [.saved]
    for account in try book.accounts() {
      for balance in account.balances where balance.balance.minorUnits != 0 {
        figures.balances[account.name.lowercased(), default: 0] += balance.balance.minorUnits
      }
    }
    try book.journal(filter) { listed in
      for share in listed.row.shares {
        switch listed.row.kind {
        case .expense: figures.spent[share.category ?? "", default: 0] += share.minorUnits
        case .income: figures.earned[share.category ?? "", default: 0] += share.minorUnits
        case .transfer: figures.transfers += 1
        }
      }
    }
    figures.spent = figures.spent.filter { $0.value != 0 }
    return figures
  }
}
