internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension OpenLedger {
  /// Returns the beginning of an address in the page: the moment that the command looks at.
  func pageMoment() throws -> String {
    let last = try book.lastPosition()
    guard case .recordedBy(let instant) = book.horizon else { return "at=\(min(last, book.horizon.position))" }
    var latest: StoredEvent?
    try book.forEachEvent { event in
      guard event.recordedAtMilliseconds <= instant else { return }
      let isLater = latest.map { known in
        known.recordedAtMilliseconds == event.recordedAtMilliseconds
          ? known.foldsBefore(event) : known.recordedAtMilliseconds < event.recordedAtMilliseconds
      }
      if isLater ?? true { latest = event }
    }
    return "at=\(latest?.position ?? 0)&as=recorded"
  }

  func pageAddress(of figure: NamedFigure) throws -> String {
    switch figure {
    case .sum(let figure): return try pageAddress(of: figure)
    case .budget(let figure, let budget):
      let category = figure.category.map { "&category=\(Self.encoded($0))" } ?? ""
      let scope = "month=\(budget.month.iso)&currency=\(budget.currency.code)"
      return "\(try pageMoment())&view=budget&\(scope)\(category)"
    case .saved: return "\(try pageMoment())&view=transactions"
    }
  }

  /// Returns the address of a figure in the page. If the page has no such figure, it is that of the list of
  /// transactions.
  private func pageAddress(of figure: AskedFigure) throws -> String {
    let moment = try pageMoment()
    if figure.hasOpenings { return "\(moment)&view=accounts" }
    guard let parameters = figure.pageParameters else { return "\(moment)&view=transactions" }
    let words = parameters.map { "&\($0.name)=\(Self.encoded($0.value))" }.joined()
    return "\(moment)&view=why\(words)&currency=\(figure.currency.code)"
  }
}

extension AskedFigure {
  /// The filters of the page that select the same transactions, or `nil` if it has no such filters.
  fileprivate var pageParameters: [(name: String, value: String)]? {
    if measure == .gain { return nil }
    var rest = filter
    rest.asOf = nil
    var parameters: [(name: String, value: String)] = []
    if rest.groups.count == 1, let group = rest.groups.first {
      parameters.append(("group", group?.description ?? "unfiled"))
      rest.groups = []
    }
    if isWithoutCategory {
      parameters.append(("category", "none"))
    } else if rest.categories.count == 1, let category = rest.categories.first {
      parameters.append(("category", category))
      rest.categories = []
    }
    let period = period
    if case .kind(let kind) = measure {
      // An analysis has no other filters.
      guard parameters.isEmpty, let period = period ?? (rest.from == nil && rest.through == nil ? "all" : nil)
      else { return nil }
      parameters = [("kind", kind.rawValue), ("period", period)]
    } else if let period {
      guard period.utf8.count == 7 else { return nil }
      parameters.append(("month", period))
    }
    if period != nil { (rest.from, rest.through) = (nil, nil) }
    if case .kind = measure { rest.kinds = [] }
    return rest == TransactionFilter() ? parameters : nil
  }

  /// The year or the month that the dates of the filter are, or `nil` for others.
  private var period: String? {
    guard let from = filter.from, let through = filter.through else { return nil }
    let (first, last) = (from.civilMonth, through.civilMonth)
    guard first.first == from, last.last == through else { return nil }
    if first == last { return first.iso }
    return first.month == 1 && last == first.adding(months: 11) ? String(first.iso.prefix(4)) : nil
  }
}
