/// The place in a budget that a movement of money counts in.
public enum BudgetLine: Hashable, Sendable {
  /// It came in, and is there to be budgeted.
  case income
  /// It left an account, and is no longer there to be budgeted.
  case transfer
  /// It was spent from a category by its key, which is empty for money that was spent without a category.
  case category(String)

  /// The text of income in read models.
  package static let incomeText = "+"
  /// The text of transfers in read models.
  package static let transferText = "-"
  /// Returns the text of a category in read models.
  public static func text(ofCategory key: String) -> String { "=" + key }

  /// Creates the line of a text of read models, or returns `nil` for any other text.
  package init?(text: String) {
    switch text.utf8.first {
    case UInt8(ascii: "+"): self = .income
    case UInt8(ascii: "-"): self = .transfer
    case UInt8(ascii: "="): self = .category(String(decoding: text.utf8.dropFirst(), as: UTF8.self))
    case _: return nil
    }
  }
}

/// The part of a budget in which a transaction counts.
package enum BudgetFlow: Hashable, Sendable {
  /// The money that is there to be budgeted gets more.
  case income
  /// The money that is there to be budgeted gets less.
  case transfer
  /// The category has less Available.
  case category
}

extension TransactionRow {
  /// The part of a budget in which a transaction counts, or `nil` if it is neutral.
  ///
  /// An expense counts in its category, and a refund gives back to it. A transfer of which only one account is known is
  /// neutral. A whole one counts on the account that it leaves, and with the other sign on the one that it arrives in.
  /// Between two accounts whose money is budgeted that is zero in one currency. What leaves the budget counts in the
  /// category.
  @inline(__always)
  package var budgetFlow: BudgetFlow? {
    switch kind {
    case .income: .income
    case .expense: .category
    case .transfer:
      toAccount?.isEmpty ?? true ? nil : category?.isEmpty ?? true ? .transfer : .category
    }
  }
}
