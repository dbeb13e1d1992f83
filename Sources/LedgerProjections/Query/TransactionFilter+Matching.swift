internal import LedgerBytes
public import LedgerDomain

extension TransactionFilter {
  /// Whether a row passes all conditions except those on groups.
  ///
  /// A row does not know whether its group exists, which decides where it reads as filed. The result is the same as
  /// that of `FacetCondition`, which tests many rows at once.
  public func admitsApartFromGroup(_ row: TransactionRow) -> Bool {
    let tags = Set(row.tags)
    guard stages.isEmpty || stages.contains(row.stage), kinds.isEmpty || kinds.contains(row.kind),
      row.counts(in: categories),
      payments.isEmpty || row.payment.map(payments.contains) ?? false,
      accounts.isEmpty || row.account.map(accounts.contains) ?? false
        || row.toAccount.map(accounts.contains) ?? false,
      rules.isEmpty || row.rule.map(rules.contains) ?? false,
      tags.isSuperset(of: self.tags), anyTags.isEmpty || !anyTags.isDisjoint(with: tags),
      otherTags.isEmpty || !otherTags.isDisjoint(with: tags),
      flags.isEmpty || flags.contains(where: { $0.isSet(paid: row.flags.paid, row.flags.reimbursed) }),
      hasPhoto.map({ $0 != row.attachments.isEmpty }) ?? true, isCleared.map({ $0 == row.isCleared }) ?? true
    else { return false }
    return admitsDate(row.date) && admitsAmount(row.amount) && admitsText(row)
  }

  private func admitsDate(_ date: CivilDate?) -> Bool {
    guard from != nil || through != nil else { return true }
    guard let date else { return false }
    return from.map { date >= $0 } ?? true && through.map { date <= $0 } ?? true
  }

  private func admitsAmount(_ amount: Amount?) -> Bool {
    guard minimum != nil || maximum != nil else { return true }
    guard let units = amount?.minorUnits, let currency = amount?.currency else { return false }
    if let minimum {
      guard let least = minimum.minorUnits(in: currency, isLeast: true), units >= least else { return false }
    }
    if let maximum {
      guard let greatest = maximum.minorUnits(in: currency, isLeast: false), units <= greatest else {
        return false
      }
    }
    return true
  }

  private func admitsText(_ row: TransactionRow) -> Bool {
    guard let typed = text else { return true }
    let wanted = NFC.foldedForComparison(typed)
    if wanted.isEmpty { return true }
    if row.category.map(named.categories.contains) ?? false { return true }
    if row.group.map(named.groups.contains) ?? false { return true }
    if let money = row.money, PlainDecimal.readings(of: typed).contains(PlainDecimal(money)) { return true }
    return ([row.vendor, row.category, row.note] + row.tags).contains { text in
      text.map { NFC.contains($0, folded: wanted) } ?? false
    }
  }
}
