internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

// The names of sums of transactions: a time, filters and a currency in any order.
extension FigureReader {
  /// Returns the sum that some words mean.
  ///
  /// - Parameters:
  ///   - measure: The way amounts are summed.
  ///   - group: The group whose transactions are summed, or `nil` for all.
  ///   - words: The words after the group.
  ///   - other: The currency if the words lack one.
  func sum(
    _ measure: AskedFigure.Measure, of group: GroupID?? = nil, _ words: [String], in other: CurrencyCode?
  ) throws -> AskedFigure {
    var terms = Terms()
    for word in words { try read(word, measure, into: &terms) }
    guard !terms.isWithoutCategory || terms.filters[.category] == nil else {
      throw Self.wrong("category: without a name means those without a category, so it stays alone")
    }
    var filter = try book.filter(terms.filters, settings)
    if let group {
      guard filter.groups.isEmpty else { throw Self.wrong("two groups are named") }
      filter.limit(to: [group])
    }
    filter.vendors.formUnion(terms.vendors)
    if let span = terms.span {
      filter.from = max(filter.from ?? span.lowerBound, span.lowerBound)
      filter.through = min(filter.through ?? span.upperBound, span.upperBound)
    }
    // A day in the name is the day as of which the figure is.
    let named = terms.filters[.through] == nil ? nil : filter.through
    filter.asOf = named ?? book.day
    if group != nil, terms.span == nil { filter.through = nil }
    let currency = try terms.currency ?? other ?? onlyCurrency(measure, filter)
    return AskedFigure(measure, of: filter, isWithoutCategory: terms.isWithoutCategory, in: currency)
  }

  /// The parts of a name as far as they are read.
  private struct Terms {
    var currency: CurrencyCode?
    var span: ClosedRange<CivilDate>?
    var filters: [FilterName: [String]] = [:]
    var isWithoutCategory = false
    /// The exact names of vendors.
    var vendors: Set<String> = []
  }

  private func read(_ word: String, _ measure: AskedFigure.Measure, into terms: inout Terms) throws {
    if let exact = exactVendor(word) {
      terms.vendors.formUnion(try book.vendorNames(equalTo: exact))
    } else if let (name, value) = filter(word) {
      if name == .category, value.isEmpty {
        terms.isWithoutCategory = true
        return
      }
      if name == .kind, case .kind(let kind) = measure {
        throw Self.wrong("“\(kind.rawValue)” is a kind already; receipts with kind: is the net of several")
      }
      guard name.repeats || terms.filters[name] == nil else {
        throw Self.wrong("\(name.rawValue): is named twice")
      }
      guard name.choices.isEmpty || name.choices.contains(value) else {
        throw Self.wrong(
          "\(name.rawValue): takes \(name.choices.joined(separator: " or ")), not “\(value)”",
          nearest(to: value, among: name.choices))
      }
      terms.filters[name, default: []].append(value)
    } else if Self.isCurrency(word) {
      guard terms.currency == nil else { throw Self.wrong("two currencies are named") }
      terms.currency = try Self.currency(word)
    } else if let found = try period(word) {
      guard terms.span == nil else { throw Self.wrong("two stretches of time are named") }
      terms.span = found
    } else {
      throw Self.wrong("“\(word)” is neither a time, a filter nor a currency")
    }
  }

  /// The word before the whole name of a vendor, of which `vendor:` takes words.
  package static let vendorWord = "only-vendor:"

  private func exactVendor(_ word: String) -> String? {
    word.hasPrefix(Self.vendorWord) ? String(word.dropFirst(Self.vendorWord.count)) : nil
  }

  private func filter(_ word: String) -> (FilterName, String)? {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    return FilterName(rawValue: String(word[..<colon])).map { ($0, String(word[word.index(after: colon)...])) }
  }

  private func onlyCurrency(_ measure: AskedFigure.Measure, _ filter: TransactionFilter) throws -> CurrencyCode
  {
    let found = try AskedFigure.currencies(measure, of: filter, in: book)
    guard found.count > 1 else { return found.first ?? settings.currency }
    throw Refusal(
      .misuse,
      "there are totals in \(found.count) currencies; choose one: \(found.map(\.code).joined(separator: " or "))",
      .next(.topic("why")))
  }
}
