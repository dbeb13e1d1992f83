internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens

/// Prints the explanation of a figure for people.
struct WhyText {
  let ledger: OpenLedger
  let figure: AskedFigure

  func print(_ why: inout Why) throws {
    let invocation = ledger.invocation
    let shown = ledger.words(why.shown)
    guard why.count > 0 || why.opening != nil else {
      try invocation.print("Nothing makes it up.")
      return try printSum(why)
    }
    try invocation.print(
      Line("\(shown) from \(counted(why.count, "transaction"))", .strong))
    try invocation.print("the last to change first")
    try invocation.print()
    let events = EventText(ledger: ledger)
    // Amounts in all pieces of the table have the width of the largest possible one.
    let width = max(10, columnWidth(shown) + 2)
    var sum: Int64 = 0
    var told = 0
    var table = Self.table(width)
    try why.forEachPart { part in
      sum &+= part.minorUnits
      told += 1
      try add(part, sum, events, to: &table)
      if told.isMultiple(of: 500) {
        try invocation.print(table)
        table = Self.table(width)
      }
    }
    let opening = why.opening?.minorUnits ?? 0
    if let given = why.opening, told == why.count { try add(given, sum &+ opening, events, to: &table) }
    try invocation.print(table)
    if told < why.count {
      let rest = Money(minorUnits: why.minorUnits &- sum &- opening, currency: figure.currency)
      try invocation.print(
        "  … and \(counted(why.count - told, "transaction")) more, \(ledger.words(rest)): --all")
      if let given = why.opening {
        table = Self.table(width)
        try add(given, why.minorUnits, events, to: &table)
        try invocation.print(table)
      }
    }
    try invocation.print()
    try printSum(why)
  }

  private static func table(_ width: Int) -> TextTable {
    TextTable(
      [.left(minimum: 8), .name(shrinksTo: 12), .right(minimum: width), .right(minimum: width)], indent: 2)
  }

  private func add(_ part: Why.Part, _ sum: Int64, _ events: EventText, to table: inout TextTable) throws {
    func money(_ units: Int64) -> String { ledger.words(Money(minorUnits: units, currency: figure.currency)) }
    let row = part.row
    let date = row.date.map { ", \(ledger.words($0))" } ?? ""
    table.row([
      .init(try ledger.short(row.id), .strong), .init(ledger.vendor(row) + date),
      .init(money(part.minorUnits), .strong),
      .init("= \(money(sum))", .quiet),
    ])
    for giving in part.events {
      let event = giving.event
      let words = try events.words(event)
      let fields = Self.names(giving.fields).joined(separator: ", ")
      let suffix = words.isEmpty ? "" : ", \(visible(words))"
      table.span(.init("    \(event.position)  \(fields): \(visible(event.type))\(suffix)", .quiet))
    }
  }

  private func add(_ opening: Why.Opening, _ sum: Int64, _ events: EventText, to table: inout TextTable) throws
  {
    func money(_ units: Int64) -> String { ledger.words(Money(minorUnits: units, currency: figure.currency)) }
    table.row([
      .init("opening", .strong), .init("opening balance"), .init(money(opening.minorUnits), .strong),
      .init("= \(money(sum))", .quiet),
    ])
    let words = try events.words(opening.event)
    table.span(
      .init("    \(opening.event.position)  opening: \(visible(opening.event.type)), \(visible(words))", .quiet)
    )
  }

  /// Returns the names of fields for people: total and currency are the amount, the state is "saved".
  private static func names(_ fields: [RecordField]) -> [String] {
    var names: [String] = []
    for field in fields {
      let name =
        switch field {
        case .total, .currency: "amount"
        case .state: "saved"
        default: field.rawValue
        }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private func printSum(_ why: Why) throws {
    if why.addsUp {
      return try ledger.invocation.print("adds up: \(ledger.words(why.shown))")
    }
    let sum = Money(minorUnits: why.minorUnits, currency: figure.currency)
    try ledger.invocation.print(
      paragraph: "does not add up: the transactions make \(ledger.words(sum)), the screen shows "
        + "\(ledger.words(why.shown)). To find the first wrong event: events bisect totals-match. To rebuild the "
        + "totals: events rebuild")
  }
}
