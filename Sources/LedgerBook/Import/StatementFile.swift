package import BankFiles
package import LedgerBytes
public import LedgerDomain

/// A bank's file that is to be imported, with the account of each of its statements.
package struct StatementFile: Sendable {
  /// The name of the file, without its folder.
  package let name: String
  package let digest: SHA256Digest
  package let file: BankFile
  /// The account in the ledger for each statement of the file, or `nil` if it is not known.
  package let accounts: [String?]
  /// The currency that was taken for a file which does not name its own, and nobody was asked for.
  package let assumedCurrency: CurrencyCode?
}

/// A bank's file with the verdict on each of its rows.
public struct FilePlan: Sendable {
  package let source: StatementFile
  /// The rows in the order of the file.
  public internal(set) var rows: [PlannedRow]
  /// The rows that are not imported, in the order of the file.
  package internal(set) var refused: [RefusedRow]
  /// The rows of earlier files that the bank had not booked, and that this file should have and has not.
  package internal(set) var vanished: [PendingRow] = []
  /// The openings of accounts that move in front of rows of this import. The plan of the last file has them.
  package internal(set) var movedOpenings: [MovedOpening] = []
  /// The balances of the accounts after the import, for which the file has one, too.
  package internal(set) var balances: [BalanceAtBank] = []
  /// Whether a person answered about rows older than an opening, and there are no such rows.
  ///
  /// The plan of the last file has it.
  package internal(set) var hasIdleAnswer = false
  /// The lines of rows that are left out because the opening of their account includes them.
  package internal(set) var leftOut: [Int] = []

  /// The categories that the file names and the ledger does not have, the most frequent ones first.
  public internal(set) var missingCategories: [MissingCategory] = []
  /// Whether the import adds the missing categories.
  public internal(set) var addsCategories = false

  /// The name of the file, without its folder.
  public var name: String { source.name }
  /// The lines of the rows that are not imported, with the reasons.
  public var refusals: [(line: Int, reason: String)] { refused.map { ($0.line, $0.reason) } }

  package func count(_ isCounted: (PlannedRow.Verdict) -> Bool) -> Int {
    rows.reduce(0) { isCounted($1.verdict) ? $0 + 1 : $0 }
  }

  /// Returns the plan with the suggested categories that are sure enough.
  func taking(suggestionsFrom confidenceMin: Int?) -> FilePlan {
    guard let confidenceMin else { return self }
    var plan = self
    for index in plan.rows.indices {
      if let suggestion = plan.rows[index].suggestion, suggestion.confidence >= confidenceMin {
        plan.rows[index].category = suggestion.category
      }
    }
    return plan
  }

  /// The number of rows that become transactions, or are brought back.
  public var newCount: Int {
    count { verdict in
      switch verdict {
      case .new, .restored: true
      case .matched, .known: false
      }
    }
  }

  /// The number of rows that are linked with transactions of the ledger.
  public var matchedCount: Int { count { if case .matched = $0 { true } else { false } } }
  /// The number of rows that two devices imported in different forms or as halves, and that become one.
  package var doubleCount: Int { rows.count(where: \.isUnited) }
  /// The rows that two devices imported and that stay two transactions. A bank's row is the second of them.
  package var leftOpen: [(line: Int, TransactionID, TransactionID)] {
    rows.compactMap { row in row.double.flatMap { $0.isLeftOpen ? (row.line, $0.stays, $0.goes) : nil } }
  }
  /// The number of rows that the ledger has already.
  public var knownCount: Int { count { if case .known = $0 { true } else { false } } }
}

/// Two transactions that are one row of a bank, of which one stays.
package struct PlannedDouble: Hashable, Sendable {
  package let stays: TransactionID
  /// The transaction that is merged into the other one.
  package let goes: TransactionID
  /// Whether the two are halves of a transfer, which both of them are merged into.
  var areHalves = false
  /// Whether both stay, because a person has added something to each of them.
  package var isLeftOpen = false
}

/// A row of a bank's file with the verdict on it.
public struct PlannedRow: Sendable {
  /// The effect of importing a row.
  public enum Verdict: Hashable, Sendable {
    /// The row becomes a transaction.
    case new
    /// The import that recorded the row was undone, so the transaction comes back.
    case restored
    /// The row is linked with a transaction of the ledger.
    case matched(TransactionID, isDoubtful: Bool)
    /// The ledger has the row, or had it until a person deleted it.
    case known(isDeleted: Bool)
  }

  package let row: BankRow
  /// The account in the ledger, or `nil` if it is not known.
  public let account: String?
  /// The vendor's name for people, or `nil` if the row has no text.
  public let vendor: String?
  /// The identity of the row, which is also that of the transaction that it becomes.
  package let id: UniqueID
  /// The effect of importing the row.
  public internal(set) var verdict: Verdict
  /// The category that the file names and the ledger has, or a suggestion that is taken.
  public internal(set) var category: String?
  /// The category that earlier transactions of the vendor suggest, if the file does not name one.
  public internal(set) var suggestion: CategorySuggestion?
  /// The parts of the amount in other categories than `category`, with the sign of the amount.
  package internal(set) var parts: [TransactionPart] = []
  /// The two transactions of the row, if another device imported it in another form, or its other half.
  package internal(set) var double: PlannedDouble?
  /// Whether two transactions of the row become one.
  var isUnited: Bool { double?.isLeftOpen == false }
  /// The row that the bank had not booked yet, which this row replaces.
  package internal(set) var settled: PendingRow?
  /// The transfer between own accounts that the row is a half of.
  public internal(set) var transfer: PlannedTransfer?
  /// A transaction of another account that may be the other half of a transfer, without enough evidence.
  package internal(set) var otherHalf: TransactionID?

  /// The line of the file, from 1.
  public var line: Int { row.line }
  /// The booking date, or the value date if the file has no other.
  public var date: CivilDate { row.date }
  /// The amount, which is negative if money left the account.
  public var money: Money { row.money }
  /// The transaction that the row becomes or is.
  package var transaction: TransactionID { TransactionID(id) }

  package var kind: TransactionKind { row.entry?.kind ?? Self.kind(of: row.money) }

  static func kind(of money: Money) -> TransactionKind { money.minorUnits > 0 ? .income : .expense }
}
