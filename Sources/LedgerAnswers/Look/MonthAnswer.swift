internal import LedgerAudit
internal import LedgerDomain

extension MonthReport: Answer {
  private static let partsMax = 10

  /// Returns the month for programs.
  public func document(_ notation: Notation) -> Document { .value(json) }

  /// Returns the month for people.
  public func blocks(_ notation: Notation) throws -> [Block] {
    let state = through < month.last && through >= month.first ? ", so far" : ""
    let title =
      Line(notation.locale.month(month) + state, .strong) + Line(" · \(counted(count, "transaction"))")
    guard !currencies.isEmpty else { return [.title(title), .line("Nothing was received or spent.")] }
    var blocks: [Block] = [.title(title)]
    for currency in currencies { blocks += [.gap, .table(table(currency, notation))] }
    if countToCome > 0 {
      let parts = currencies.compactMap { toCome($0, notation) }.joined(separator: " + ")
      blocks += [.gap, .paragraph("Still to come: \(counted(countToCome, "transaction")), \(parts)")]
    }
    return blocks + Division.allCases.flatMap { self.blocks($0, notation) }
  }

  /// Returns what was received and spent in the month and the one before, and the parts of the month.
  public func figures(_ notation: Notation) -> [ShownFigure] {
    var figures: [ShownFigure] = []
    func add(_ label: String, _ sums: Sums?, _ currency: CurrencyCode, _ words: [String], hasNet: Bool) {
      guard let sums, !sums.isTooLarge else { return }
      let parts = [("income", sums.income), ("expense", sums.spending)].filter { hasNet || $0.1 != 0 }
      for (kind, units) in parts + (hasNet ? sums.net.map { [("net", $0)] } ?? [] : []) {
        let money = Money(minorUnits: units, currency: currency)
        figures.append(ShownFigure(label, money, [kind] + words + [currency.code]))
      }
    }
    for currency in currencies {
      add(notation.locale.month(month), soFar[currency], currency, [month.iso], hasNet: true)
      if monthsInMean == 0 { continue }
      add(notation.locale.month(month.previous), last[currency], currency, [month.previous.iso], hasNet: true)
    }
    for division in Division.allCases {
      for part in currencies.first.map({ parts(division, by: $0) }) ?? [] {
        guard let word = division.word(part.name) else { continue }
        for currency in currencies {
          add(part.name ?? "no category", part.sums[currency], currency, [month.iso, word], hasNet: false)
        }
      }
    }
    return figures
  }

  private func table(_ currency: CurrencyCode, _ notation: Notation) -> AnswerTable {
    var columns: [AnswerTable.Column] = [
      .left(currencies.count > 1 ? currency.code : ""), .right(notation.locale.month(month)),
    ]
    var months = [soFar]
    if monthsInMean > 0 {
      columns.append(.right(notation.locale.month(month.previous)))
      months.append(last)
    }
    if monthsInMean > 1 {
      columns.append(.right("mean of \(monthsInMean) months"))
      months.append(mean)
    }
    var table = AnswerTable(columns, indent: 2)
    let sums = months.map { $0[currency] ?? Sums() }
    let rows: [(String, (Sums) -> Int64?)] = [
      ("received", { $0.income }), ("spent", { $0.spending }), ("net", { $0.net }),
    ]
    for (name, value) in rows {
      table.row(
        [AnswerTable.Cell(name)]
          + sums.map { .init(words($0.isTooLarge ? nil : value($0), currency, notation)) })
    }
    return table
  }

  private func toCome(_ currency: CurrencyCode, _ notation: Notation) -> String? {
    guard let sums = toCome[currency] else { return nil }
    let parts = [("received", sums.income), ("spent", sums.spending)].filter { $0.1 != 0 }
    return parts.map { "\(words($0.1, currency, notation)) \($0.0)" }.joined(separator: ", ")
  }

  private func blocks(_ division: Division, _ notation: Notation) -> [Block] {
    guard let first = currencies.first else { return [] }
    let parts = parts(division, by: first)
    guard parts.contains(where: { $0.name != nil }) else { return [] }
    var table = AnswerTable(
      [.name("by \(division.rawValue)", shrinksTo: 16), .right(), .right("spent"), .right("received")],
      indent: 2)
    for part in parts.prefix(Self.partsMax) {
      let known = part.name.map { division == .category ? notation.categoryName($0) : $0 }
      var name = known ?? "no \(division.rawValue)"
      var count = grouped(Int64(part.count))
      for currency in currencies {
        guard let sums = part.sums[currency] else { continue }
        table.row([
          .init(name), .init(count, .quiet),
          .init(sums.spending == 0 ? "" : words(sums.spending, currency, notation)),
          .init(sums.income == 0 ? "" : words(sums.income, currency, notation)),
        ])
        (name, count) = ("", "")
      }
    }
    let others = parts.count - Self.partsMax
    return [.gap, .table(table)] + (others > 0 ? [.line("  and \(grouped(Int64(others))) more")] : [])
  }

  private func words(_ units: Int64?, _ currency: CurrencyCode, _ notation: Notation) -> String {
    guard let units else { return Notation.tooLarge(currency) }
    return notation.words(Money(minorUnits: units, currency: currency))
  }
}

extension MonthReport.Division {
  /// Returns the filter that a part is, or `nil` if no filter has it.
  fileprivate func word(_ name: String?) -> String? {
    if self == .category { return FigureNames.word(category: name) }
    guard let name else { return nil }
    return switch self {
    case .category, .tag, .account, .payment: "\(rawValue):\(name)"
    case .vendor: FigureReader.vendorWord + name
    }
  }
}
