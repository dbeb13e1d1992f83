package import LedgerBook
package import LedgerBytes
package import LedgerDomain
internal import LedgerProjections

/// Reads the names of figures, which `--names` prints and `why`, `bisect`, `blame` and `diff` take:
///
/// ```
/// group 3f2a1b9c EUR
/// expense 2026-06 category:food EUR
/// receipts 2026-06-01..2026-06-14 tag:trip EUR
/// balance Checking 2026-06 EUR
/// budget 2026-06 food EUR available
/// goal Bike EUR
/// ```
///
/// A name begins with what is summed. A stretch of time, filters as `name:value`, and the currency follow.
package struct FigureReader {
  let book: Book
  let settings: LedgerRow

  package init(_ book: Book, _ settings: LedgerRow) { (self.book, self.settings) = (book, settings) }

  /// The first word of a name.
  enum Scope: String, CaseIterable {
    case expense, income, transfer, receipts, net, group
    case balance, cleared, opening
    case netWorth = "net-worth"
    case budget
    case toBudget = "to-budget"
    case goal
  }

  /// The grammar of names, for a person.
  package static let grammar =
    "A figure is named by what is summed, a time, filters and the currency: “group Berlin EUR” or "
    + "“expense 2026-06 category:food EUR”. What is summed is group G, expense, income, transfer, "
    + "receipts for the net of all, or net for income less expenses. The time is a year, month, week, day, "
    + "FROM..THROUGH or all. A filter is name:value, such as category:food or `tag:\"long trip\"`. “category:” alone "
    + "means without a category. Of accounts there are “balance Checking”, “cleared Checking”, “opening Checking” and "
    + "“net-worth”, all but the opening also at the end of a time: “net-worth 2026-06 EUR”. Of a budget there are "
    + "“budget 2026-06 food EUR available”, “budget 2026-06 header:Home EUR activity”, “budget 2026-06 all EUR "
    + "budgeted”, “to-budget 2026-06 EUR” and its “to-budget 2026-06 EUR income”. “goal Bike” is what is saved for a "
    + "goal. --names on a screen prints the names of its figures."

  /// Returns the figure that some words mean.
  ///
  /// - Parameters:
  ///   - words: The words of the name.
  ///   - other: The currency of a figure whose name lacks one. If `nil`, it is the only one that occurs.
  package func figure(_ words: [String], in other: CurrencyCode? = nil) throws -> NamedFigure {
    guard let first = words.first else { throw Self.wrong("a figure is missing") }
    guard let scope = Scope(rawValue: first) else {
      throw Self.wrong(
        "“\(first)” is not what a figure begins with",
        nearest(to: first, among: Scope.allCases.map(\.rawValue)))
    }
    var rest = Array(words.dropFirst())
    switch scope {
    case .expense: return .sum(try sum(.kind(.expense), rest, in: other))
    case .income: return .sum(try sum(.kind(.income), rest, in: other))
    case .transfer: return .sum(try sum(.kind(.transfer), rest, in: other))
    case .receipts: return .sum(try sum(.net, rest, in: other))
    case .net: return .sum(try sum(.gain, rest, in: other))
    case .group:
      let group = try takeName(&rest, "group") { try book.resolveGroup(orUnfiled: $0) }
      return .sum(try sum(.net, of: .some(group), rest, in: other))
    case .balance, .cleared, .opening:
      return .sum(try account(scope, &rest, in: other))
    case .netWorth:
      let end = try end(&rest)
      let currency = try currency(&rest) ?? other ?? settings.currency
      guard rest.isEmpty else { throw Self.wrong("“net-worth” takes a time and a currency only") }
      var filter = TransactionFilter()
      filter.asOf = end
      return .sum(AskedFigure(.netWorth, of: filter, in: currency))
    case .budget, .toBudget: return try budget(scope, rest, in: other)
    case .goal:
      let goal = try takeName(&rest, "goal") { try book.resolveGoal($0) }
      let own = goal.row.target.currency
      guard try currency(&rest) ?? own == own, rest.isEmpty else {
        throw Self.wrong("a goal takes its own currency only, \(own.code)")
      }
      return .saved(goal.id, own)
    }
  }

  /// Returns the record that has the figure that some words mean, or `nil` if it is a sum over many.
  ///
  /// `budget 2026-06 EUR`, which is no figure, means the record of that month.
  package func record(_ words: [String]) throws -> StreamID? {
    if words.first == Scope.budget.rawValue, words.count > 1, let month = CivilMonth(iso: words[1]) {
      var rest = Array(words.dropFirst(2))
      let currency = try currency(&rest) ?? settings.currency
      if rest.isEmpty { return BudgetScope(month, currency).id.stream }
    }
    return try figure(words).record
  }

  // MARK: Accounts

  private func account(
    _ scope: Scope, _ rest: inout [String], in other: CurrencyCode?
  ) throws -> AskedFigure {
    let accounts = try book.accounts()
    // A key comes before a name, so that every account has a name that is no other's.
    let account = try takeName(&rest, "account") { text in
      try accounts.first { $0.key == AccountState.key(of: text) } ?? book.resolveAccount(text)
    }
    var filter = TransactionFilter()
    filter.accounts = try book.resolveUsedAccount(account.key)
    filter.asOf = scope == .opening ? book.day : try end(&rest)
    if scope == .cleared { filter.isCleared = true }
    let currency = try currency(&rest) ?? other ?? account.currency
    guard rest.isEmpty else {
      throw Self.wrong(
        "\(scope == .opening ? "an opening balance takes an account" : "a balance takes an account, a time") and a currency only"
      )
    }
    return AskedFigure(
      scope == .opening ? .opening(account.key) : .balance(account.key), of: filter, in: currency)
  }

  /// Takes the last day of a stretch of time. Without one, or if that is later, it is the book's day.
  private func end(_ rest: inout [String]) throws -> CivilDate {
    guard let first = rest.first, let span = try period(first) else { return book.day }
    rest.removeFirst()
    return min(span.upperBound, book.day)
  }

  // MARK: Budgets

  private func budget(_ scope: Scope, _ rest: [String], in other: CurrencyCode?) throws -> NamedFigure {
    var rest = rest
    func missing(_ sentence: String) -> Refusal {
      Self.wrong(sentence, examples: "budget 2026-06 food EUR available, to-budget 2026-06 EUR")
    }
    guard let first = rest.first, let month = CivilMonth(iso: first) else {
      throw missing("the month is missing")
    }
    rest.removeFirst()
    let isToBudget = scope == .toBudget
    let last = rest.last
    let column = isToBudget ? nil : last.flatMap { WhyBudget.Column(rawValue: $0) }
    let isIncome = isToBudget && last == "income"
    if column != nil || isIncome { rest.removeLast() }
    let currency = try currency(&rest, isLast: true) ?? other ?? settings.currency
    guard rest.isEmpty == isToBudget else { throw missing("a figure of a budget is not named like this") }
    let scope = BudgetScope(month, currency)
    if isToBudget { return .budget(isIncome ? .income : .toBudget, scope) }
    return .budget(try categories(rest.joined(separator: " "), column ?? .available), scope)
  }

  private func categories(_ text: String, _ column: WhyBudget.Column) throws -> WhyBudget.Figure {
    if let category = try? book.resolveCategory(text) { return .category(category.key, column) }
    let all = try book.categories()
    if text == "all" { return .sum(.all, column) }
    if text.hasPrefix("header:") {
      let name = NFC.foldedKey(String(text.dropFirst(7)))
      let keys = all.filter { NFC.foldedKey($0.header ?? "") == name }.map(\.key)
      // Money without a category, or of an unknown one, is shown with the categories without a header.
      if name.isEmpty { return .sum(.allBut(Set(all.filter { $0.header != nil }.map(\.key))), column) }
      guard !keys.isEmpty else { throw Self.wrong("no category has the header “\(text.dropFirst(7))”") }
      return .sum(.only(Set(keys)), column)
    }
    if text == "category:" { return .category("", column) }
    if text.hasPrefix("category:") {
      return .category(try book.resolveUsedCategory(String(text.dropFirst(9))), column)
    }
    return .category(try book.resolveCategory(text).key, column)
  }

  // MARK: Words

  /// Takes a name, which may have several words. The longest name that exists is taken.
  private func takeName<Found>(
    _ rest: inout [String], _ what: String, _ find: (String) throws -> Found
  ) throws -> Found {
    guard let first = rest.first else { throw Self.wrong("the \(what) is missing") }
    for count in (1...rest.count).reversed() {
      do {
        let found = try find(rest[..<count].joined(separator: " "))
        rest.removeFirst(count)
        return found
      } catch BookError.unknown {
      }
    }
    throw BookError.unknown(what: what, text: first)
  }

  /// Takes a currency at one end of the words, or nothing if another word is there.
  private func currency(_ rest: inout [String], isLast: Bool = false) throws(Refusal) -> CurrencyCode? {
    guard let word = isLast ? rest.last : rest.first, Self.isCurrency(word) else { return nil }
    rest.remove(at: isLast ? rest.count - 1 : 0)
    return try Self.currency(word)
  }

  /// Whether a word has the form of a currency.
  static func isCurrency(_ word: String) -> Bool {
    word.utf8.count == 3 && word.utf8.allSatisfy { (0x41...0x5a).contains($0) }
  }

  static func currency(_ word: String) throws(Refusal) -> CurrencyCode {
    if let currency = CurrencyCode(word), currency.minorUnitDigits != nil { return currency }
    let near = nearest(to: word, among: CurrencyCode.all.map(\.code)).map { [Remedy.use(name: $0)] } ?? []
    throw Refusal(
      .misuse, "there is no currency “\(word)”",
      remedies: near + [.enter("Currencies are ISO 4217 codes: EUR, USD, JPY")])
  }

  /// Returns the dates of `all`, `2026`, `2026-06`, `2026-W24`, `2026-06-14` or `2026-06-01..2026-06-14`.
  ///
  /// `nil` for any other text.
  func period(_ word: String) throws(Refusal) -> ClosedRange<CivilDate>? {
    if word == "all" { return CivilDate.first...CivilDate.last }
    if let date = CivilDate(iso: word) { return date...date }
    if let month = CivilMonth(iso: word) { return month.first...month.last }
    let weeks = settings.weekRule
    if let year = PeriodWords.year(word) { return AnalysisPeriod.year(year).span(weeks) }
    if let dots = word.firstRange(of: "..") {
      guard let from = CivilDate(iso: String(word[..<dots.lowerBound])),
        let through = CivilDate(iso: String(word[dots.upperBound...]))
      else { throw Self.wrong("“\(word)” is not FROM..THROUGH, two dates") }
      guard from <= through else { throw Self.wrong("“\(word)” ends before it begins") }
      return from...through
    }
    guard let period = PeriodWords.week(word), case .week(let year, let week) = period else { return nil }
    guard let span = period.span(weeks) else { throw Self.wrong("there is no week \(week) in \(year)") }
    return span
  }

  /// Returns the refusal of a name, with examples of names.
  static func wrong(
    _ sentence: String, _ near: String? = nil,
    examples: String = "group Berlin EUR, expense 2026-06 category:food EUR"
  ) -> Refusal {
    Refusal(
      .invalidValue, sentence,
      remedies: (near.map { [.use(name: $0)] } ?? [])
        + [.enter("A figure is named like this: \(examples)"), .next(.topic("why"))])
  }
}
