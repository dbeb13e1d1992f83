internal import BankFiles
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

// The balances of accounts in the plan of an import.
extension ImportPlanAnswer {
  func balanceAtBank(_ balance: BalanceAtBank, _ notation: Notation) -> [Block] {
    let locale = notation.locale
    let (name, day, bank) = (balance.account.name, locale.date(balance.on), locale.money(balance.bank))
    let difference = balance.difference
    let amount = Money(
      minorUnits: difference.minorUnits.signum() &* difference.minorUnits, currency: difference.currency)
    guard difference.minorUnits != 0 else {
      return [.fitted("  \(name) has the bank's balance of \(day): \(bank)")]
    }
    let start = balance.firstLine.map { "since line \($0)" } ?? "since before the first row"
    let text =
      "  on \(day) \(name) has \(locale.money(balance.cleared)), and the bank \(bank): "
      + "\(locale.money(amount)) too \(difference.minorUnits > 0 ? "much" : "little"), \(start)"
    return [
      .fitted(Line(text)), .step("  Find the difference", .checkAccount(name, balance.bank, on: balance.on)),
    ]
  }

  /// Lines about rows that are older than the opening balance of their account.
  func beforeOpening(_ notation: Notation) throws -> [Block] {
    var blocks: [Block] = plan.movedOpenings.map { moved in
      let (terms, before) = (moved.terms, moved.account.terms)
      let text =
        "  \(moved.account.name) opened with \(notation.locale.money(before.opening)), which includes "
        + "\(counted(moved.rowCount, "older row")): it opens on \(notation.locale.date(terms.on)) with "
        + "\(notation.locale.money(terms.opening))"
      return .fitted(Line(text))
    }
    if !plan.leftOut.isEmpty {
      let rows = counted(plan.leftOut.count, "row")
      blocks.append(.fitted("  \(rows) older than the opening of the account left out"))
    }
    if plan.hasIdleAnswer {
      blocks.append(
        .fitted("  No new row is older than the opening of its account, so that answer changed nothing"))
    }
    return try blocks
      + rowsBeforeOpenings(notation).map { row, count in
        let opening = notation.locale.money(row.terms.opening)
        let text =
          "  \(counted(count, "row")) of \(row.name) before \(notation.locale.date(row.terms.on)), where the account "
          + "opens with \(opening): if that balance includes them, they count twice. "
          + "Undo, and import with --before-opening move or skip"
        return .fitted(Line(text))
      }
  }

  /// Returns the accounts whose opening balance may include new rows, with the number of these rows.
  func rowsBeforeOpenings(_ notation: Notation) throws -> [(row: AccountRow, count: Int)] {
    let new = plan.rows.filter { $0.verdict == .new || $0.verdict == .restored }
    return try notation.book.accounts().compactMap { account in
      guard let row = account.row, !plan.movedOpenings.contains(where: { $0.account.key == account.key }) else {
        return nil
      }
      let texts = try notation.book.accountTexts(of: account.key)
      let count = new.count { planned in
        planned.date < row.terms.on && planned.account.map { texts.contains($0) || $0 == account.name } ?? false
      }
      return count > 0 ? (row, count) : nil
    }
  }
}
