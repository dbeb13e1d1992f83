internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

extension OpenLedger {
  /// Returns the category that earlier receipts at a draft's vendor suggest.
  ///
  /// The result is `nil` if the draft has one.
  func suggestedCategory(of row: TransactionRow) throws -> CategorySuggestion? {
    guard row.stage == .draft, row.category == nil, row.kind != .transfer, let vendor = row.vendor else {
      return nil
    }
    return try book.vendorHabit(of: vendor, row.kind)?.category
  }

  /// Sets the suggested categories of drafts that have no category, if they are sure enough.
  func takeCategories(of drafts: [TransactionID], from confidenceMin: Int) throws {
    for id in drafts {
      guard let suggestion = try suggestedCategory(of: try book.transaction(id).row),
        suggestion.confidence >= confidenceMin
      else { continue }
      try book.perform(.correct(.category, .text(suggestion.category)), on: id)
      let words = "\(suggestion.reason), \(suggestion.confidence)%"
      try tell([.fitted("\(try notation.short(id))  \(notation.categoryName(suggestion.category)): \(words)")])
    }
  }
}
