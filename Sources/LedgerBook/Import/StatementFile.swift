package import BankFiles
package import LedgerBytes
package import LedgerDomain

/// A bank's file that is to be imported, with the account of each of its statements.
package struct StatementFile: Sendable {
  /// The name of the file, without its folder.
  package let name: String
  package let digest: SHA256Digest
  package let file: BankFile
  /// The account in the ledger for each statement of the file, or `nil` if it is not known.
  package let accounts: [String?]
  /// The answers that a person gave about the file, to keep for files of its shape.
  package var profile: (shape: String, profile: ImportProfile)?

  package init(name: String, digest: SHA256Digest, file: BankFile, accounts: [String?]) {
    self.name = name
    self.digest = digest
    self.file = file
    self.accounts = accounts
  }
}

/// A file with the verdict on each of its rows.
package struct FilePlan: Sendable {
  package let source: StatementFile
  /// The rows in the order of the file.
  package var rows: [PlannedRow]
  /// The rows that are not imported, in the order of the file.
  package var refused: [RefusedRow]

  package func count(_ isCounted: (PlannedRow.Verdict) -> Bool) -> Int {
    rows.reduce(0) { isCounted($1.verdict) ? $0 + 1 : $0 }
  }

  /// Returns the plan with the suggested categories that are sure enough.
  package func taking(suggestionsFrom confidenceMin: Int?) -> FilePlan {
    guard let confidenceMin else { return self }
    var plan = self
    for index in plan.rows.indices {
      if let suggestion = plan.rows[index].suggestion, suggestion.confidence >= confidenceMin {
        plan.rows[index].category = suggestion.category
      }
    }
    return plan
  }

  package var newCount: Int {
    count { verdict in
      switch verdict {
      case .new, .restored: true
      case .matched, .known: false
      }
    }
  }

  package var matchedCount: Int { count { if case .matched = $0 { true } else { false } } }
  /// The number of rows that two devices imported from different formats, and that become one.
  package var doubleCount: Int { rows.count { $0.double != nil } }
  package var knownCount: Int { count { if case .known = $0 { true } else { false } } }
}

/// Two transactions that are one row of a bank, of which one stays.
package struct PlannedDouble: Hashable, Sendable {
  package let stays: TransactionID
  /// The transaction that is merged into the other one.
  package let goes: TransactionID
}

/// A row, and what becomes of it.
package struct PlannedRow: Sendable {
  package enum Verdict: Hashable, Sendable {
    case new
    /// The import that recorded the row was undone, so the transaction comes back.
    case restored
    case matched(TransactionID, isDoubtful: Bool)
    /// The ledger has the row, or had it until a person deleted it.
    case known(isDeleted: Bool)
  }

  package let row: BankRow
  package let account: String?
  /// The vendor's name for people, or `nil` if the row has no text.
  package let vendor: String?
  /// The identity of the row, which is also that of the transaction that it becomes.
  package let id: UniqueID
  package internal(set) var verdict: Verdict
  /// The category that the file names and the ledger has.
  package internal(set) var category: String?
  /// The category that earlier transactions of the vendor suggest, if the file does not name one.
  package internal(set) var suggestion: CategorySuggestion?
  /// The two transactions of the row, if another device imported it from another format.
  package internal(set) var double: PlannedDouble?
  /// The transfer between own accounts that the row is a half of.
  package internal(set) var transfer: PlannedTransfer?

  package var transaction: TransactionID { TransactionID(id) }

  package var kind: TransactionKind { Self.kind(of: row.money) }

  static func kind(of money: Money) -> TransactionKind { money.minorUnits > 0 ? .income : .expense }
}
