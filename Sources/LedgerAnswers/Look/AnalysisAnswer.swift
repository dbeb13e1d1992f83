internal import LedgerBook
package import LedgerDomain
package import LedgerProjections

/// One kind of transaction summed over a year, a month, a week or everything (ET-20 … ET-23).
///
/// It has a bar for each bucket and currency, the categories, and the neighbouring periods.
package struct AnalysisAnswer: NamesInDocument {
  let analysis: Analysis
  let kind: TransactionKind
  let period: AnalysisPeriod
  let filter: TransactionFilter
  let filters: [String]
  /// Whether the receipts are listed under their buckets.
  let hasList: Bool
  let names: FigureNames?

  package init(
    _ analysis: Analysis, _ kind: TransactionKind, _ period: AnalysisPeriod, _ filter: TransactionFilter,
    filters: [String], hasList: Bool, names: FigureNames?
  ) {
    (self.analysis, self.kind, self.period, self.filter) = (analysis, kind, period, filter)
    (self.filters, self.hasList, self.names) = (filters, hasList, names)
  }

  private func list(_ notation: Notation) -> AnalysisList {
    AnalysisList(notation: notation, kind: kind, analysis: analysis, filter: filter)
  }

  package func document(_ notation: Notation) throws -> Document {
    var document = analysis.json
    if hasList { document = try list(notation).adding(to: document) }
    return .value(names?.adding(to: document, analysis, kind) ?? document)
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    var blocks: [Block] = [.line(Line("\(name(of: kind)) · \(title(notation))", .strong))]
    blocks += Block.filters(filters)
    if analysis.count == 0 {
      blocks.append(.paragraph(Line(try emptiness(notation))))
    } else {
      blocks += [.bars(bars(notation)), .gap, .table(try categories(notation))]
      if hasList { blocks += try list(notation).blocks { label($0, notation) } }
    }
    blocks += Block.afterGap(notation.blocks(analysis.upcoming, "transaction"))
    blocks += Block.afterGap(ways(notation))
    return blocks
  }

  package func figures(_ notation: Notation) throws -> [ShownFigure] {
    guard let names else { return [] }
    let scope = FigureNames.scope(kind, analysis)
    var figures = [(label: "the whole", scope: scope, totals: analysis.totals)]
    for bucket in analysis.buckets where bucket.count > 0 {
      let word = FigureNames.word(bucket.from...bucket.through)
      figures.append((label(bucket, notation), [kind.rawValue, word], bucket.totals))
    }
    let categoryNames = try notation.categoryNames()
    for category in analysis.categories {
      let word = FigureNames.word(category: category.category)
      figures.append((categoryNames[category.category], scope + [word], category.totals))
    }
    return names.figures(figures)
  }

  // MARK: Bars

  private func bars(_ notation: Notation) -> Bars {
    Bars(
      analysis.buckets.map {
        Bars.Row(label: label($0, notation), count: $0.count, totals: $0.totals, tooLarge: $0.tooLarge)
      },
      sum: Bars.Row(
        label: "in all", count: analysis.count, totals: analysis.totals, tooLarge: analysis.tooLarge))
  }

  // MARK: Words

  private func name(of kind: TransactionKind) -> String {
    switch kind {
    case .expense: "Expenses"
    case .income: "Income"
    case .transfer: "Transfers"
    }
  }

  private func title(_ notation: Notation) -> String {
    switch period {
    case .year: "\(name(of: period, notation)) by month"
    case .month: "\(name(of: period, notation)) by week"
    case .week: "\(name(of: period, notation)) by day"
    case .all: "everything by year"
    }
  }

  private func name(of period: AnalysisPeriod, _ notation: Notation) -> String {
    switch period {
    case .year(let year): return "\(year)"
    case .month(let month): return notation.locale.month(month)
    case .week(_, let week):
      let days =
        period.span(notation.settings.weekRule).map { notation.locale.dateRange($0.lowerBound, $0.upperBound) }
        ?? ""
      return "Wk \(padded(week, 2)) (\(days))"
    case .all: return "everything"
    }
  }

  /// Returns the reason why nothing is shown: there is no data, or nothing matches (IE-09).
  private func emptiness(_ notation: Notation) throws -> String {
    let all = try notation.book.analysis(kind: kind, period: period).count
    guard all > 0 else {
      return "There is no saved \(kind.rawValue)"
        + (period == .all ? "." : " in \(name(of: period, notation)).")
    }
    return
      "Nothing matches these filters; without them there \(all == 1 ? "is" : "are") \(grouped(Int64(all)))."
  }

  /// Returns the label of a bucket: `June 2026`, `Wk 24 (8–14 Jun)`, `Monday, 8 June 2026`, `2026`.
  private func label(_ bucket: Analysis.Bucket, _ notation: Notation) -> String {
    switch period {
    case .year: return notation.locale.month(bucket.from.civilMonth)
    case .month:
      let week = notation.settings.weekRule.week(of: bucket.from).week
      return "Wk \(padded(week, 2)) (\(notation.locale.dayRange(bucket.from, bucket.through)))"
    case .week: return notation.locale.longDate(bucket.from)
    case .all: return "\(bucket.from.year)"
    }
  }

  // MARK: Categories and neighbours

  private func categories(_ notation: Notation) throws -> AnswerTable {
    var table = AnswerTable([.name(shrinksTo: 12), .right(), .right(minimum: 12)], indent: 2)
    table.span(.init("By category", .quiet))
    let names = try notation.categoryNames()
    for category in analysis.categories {
      for (index, total) in notation.totals(category.totals, category.tooLarge).enumerated() {
        let name = names[category.category]
        table.row(
          index == 0
            ? [.init(name), .init(counted(category.count, "receipt")), .init(total)] : ["", "", .init(total)])
      }
    }
    return table
  }

  private func ways(_ notation: Notation) -> [Block] {
    let weeks = notation.settings.weekRule
    var lines: [Block] = []
    if let previous = period.previous(weeks) {
      lines.append(.line("Before: \(name(of: previous, notation)), \(option(previous))"))
    }
    if let next = period.next(weeks) {
      lines.append(.line("After: \(name(of: next, notation)), \(option(next))"))
    }
    let today = notation.book.today
    if let span = period.span(weeks), !span.contains(today) {
      lines.append(.line("Today: \(unit) today"))
    }
    return lines
  }

  private var unit: String {
    switch period {
    case .year: "--year"
    case .month: "--month"
    case .week: "--week"
    case .all: "--all"
    }
  }

  private func option(_ period: AnalysisPeriod) -> String {
    switch period {
    case .year(let year): "--year \(padded(year, 4))"
    case .month(let month): "--month \(padded(month.year, 4))-\(padded(month.month, 2))"
    case .week(let year, let week): "--week \(padded(year, 4))-W\(padded(week, 2))"
    case .all: "--all"
    }
  }
}
