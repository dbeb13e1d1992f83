internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The screens to measure, with filters for the most and least common values of a ledger.
struct ScreenList {
  private(set) var all: [Screens.Screen] = []

  /// The time limits for a million transactions, in milliseconds.
  private enum Bar {
    static let list = 50.0
    static let analysis = 20.0
    static let search = 50.0
  }

  /// Chooses the screens to measure.
  ///
  /// - Parameter seed: The seed of the random compositions of filters.
  init(_ book: Book, seed: UInt64) throws {
    let values = try Values(book)
    for (name, filter) in values.filters { addLists(name, filter) }
    try addDeepPage(book, "nothing", TransactionFilter())
    try addDeepPage(book, "category and payment", values.categoryAndPayment)
    for (name, filter) in [("nothing", TransactionFilter()), ("category, tag and text", values.everyday)] {
      add("counts · \(name)", Bar.list) { try $0.filterCounts(filter).count }
    }
    add("groups", Bar.list) { try $0.groups().count }
    add("group", Bar.list) { try $0.group(values.group).count }
    add("group · category", Bar.list) { try $0.group(values.group, matching: values.common).count }
    add("unfiled · category and payment", Bar.list) {
      try $0.group(nil, matching: values.categoryAndPayment).count
    }
    addAnalyses(values)
    addSearches(values)
    for (name, filter) in values.compositions(40, seed: seed) {
      addLists(name, filter)
      for words in ["total", "t", "berl", "cash to"] {
        add("search “\(words)” · \(name)", Bar.search) { try $0.search(words, filter: filter).count }
      }
      add("counts · \(name)", Bar.list) { try $0.filterCounts(filter).count }
    }
  }

  private mutating func add(_ name: String, _ bar: Double, _ run: @escaping (Book) throws -> Int) {
    all.append(Screens.Screen(name: name, bar: bar, run: run))
  }

  /// Adds the first page with its count, and the headers of its sections.
  private mutating func addLists(_ name: String, _ filter: TransactionFilter) {
    add("list · \(name)", Bar.list) { try $0.list(filter).page.matching }
  }

  /// Adds a page from the middle of the list.
  private mutating func addDeepPage(_ book: Book, _ name: String, _ filter: TransactionFilter) throws {
    // The cursor after the first page of the older half is also a cursor of the whole list.
    let months = try book.sections(filter)
    guard !months.isEmpty else { return }
    var older = filter
    older.through = months[months.count / 2].month.last
    guard let cursor = try book.transactions(older, page: PageRequest()).next else { return }
    add("list, from its middle · \(name)", Bar.list) {
      try $0.list(filter, page: PageRequest(after: cursor)).page.rows.count
    }
  }

  private mutating func addAnalyses(_ values: Values) {
    let periods: [(String, AnalysisPeriod)] = [
      ("year", .year(values.day.year)), ("month", .month(values.day.civilMonth)),
      ("week", .week(year: values.day.year, week: 24)), ("all", .all),
    ]
    for (name, period) in periods {
      let bar = name == "all" ? Bar.list : Bar.analysis
      add("analysis, \(name) · nothing", bar) {
        try $0.analysis(kind: .expense, period: period).count
      }
      for (words, filter) in [
        ("category", values.common), ("payment", values.payment), ("category, tag and text", values.everyday),
      ] {
        add("analysis, \(name) · \(words)", bar) {
          try $0.analysis(kind: .expense, period: period, filter: filter).count
        }
      }
    }
  }

  private mutating func addSearches(_ values: Values) {
    for words in [
      "total", "rewe", "re", "a", "q", "2", "tax", "hotel berlin", "total berlin", "berlin to",
      "total cash vat",
      "restaurant 12 20", "zzzz", "zz to",
    ] {
      add("search “\(words)”", Bar.search) { try $0.search(words).count }
    }
    for (name, filter) in values.filters where name != "nothing" {
      for words in ["total", "t", "berl", "cash to"] {
        add("search “\(words)” · \(name)", Bar.search) { try $0.search(words, filter: filter).count }
      }
      add("counts · \(name)", Bar.list) { try $0.filterCounts(filter).count }
    }
  }
}

/// The values of a ledger, and filters made of them.
private struct Values {
  var filters: [(String, TransactionFilter)] = []
  let group: GroupID?
  let day: CivilDate
  let common: TransactionFilter
  let payment: TransactionFilter
  let categoryAndPayment: TransactionFilter
  let everyday: TransactionFilter

  init(_ book: Book) throws {
    let counts = try book.filterCounts()
    func value(_ facet: FilterFacet, isRare: Bool = false) -> String {
      let values = counts.filter { $0.facet == facet && $0.value != nil }
      return (isRare ? values.last : values.first)?.value ?? ""
    }
    func make(_ change: (inout TransactionFilter) -> Void) -> TransactionFilter {
      var filter = TransactionFilter()
      change(&filter)
      return filter
    }
    let newest = try book.transactions(TransactionFilter(), page: PageRequest(limit: 1)).rows.first
    day = (newest?.row.date ?? book.today).adding(days: -400)
    let group = UniqueID(value(.group)).map(GroupID.init)
    self.group = group
    let (category, rare) = (value(.category), value(.category, isRare: true))
    let (tag, other, account) = (value(.tag), value(.tag, isRare: true), value(.account))
    let (from, through) = (day, day.adding(days: 90))
    func bound(_ units: Int64, _ isOfItsCurrency: Bool = false) -> AmountBound {
      AmountBound(Money(minorUnits: units, currency: .eur), isOfItsCurrency: isOfItsCurrency)
    }
    common = make { $0.categories = [category] }
    payment = make { $0.payments = [.cash] }
    categoryAndPayment = make { ($0.categories, $0.payments) = ([category], [.card]) }
    everyday = make { ($0.categories, $0.anyTags, $0.text) = ([category], [tag], "e") }
    filters = [
      ("nothing", TransactionFilter()), ("common category", common),
      ("rare category", make { $0.categories = [rare] }),
      ("payment", payment), ("category and payment", categoryAndPayment), ("tag", make { $0.anyTags = [tag] }),
      ("two tags, both", make { ($0.anyTags, $0.otherTags) = ([tag], [other]) }),
      ("flag", make { $0.flags = [.unpaid] }), ("account", make { $0.accounts = [account] }),
      ("with photo", make { $0.hasPhoto = true }),
      ("without photo, not cleared", make { ($0.hasPhoto, $0.isCleared) = (false, false) }),
      ("group", make { $0.groups = [group] }), ("unfiled", make { $0.groups = [nil] }),
      ("text, common", make { $0.text = "e" }), ("text, rare", make { $0.text = "zzzz" }),
      ("dates", make { ($0.from, $0.through) = (from, through) }),
      ("least and greatest amount", make { ($0.minimum, $0.maximum) = (bound(5_000), bound(7_500)) }),
      ("amounts above all", make { $0.minimum = bound(900_000_000, true) }),
      ("income", make { $0.kinds = [.income] }),
      (
        "rare category, cash, tag", make { ($0.categories, $0.payments, $0.anyTags) = ([rare], [.cash], [tag]) }
      ),
      (
        "everything at once",
        make {
          ($0.kinds, $0.groups, $0.categories) = ([.expense], [group, nil], [category, rare])
          ($0.payments, $0.anyTags, $0.otherTags) = ([.card, .cash], [tag], [other, tag])
          ($0.hasPhoto, $0.isCleared, $0.text) = (true, false, "e")
          ($0.minimum, $0.maximum) = (bound(100), bound(100_000))
          ($0.from, $0.through) = (day.adding(days: -3_000), day.adding(days: 300))
        }
      ),
    ]
  }

  /// Random compositions of the filters, the same for the same seed.
  func compositions(_ count: Int, seed: UInt64) -> [(String, TransactionFilter)] {
    var random = Seeded(seed: seed)
    return (1...count).map { number in
      var filter = TransactionFilter()
      // The share of filters differs, so that some compositions have few and others many.
      let share = 5 + random.below(20)
      for (_, part) in filters where random.below(100) < share {
        if !part.groups.isEmpty { filter.groups.formUnion(part.groups) }
        if !part.categories.isEmpty { filter.categories.formUnion(part.categories) }
        if !part.payments.isEmpty { filter.payments.formUnion(part.payments) }
        if !part.accounts.isEmpty { filter.accounts.formUnion(part.accounts) }
        if !part.anyTags.isEmpty { filter.anyTags.formUnion(part.anyTags) }
        if !part.otherTags.isEmpty { filter.otherTags.formUnion(part.otherTags) }
        if !part.flags.isEmpty { filter.flags.formUnion(part.flags) }
        if !part.kinds.isEmpty { filter.kinds.formUnion(part.kinds) }
        (filter.from, filter.through) = (part.from ?? filter.from, part.through ?? filter.through)
        (filter.minimum, filter.maximum) = (part.minimum ?? filter.minimum, part.maximum ?? filter.maximum)
        (filter.text, filter.hasPhoto) = (part.text ?? filter.text, part.hasPhoto ?? filter.hasPhoto)
        filter.isCleared = part.isCleared ?? filter.isCleared
      }
      return ("composition \(number)", filter)
    }
  }
}
