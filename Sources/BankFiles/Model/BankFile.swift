package import LedgerDomain

/// A bank's file as it was understood: its rows, the refused ones, and what was decided about it.
package struct BankFile: Sendable {
  package let format: BankFileFormat
  /// One for each account and period that the file holds. A file without such parts has one.
  package internal(set) var statements: [BankStatement]
  package internal(set) var rows: [BankRow] = []
  package internal(set) var refused: [RefusedRow] = []
  /// The decisions over the whole file, in the order of deciding.
  package internal(set) var decisions: [BankFileDecision] = []
  /// Remarks for the person that refuse nothing.
  package internal(set) var notes: [BankFileNote] = []

  /// Returns the place of an account's statement, and adds the statement if it is new.
  mutating func statement(
    _ account: String?, _ currency: CurrencyCode?, _ places: inout [String?: Int]
  ) -> Int {
    if let known = places[account] { return known }
    places[account] = statements.count
    statements.append(BankStatement(account: account, currency: currency))
    return statements.count - 1
  }

  /// Adds a remark about a line, or about the whole file.
  package mutating func note(_ text: String, line: Int? = nil) {
    notes.append(BankFileNote(line: line, text: text))
  }
}

/// An account's movements of one period.
package struct BankStatement: Hashable, Sendable {
  /// The account's number as the file prints it.
  package internal(set) var account: String?
  package internal(set) var name: String?
  package internal(set) var currency: CurrencyCode?
  package internal(set) var opening: Money?
  package internal(set) var closing: Money?
  /// The day of the closing balance, if the file names it.
  package internal(set) var closedOn: CivilDate?
  /// The day of a beginning that the file prints as a movement.
  package internal(set) var openedOn: CivilDate?
}

/// One movement of money.
package struct BankRow: Hashable, Sendable {
  /// The line of the file where the movement begins, from 1.
  package let line: Int
  /// The place of its statement in the file's list.
  package internal(set) var statement = 0
  /// The booking date, or the value date if the file has no other.
  package let date: CivilDate
  /// Another date of the row: the value date, or the booking date where `date` is the value date.
  package internal(set) var otherDate: CivilDate?
  /// Negative if money left the account.
  package internal(set) var money: Money
  /// The amount in the row's identity if that is not `money`, so that earlier imports know the row.
  var identityMoney: Money?
  /// The other party, or the first text of the row if the file does not name one.
  package internal(set) var payee = ""
  /// A better name of the other party, if `payee` is an account, a reference or a kind of movement.
  ///
  /// The identity of the row is made of `payee`, as it always was.
  package internal(set) var vendor: String?
  /// All texts of the row as the bank prints them, without `payee` if that has a column of its own.
  package internal(set) var text = ""
  /// The bank's identifier of the movement.
  package internal(set) var bankID: String?
  /// The bank's word or code for the kind of movement.
  package internal(set) var kind: String?
  package internal(set) var category: String?
  /// The person's own account at the other end, if the file calls the row a transfer.
  package internal(set) var transferAccount: String?
  /// The account of the other party.
  package internal(set) var counterAccount: String?
  /// A fee that the file keeps apart and that is not part of `money`.
  package internal(set) var fee: Money?
  /// The account's balance after the movement.
  package internal(set) var balance: Money?
  /// Whether the bank has not booked the movement yet.
  package internal(set) var isPending = false
  /// Whether the bank marks the row as the reversal of another one.
  var isReversal = false
  /// The movement as another program recorded it, or `nil` if the file is a bank's.
  package internal(set) var entry: BankEntry?
}

/// A row that is not imported, with its place and the reason.
package struct RefusedRow: Hashable, Sendable {
  package let line: Int
  package let code: Code
  /// The reason in words, without a full stop.
  package let reason: String
  /// The beginning of the row as the file prints it.
  package let excerpt: String

  package init(line: Int, _ code: Code, _ reason: String, excerpt: String) {
    self.line = line
    self.code = code
    self.reason = reason
    self.excerpt = excerpt
  }

  init(line: Int, _ problem: RowProblem, excerpt: String) {
    self.init(line: line, problem.code, problem.words, excerpt: excerpt)
  }

  /// The reason in a word that does not change.
  package enum Code: String, CaseIterable, Sendable {
    case noDate, notADate, noAmount, notAnAmount, amountTooFine, amountTooLarge, noCurrency, noDirection
    /// The bank counts the row as neither income nor expense.
    case neitherDirection
    case bothDirections
    /// Two postings of an entry have no amount.
    case severalOpen
    /// The postings of an entry do not add up to zero.
    case unbalanced
    case textTooLong
  }
}

/// The reason why a row is refused.
struct RowProblem: Error {
  let code: RefusedRow.Code
  let words: String

  init(_ code: RefusedRow.Code, _ words: String) {
    self.code = code
    self.words = words
  }
}

/// A decision over the whole file, for the explanation.
package struct BankFileDecision: Hashable, Sendable {
  package let topic: BankFileTopic
  package let value: String
  /// The evidence for it.
  package let reason: String
  /// The answer that the evidence proves for other files of the same shape, if they cannot prove it.
  package var lasting: String?
}

typealias Decided<Value> = Result<(Value, BankFileDecision), BankFileQuestion>

/// A remark about the file or one of its lines.
package struct BankFileNote: Hashable, Sendable {
  package let line: Int?
  package let text: String
}
