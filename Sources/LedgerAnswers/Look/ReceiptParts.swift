package import LedgerBook
package import LedgerDomain
package import LedgerProjections

// Parts of a receipt that several answers show.
extension Notation {
  /// Returns the recorded items with their numbers and their sum.
  package func items(_ detail: TransactionDetail) -> [Block] {
    let items = detail.state.lineItems
    guard !items.isEmpty else { return [] }
    var table = AnswerTable([.right(), .name(shrinksTo: 16), .right(), .left(), .right(), .left()], indent: 2)
    for (index, item) in items.enumerated() {
      guard let content = item.content else { continue }
      table.row([
        .init("\(index + 1)", .quiet), .init(content.name),
        .init(content.quantity.map { "× \($0)" } ?? "", .quiet),
        .init(content.category.map { categoryName($0) } ?? "", .quiet), .init(words(content.money)),
        .init(item.isContested ? "devices disagree" : "", .attention),
      ])
    }
    return [.gap, .table(table), .line(Line("  " + sum(items.compactMap(\.content), of: detail.row)))]
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

  /// Returns the proposals for a saved receipt, each with the old value, the new one and the reason.
  package func proposals(_ detail: TransactionDetail) throws -> [Block] {
    let open = detail.state.openProposals
    guard !open.isEmpty else { return [] }
    var table = AnswerTable(
      [.left(), .name(shrinksTo: 12), .left(), .name(shrinksTo: 12), .right(), .name(shrinksTo: 10)], indent: 2)
    for proposal in open {
      let proposed = proposal.proposed
      let first = proposed.readings.first
      table.row([
        .init(proposed.field.rawValue, .attention),
        .init(words(detail.state.value(of: proposed.field), of: proposed.field)), "→",
        .init(words(proposed.to, of: proposed.field), .strong), .init(first.map { "\($0.confidence) %" } ?? ""),
        .init(first.map { $0.reason.split(separator: " ").joined(separator: " ") } ?? "", .quiet),
      ])
    }
    let id = try short(detail.row.id)
    return [
      .gap,
      .line("\(counted(open.count, "proposal")) by \(open[0].extractor); nothing changes until you accept:"),
      .table(table), .line("  \(step: .accept(id)) [FIELD…]    \(step: .reject(id)) [FIELD…]"),
    ]
  }

  /// Returns a line if there are open proposals.
  package func waitingProposals(_ id: String, _ state: TransactionState) -> [Block] {
    let open = state.openProposals
    guard !open.isEmpty else { return [] }
    let names = listed(open.map(\.proposed.field.rawValue))
    let waiting = "\(counted(open.count, "proposal")) \(open.count == 1 ? "waits" : "wait")"
    return [.paragraph("\(waiting): \(names). See \(step: .review(id))")]
  }

  // MARK: Duplicates

  /// Returns the possible duplicates of a receipt, each with the reason and the other receipt (IE-26).
  package func duplicates(of id: TransactionID) throws -> [Block] {
    let duplicates = book.possibleDuplicates(of: id, limit: Self.shownDuplicates + 1)
    guard !duplicates.isEmpty else { return [] }
    var blocks = duplicates.prefix(Self.shownDuplicates).map { Block.paragraph(Line(words($0), .attention)) }
    if duplicates.count > Self.shownDuplicates { blocks.append(.line("There are more like these.")) }
    let other = try duplicates.count == 1 ? short(duplicates[0].other.row.id) : nil
    if let half = duplicates.first(where: { $0.tier == .transfer }) {
      let step = Step.match(try short(id), with: try short(half.other.row.id))
      blocks.append(.line("Make them one transfer: \(step: step)"))
    }
    if let row = duplicates.first(where: { $0.tier == .statement }) {
      let isRow = DuplicateTier.isRow(row.other.row, of: try book.transaction(id).row)
      let ids = try (isRow ? [id, row.other.row.id] : [row.other.row.id, id]).map { try short($0) }
      blocks.append(.line("Make them one: \(step: .match(ids[0], with: ids[1]))"))
    }
    return blocks + [.line("Not the same? \(step: .dismiss(try short(id), other: other))")]
  }

  private static var shownDuplicates: Int { 3 }

  /// Returns a possible duplicate in words.
  ///
  /// An example is `Certainly a duplicate, the same page of paper: REWE City · 14 Jun 2026 · €84.50 already in Berlin`.
  func words(_ duplicate: Duplicate) -> String {
    let certainty =
      switch duplicate.tier {
      case .certain: "Certainly a duplicate"
      case .exact: "Probably a duplicate"
      case .likely: "Perhaps a duplicate"
      case .statement: "Perhaps the same movement"
      case .transfer: "Perhaps the other half of a transfer"
      }
    return "\(certainty), \(duplicate.reason): \(peek(duplicate.other))"
  }
}

extension Book {
  /// Returns the possible duplicates of a receipt, empty if they cannot be read.
  ///
  /// They are only advice. So a full disk must not make a command fail after it has recorded something.
  package func possibleDuplicates(of id: TransactionID, limit: Int = 20) -> [Duplicate] {
    (try? duplicates(of: id, limit: limit)) ?? []
  }
}

/// The line items of a receipt, and those that were read off its paper.
package struct ItemsAnswer: Answer {
  let detail: TransactionDetail
  let read: [ReceiptReadings.Item]

  package init(_ detail: TransactionDetail, read: [ReceiptReadings.Item]) {
    (self.detail, self.read) = (detail, read)
  }

  package func document(_ notation: Notation) -> Document { .lines(detail.state.lineItems.compactMap(\.json)) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let id = try notation.short(detail.row.id)
    var blocks: [Block] = [.fitted("\(id)  \(notation.summary(detail.row))")] + notation.items(detail)
    if detail.state.lineItems.isEmpty {
      blocks.append(.step("No item is recorded. Add one", .addItem(to: id)))
    }
    guard !read.isEmpty else { return blocks }
    var table = AnswerTable([.right(), .name(shrinksTo: 16), .right(), .right()], indent: 2)
    for (index, item) in read.enumerated() {
      table.row([
        .init("\(index + 1)", .quiet), .init(item.name),
        .init(item.quantity.map { "× \($0)" } ?? "", .quiet), .init(item.price),
      ])
    }
    let were = read.count == 1 ? "was" : "were"
    return blocks + [
      .gap, .line("\(counted(read.count, "item")) \(were) read off the paper:"), .table(table),
      .line("Record them: \(step: .takeItems(of: id)) [N…]"),
    ]
  }
}
