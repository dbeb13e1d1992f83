internal import EventLog
package import LedgerAudit
internal import LedgerBook
internal import LedgerDomain

extension FigureExplanation {
  /// Shows the explanation of a figure, and returns what showed its last part.
  ///
  /// - Parameters:
  ///   - name: The name of the figure as the person typed it.
  ///   - limit: The greatest number of lines of a budget or a goal, or `nil` for all.
  ///   - redactions: The redacted events that it may lack.
  ///   - show: Shows an answer.
  package func show<Result>(
    named name: String, limit: Int?, _ redactions: RedactionNotes, _ show: (any Answer) throws -> Result
  ) throws -> Result {
    switch self {
    case .sum(var why): try why.show(named: name, redactions, show)
    case .budget(let why): try show(WhyBudgetAnswer(why: why, limit: limit, redactions: redactions))
    case .saved(let why): try show(WhyGoalAnswer(why: why, limit: limit, redactions: redactions))
    }
  }
}

extension Why {
  /// Shows the explanation of a figure: the transactions and events that make it up, added up.
  ///
  /// The transactions are shown in pieces, so that a figure of many is not held in memory.
  ///
  /// - Parameters:
  ///   - name: The name of the figure as the person typed it.
  ///   - redactions: The redacted events that it may lack.
  ///   - show: Shows an answer.
  package mutating func show<Result>(
    named name: String, _ redactions: RedactionNotes, _ show: (any Answer) throws -> Result
  ) throws -> Result {
    _ = try show(WhyTitle(why: self))
    var piece = WhyParts(figure: figure, shown: shown)
    var told = 0
    try forEachPart { part in
      piece.parts.append(part)
      told += 1
      if piece.parts.count == WhyParts.partsMax {
        _ = try show(piece)
        piece.goOn()
      }
    }
    if told == count { piece.openings = openings }
    _ = try show(piece)
    piece.goOn()
    return try show(WhySum(why: self, name: name, redactions: redactions, told: told, before: piece.before))
  }
}

/// The figure, above what makes it up.
private struct WhyTitle: Answer {
  let why: Why

  func document(_ notation: Notation) -> Document { .none }

  func blocks(_ notation: Notation) -> [Block] {
    guard why.count > 0 || !why.openings.isEmpty else { return [.line("Nothing makes it up.")] }
    let title = "\(notation.words(why.shown)) from \(counted(why.count, "transaction"))"
    return [.line(Line(title, .strong)), .line("the last to change first"), .gap]
  }
}

/// Some of the transactions that make up a figure, with the events that give their amounts.
private struct WhyParts: Answer {
  let figure: AskedFigure
  let shown: Money
  /// The sum of the transactions before these.
  var before: Int64 = 0
  var parts: [Why.Part] = []
  var openings: [Why.Opening] = []

  /// The number of transactions in a piece.
  static let partsMax = 500

  /// Prepares the next piece.
  mutating func goOn() {
    before = parts.reduce(before) { $0 &+ $1.minorUnits }
    (parts, openings) = ([], [])
  }

  func document(_ notation: Notation) -> Document { .lines(parts.map { $0.json(figure.currency) }) }

  func blocks(_ notation: Notation) throws -> [Block] {
    guard !parts.isEmpty || !openings.isEmpty else { return [] }
    func money(_ units: Int64) -> String {
      notation.words(Money(minorUnits: units, currency: figure.currency))
    }
    let events = EventText(notation)
    // Amounts in all pieces of the table have the width of the largest possible one.
    let width = max(10, notation.words(shown).count + 2)
    var table = AnswerTable(
      [.left(minimum: 8), .name(shrinksTo: 12), .right(minimum: width), .right(minimum: width)], indent: 2)
    var sum = before
    for part in parts {
      sum &+= part.minorUnits
      let row = part.row
      let date = row.date.map { ", \(notation.words($0))" } ?? ""
      table.row([
        .init(try notation.short(row.id), .strong), .init(notation.vendor(row) + date),
        .init(money(part.minorUnits), .strong), .init("= \(money(sum))", .quiet),
      ])
      for giving in part.events {
        let event = giving.event
        let words = try events.words(event)
        let fields =
          Self.names(giving.fields).joined(separator: ", ") + (giving.isRepeated ? " (repeated later)" : "")
        let suffix = words.isEmpty ? "" : ", \(words)"
        table.span(.init("    \(event.position)  \(fields): \(event.type)\(suffix)", .quiet))
      }
    }
    for opening in openings {
      sum &+= opening.minorUnits
      // A balance has one. The net worth has several, so that each is called by its account.
      let name = figure.account == nil ? opening.account.name : "opening balance"
      table.row([
        .init("opening", .strong), .init(name), .init(money(opening.minorUnits), .strong),
        .init("= \(money(sum))", .quiet),
      ])
      let words = try events.words(opening.event)
      table.span(.init("    \(opening.event.position)  opening: \(opening.event.type), \(words)", .quiet))
    }
    return [.table(table)]
  }

  /// Returns the names of fields for people: total and currency are the amount, the state is "saved".
  private static func names(_ fields: [RecordField]) -> [String] {
    var names: [String] = []
    for field in fields {
      let isAmount = field == .total || field == .currency
      let name = isAmount ? "amount" : field == .state ? "saved" : field.rawValue
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}

/// The sum of a figure, below what makes it up.
private struct WhySum: Answer {
  let why: Why
  let name: String
  let redactions: RedactionNotes
  /// The number of transactions that were shown, and their sum.
  let told: Int
  let before: Int64

  var verdict: Verdict { why.addsUp ? .yes : .no }

  func document(_ notation: Notation) -> Document {
    .value(redactions.adding(to: why.json(named: name, printed: told)))
  }

  func blocks(_ notation: Notation) throws -> [Block] {
    var blocks: [Block] = []
    if told < why.count {
      let opening = why.openingUnits
      let rest = Money(minorUnits: why.minorUnits &- before &- opening, currency: why.figure.currency)
      blocks.append(
        .line("  … and \(counted(why.count - told, "transaction")) more, \(notation.words(rest)): --all"))
      var last = WhyParts(figure: why.figure, shown: why.shown)
      last.before = why.minorUnits &- opening
      last.openings = why.openings
      blocks += try last.blocks(notation)
    }
    if why.count > 0 || !why.openings.isEmpty { blocks.append(.gap) }
    if why.addsUp {
      blocks.append(.line("adds up: \(notation.words(why.shown))"))
    } else {
      let sum = Money(minorUnits: why.minorUnits, currency: why.figure.currency)
      blocks.append(
        .paragraph(
          "does not add up: the transactions make \(notation.words(sum)), the screen shows "
            + "\(notation.words(why.shown)). To find the first wrong event: \(step: .findWrongTotal). To "
            + "rebuild the totals: \(remedy: .rebuild)"))
    }
    return try blocks + redactions.blocks("the total does not contain what they had")
  }
}
