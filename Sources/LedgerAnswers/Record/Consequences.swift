package import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

/// Describes the effects of a deletion on everything else, in words and counts (FF-21).
package struct Consequences {
  let notation: Notation

  /// Returns the effects of deleting a transaction.
  ///
  /// An example is `REWE City, 14 Jun 2026, €84.50: it leaves Berlin, which keeps 13 receipts and €1,200.00. Its page and
  /// its history stay`.
  func ofDeleting(_ detail: TransactionDetail) throws -> String {
    let what = notation.summary(detail.row)
    return "\(what): \(try effect(of: detail)). \(remains(detail))"
  }

  /// Returns the effects of discarding a draft.
  func ofDiscarding(_ detail: TransactionDetail, edited: Int) -> String {
    let kept = edited == 0 ? "" : ", with \(counted(edited, "field")) that you set"
    return "the draft \(notation.summary(detail.row))\(kept): no total changes. \(remains(detail))"
  }

  private func effect(of detail: TransactionDetail) throws -> String {
    let row = detail.row
    guard row.stage == .saved else {
      return row.stage == .draft ? "it is a draft, so no total changes" : "it is deleted already"
    }
    guard let id = row.group, let name = detail.groupName else {
      return row.money == nil ? "no total changes" : "its amount leaves every total"
    }
    let group = try notation.book.through(.last).group(id)
    let left = group.count - 1
    guard left > 0 || group.drafts > 0 else { return "it leaves \(name), which is empty then" }
    var kept: [String] = []
    if left > 0 { kept.append(counted(left, "receipt")) }
    if group.drafts > 0 { kept.append(counted(group.drafts, "draft")) }
    // Totals that exceed 64 bits are left out.
    let totals = notation.sum(Self.totals(group.totals, without: row), [])
    if left > 0, !totals.isEmpty { kept.append(totals) }
    return "it leaves \(name), which keeps \(listed(kept))"
  }

  /// Returns the totals of a group without one of its receipts: expenses less income, without transfers.
  private static func totals(_ totals: [Money], without row: TransactionRow) -> [Money] {
    guard let money = row.money else { return totals }
    return totals.compactMap { total in
      guard total.currency == money.currency else { return total }
      let (units, overflow) =
        switch row.kind {
        case .expense: total.minorUnits.subtractingReportingOverflow(money.minorUnits)
        case .income: total.minorUnits.addingReportingOverflow(money.minorUnits)
        case .transfer: (total.minorUnits, false)
        }
      return units == 0 || overflow ? nil : Money(minorUnits: units, currency: total.currency)
    }
  }

  /// Returns the parts that are never deleted: `Its 2 pages, its 3 items and its history stay`.
  private func remains(_ detail: TransactionDetail) -> String {
    var parts: [String] = []
    let pages = detail.row.attachments.count
    let items = detail.state.lineItems.count
    if pages > 0 { parts.append(pages == 1 ? "its page" : "its \(counted(pages, "page"))") }
    if items > 0 { parts.append(items == 1 ? "its item" : "its \(counted(items, "item"))") }
    parts.append("its history")
    let words = listed(parts) + (parts.count == 1 ? " stays" : " stay")
    return words.capitalizedFirst
  }

  /// Returns the effects of deleting a group.
  ///
  /// An example is `the group Berlin: its 14 receipts move to Unfiled, and its €1,284.50 leaves the groups`.
  ///
  /// - Parameter isDone: Whether the group has been deleted, which changes the tense.
  package func ofDeletingGroup(
    _ name: String, _ impact: ChangePlan.GroupDeletionImpact, alsoReceipts: Bool, isDone: Bool = false
  ) -> String {
    let what = "the group \(name)"
    let members = impact.receipts + impact.drafts
    guard members > 0 else {
      return "\(what), which \(isDone ? "was empty" : "is empty; nothing else changes")"
    }
    var parts: [String] = []
    if impact.receipts > 0 { parts.append(counted(impact.receipts, "receipt")) }
    if impact.drafts > 0 { parts.append(counted(impact.drafts, "draft")) }
    let receipts = listed(parts)
    let totals = notation.sum(impact.totals, impact.tooLarge)
    let leave = isDone ? "left" : impact.totals.count + impact.tooLarge.count == 1 ? "leaves" : "leave"
    let move = isDone ? "moved" : members == 1 ? "moves" : "move"
    if alsoReceipts {
      let effect = totals.isEmpty ? Self.unchanged(isDone) : "\(totals) \(leave) every total"
      return "\(what) and its \(receipts): \(effect)"
    }
    let effect = totals.isEmpty ? Self.unchanged(isDone) : "its \(totals) \(leave) the groups"
    return
      "\(what): its \(receipts) \(move) to \(GroupState.reservedName), and \(effect)"
  }

  private static func unchanged(_ isDone: Bool) -> String { isDone ? "no total changed" : "no total changes" }
}
