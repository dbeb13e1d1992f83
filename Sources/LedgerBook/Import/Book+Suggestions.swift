package import BankFiles
internal import LedgerDomain
internal import LedgerProjections

extension Book {
  /// The years before the last transaction whose purchases are learned from.
  private static let habitDays = 3 * 366

  /// The categories that this ledger's transactions of the last years have, by vendor.
  ///
  /// - Complexity: a look-up per transaction of the last three years.
  package func categoryHabits() throws -> CategoryHabits {
    var habits = CategoryHabits()
    var filter = TransactionFilter()
    filter.from = today.adding(days: -Self.habitDays)
    try models.read { reader in
      try reader.forEachTransactionOldestFirst(filter) { listed in
        guard let vendor = listed.row.vendor, let category = listed.row.category else { return }
        habits.learn(vendor: vendor, kind: listed.row.kind, category: category)
      }
    }
    return habits
  }
}
