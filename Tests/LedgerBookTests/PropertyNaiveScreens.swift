import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections

// What screens show, by the naive model and by the book, in lines that can be compared.

extension NaiveBook {
  /// Groups as a home screen lists them.
  var groupLines: [String] {
    struct Line {
      let group: NaiveGroup?
      let last: Int
      let text: String
    }
    var lines: [Line] = []
    for group in groups.filter(\.isLiving).map(Optional.some) + [nil] {
      func isIn(_ transaction: NaiveTransaction) -> Bool {
        self.group(of: transaction)?.stream == group?.stream
      }
      // A transfer needs no group, so it is no receipt of Unfiled.
      func counts(_ transaction: NaiveTransaction) -> Bool {
        isIn(transaction) && (group != nil || transaction.kind != "transfer")
      }
      let members = saved.filter(counts)
      let later = everSaved.filter { other in counts(other) && !members.contains { $0.stream == other.stream } }
      let drafts = transactions.count { $0.stage == "draft" && isIn($0) }
      if group == nil, members.isEmpty, later.isEmpty, drafts == 0 { continue }
      let dates = members.compactMap { $0.text("date") }.sorted()
      var categories: [String] = []
      for key in Set(members.flatMap { $0.shares.map(\.category) }).sorted() {
        let part = members.filter { $0.shares.contains { $0.category == key } }
        categories.append("\(key): \(part.count) \(Self.totals(part, of: key))")
      }
      let text = """
        \(group?.stream.id.description ?? "Unfiled") \(group?.name.description ?? "Unfiled") \
        \(members.count) \(dates.first?.description ?? "-") \(dates.last?.description ?? "-") \
        \(Self.totals(members)) \(categories) \(drafts) drafts, later \(later.count) \(Self.totals(later))
        """
      let last = dates.last.flatMap { NaiveDate.day($0.description) } ?? group?.createdDay ?? 0
      lines.append(Line(group: group, last: last, text: text))
    }
    return lines.sorted { left, right in
      guard let first = left.group, let second = right.group else { return left.group != nil }
      if left.last != right.last { return left.last > right.last }
      if first.name != second.name { return first.name < second.name }
      return first.stream.id < second.stream.id
    }.map(\.text)
  }

  /// Per currency the net spending: expenses add, income takes away, transfers are neutral. The most used first.
  ///
  /// Of a category they are of the parts in it.
  private static func totals(_ transactions: [NaiveTransaction], of category: NaiveText? = nil) -> String {
    var sums: [String: (count: Int, units: Int64)] = [:]
    for transaction in transactions {
      guard var money = transaction.money else { continue }
      if let category { money.units = transaction.shares.first { $0.category == category }?.units ?? 0 }
      sums[money.currency, default: (0, 0)].count += 1
      switch transaction.kind {
      case "expense": sums[money.currency, default: (0, 0)].units += money.units
      case "income": sums[money.currency, default: (0, 0)].units -= money.units
      default: break
      }
    }
    return sums.sorted { $0.value.count == $1.value.count ? $0.key < $1.key : $0.value.count > $1.value.count }
      .map { "\($0.value.units) \($0.key)" }.joined(separator: ", ")
  }

  /// Months and dates with their sums, newest first.
  var sectionLines: [String] {
    var lines: [String] = []
    let dated = saved.filter { $0.text("date") != nil }
    let months = Set(dated.compactMap { $0.text("date").map { String($0.description.prefix(7)) } })
    for month in months.sorted(by: >) {
      let inMonth = dated.filter { $0.text("date")?.description.hasPrefix(month) == true }
      lines.append("\(month): \(inMonth.count) \(Self.totals(inMonth))")
      for date in Set(inMonth.compactMap { $0.text("date") }).sorted(by: >) {
        let onDate = inMonth.filter { $0.text("date") == date }
        lines.append("  \(date): \(onDate.count) \(Self.totals(onDate))")
      }
    }
    return lines
  }

  /// Every transaction with its group's name, newest date first, then the latest begun.
  var transactionLines: [String] {
    let listed = transactions.filter { $0.stage != nil }.sorted { left, right in
      let days = [left, right].map { $0.text("date").flatMap { NaiveDate.day($0.description) } ?? Int.min }
      if days[0] != days[1] { return days[0] > days[1] }
      let times = [left, right].map { $0.created?.time ?? 0 }
      return times[0] == times[1] ? left.stream.id < right.stream.id : times[0] > times[1]
    }
    return listed.map { transaction in
      """
      \(transaction.stream.id) \(transaction.stage ?? "?") \(transaction.text("date")?.description ?? "-") \
      \(transaction.text("vendor")?.description ?? "-") \(group(of: transaction)?.name.description ?? "Unfiled")
      """
    }
  }

  /// Categories, by key.
  var categoryLines: [String] { categories.compactMap(\.key).map(\.description).sorted() }
}

extension Book {
  func groupLines() throws -> [String] {
    try groups().map { group in
      let categories = group.categories.map { "\($0.category ?? ""): \($0.count) \(Self.text($0.totals))" }
      return """
        \(group.id?.description ?? "Unfiled") \(group.name) \(group.count) \(group.first?.iso ?? "-") \
        \(group.last?.iso ?? "-") \(Self.text(group.totals)) \(categories) \(group.drafts) drafts, later \
        \(group.upcoming.count) \(Self.text(group.upcoming.totals))
        """
    }
  }

  /// The first number of latest groups that is not the beginning of all groups, if there is one.
  func wrongHome() throws -> Int? {
    let all = try home()
    let groups = all.groups.filter { $0.id != nil }
    return try (0...groups.count + 1).first { limit in
      let home = try home(latest: limit)
      return home.groups != groups.prefix(limit) + all.groups.filter { $0.id == nil }
        || home.hasMoreGroups != (limit < groups.count) || home.drafts != all.drafts
    }
  }

  func sectionLines() throws -> [String] {
    try sections().flatMap { month in
      ["\(month.month.iso): \(month.count) \(Self.text(month.totals))"]
        + month.days.map { "  \($0.date.iso): \($0.count) \(Self.text($0.totals))" }
    }
  }

  func transactionLines() throws -> [String] {
    var lines: [String] = []
    try forEachTransaction(.everything) { listed in
      lines.append(
        """
        \(listed.row.id) \(listed.row.stage.rawValue) \(listed.row.date?.iso ?? "-") \(listed.row.vendor ?? "-") \
        \(listed.groupName ?? "Unfiled")
        """)
    }
    return lines
  }

  func categoryLines() throws -> [String] { try categories().map(\.key).sorted() }

  private static func text(_ totals: [Money]) -> String {
    totals.map { "\($0.minorUnits) \($0.currency.code)" }.joined(separator: ", ")
  }
}
