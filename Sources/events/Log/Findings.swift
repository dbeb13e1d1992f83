internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

// Prints the items, proposals and duplicates of a receipt, for several commands.
extension OpenLedger {
  /// Prints the recorded items with their numbers and their sum.
  func printItems(_ detail: TransactionDetail) throws {
    let items = detail.state.lineItems
    guard !items.isEmpty else { return }
    try invocation.print()
    var table = TextTable([.right(), .name(shrinksTo: 16), .right(), .left(), .right(), .left()], indent: 2)
    for (index, item) in items.enumerated() {
      guard let content = item.content else { continue }
      table.row([
        .init("\(index + 1)", .quiet), .init(visible(content.name)),
        .init(content.quantity.map { "× \(visible($0))" } ?? "", .quiet),
        .init(content.category.map { categoryName($0) } ?? "", .quiet), .init(words(content.money)),
        .init(item.isContested ? "devices disagree" : "", .attention),
      ])
    }
    try invocation.print(table)
    try invocation.print("  " + sum(items.compactMap(\.content), of: detail.row))
  }

  /// Returns the sum of the items compared with the total, in words.
  private func sum(_ items: [LineItem], of row: TransactionRow) -> String {
    var sums: [CurrencyCode: Money] = [:]
    var isTooLarge = false
    for item in items {
      let sum = sums[item.money.currency] ?? Money(minorUnits: 0, currency: item.money.currency)
      if let next = sum.adding(item.money) { sums[item.money.currency] = next } else { isTooLarge = true }
    }
    let all = sums.values.sorted { $0.currency.code < $1.currency.code }
    let words = "\(counted(items.count, "item")), \(all.map { self.words($0) }.joined(separator: " + "))"
    guard !isTooLarge, let total = row.money, let only = all.first, all.count == 1,
      only.currency == total.currency
    else { return words }
    let (rest, overflow) = total.minorUnits.subtractingReportingOverflow(only.minorUnits)
    if overflow { return words }
    if rest == 0 { return "\(words): the whole total" }
    let difference = self.words(Money(minorUnits: rest < 0 ? -rest : rest, currency: total.currency))
    return rest < 0
      ? "\(words): \(difference) more than the total"
      : "\(words) of \(self.words(total)): \(difference) is in no item"
  }

  /// Prints the proposals for a saved receipt, each with the old value, the new one and the reason.
  func printProposals(_ detail: TransactionDetail) throws {
    let open = detail.state.openProposals
    guard !open.isEmpty else { return }
    try invocation.print()
    try invocation.print(
      "\(counted(open.count, "proposal")) by \(visible(open[0].extractor)); nothing changes until you accept:"
    )
    var table = TextTable(
      [.left(), .name(shrinksTo: 12), .left(), .name(shrinksTo: 12), .right(), .name(shrinksTo: 10)], indent: 2)
    for proposal in open {
      let proposed = proposal.proposed
      let first = proposed.readings.first
      table.row([
        .init(proposed.field.rawValue, .attention),
        .init(words(detail.state.value(of: proposed.field), of: proposed.field)), "→",
        .init(words(proposed.to, of: proposed.field), .strong), .init(first.map { "\($0.confidence) %" } ?? ""),
        .init(first.map { visible($0.reason.split(separator: " ").joined(separator: " ")) } ?? "", .quiet),
      ])
    }
    try invocation.print(table)
    let id = try short(detail.row.id)
    try invocation.print("  events accept \(id) [FIELD…]    events reject \(id) [FIELD…]")
  }

  /// Prints a line if there are open proposals.
  func printWaiting(_ detail: TransactionDetail) throws {
    let open = detail.state.openProposals
    guard !open.isEmpty else { return }
    let names = listed(open.map(\.proposed.field.rawValue))
    try invocation.print(
      paragraph: "\(counted(open.count, "proposal")) \(open.count == 1 ? "waits" : "wait"): \(names). "
        + "See events review \(try short(detail.row.id))")
  }

  /// Returns the value of a field for people.
  private func words(_ value: FieldValue?, of field: TransactionField) -> String {
    switch value {
    case nil: "–"
    case .date(let date): words(date)
    case .amount(let amount):
      field == .currency ? amount.currency.code : amount.money.map { words($0) } ?? amount.currency.code
    case .text(let text): visible(text)
    case .group(let group): String(group.description.prefix(8))
    }
  }

  // MARK: Duplicates

  /// Prints the possible duplicates of a receipt, each with the reason and the other receipt (IE-26).
  func printDuplicates(of id: TransactionID) throws {
    let duplicates = duplicates(of: id, limit: Self.shownDuplicates + 1)
    guard !duplicates.isEmpty else { return }
    let terminal = invocation.outputTerminal
    for duplicate in duplicates.prefix(Self.shownDuplicates) {
      let lines = wrapped(words(duplicate), to: min(terminal.width, 100))
      try invocation.print(lines.map { terminal.styled($0, .attention) })
    }
    if duplicates.count > Self.shownDuplicates { try invocation.print("There are more like these.") }
    let other = try duplicates.count == 1 ? " " + short(duplicates[0].other.row.id) : ""
    try invocation.print("Not the same? events dismiss \(try short(id))\(other)")
  }

  private static let shownDuplicates = 3

  /// Returns the possible duplicates of a receipt, empty if they cannot be read.
  ///
  /// They are only advice. So a full disk must not make a command fail after it has recorded something.
  func duplicates(of id: TransactionID, limit: Int = 20) -> [Duplicate] {
    (try? book.duplicates(of: id, limit: limit)) ?? []
  }

  /// Returns a possible duplicate in words.
  ///
  /// An example is `Certainly a duplicate, the same page of paper: REWE City · 14 Jun 2026 · €84.50 already in Berlin`.
  private func words(_ duplicate: Duplicate) -> String {
    let certainty =
      switch duplicate.tier {
      case .certain: "Certainly a duplicate"
      case .exact: "Probably a duplicate"
      case .likely: "Perhaps a duplicate"
      }
    return "\(certainty), \(duplicate.reason): \(peek(duplicate.other))"
  }

  /// Returns a receipt in a line, such as `3f2a1b9c REWE City · 14 Jun 2026 · €84.50 already in Berlin`.
  func peek(_ listed: ListedTransaction) -> String {
    let row = listed.row
    let place =
      row.stage == .draft
      ? "already a draft" : "already in \(listed.groupName.map { visible($0) } ?? GroupState.reservedName)"
    let id = (try? short(row.id)) ?? row.id.description
    return "\(id) \(vendor(row)) · \(words(row.date)) · \(words(row.money)) \(place)"
  }
}
