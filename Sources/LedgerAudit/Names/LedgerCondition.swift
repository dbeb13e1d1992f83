package import LedgerBook
package import LedgerBytes
package import LedgerDomain
internal import LedgerProjections

/// A condition that can be looked up: an invariant, or a figure and its expected value.
package struct LedgerCondition {
  private enum Kind {
    case invariant(Health.Invariant)
    case figure(NamedFigure, FigureComparison)
  }

  /// The condition as a person typed it.
  package let name: String
  private let kind: Kind

  /// Reads a condition such as `group Berlin EUR = 1284.50`.
  ///
  /// - Throws: `Refusal`, `Rejection` or `BookError` for words that are no condition.
  package init(_ words: [String], in book: Book, _ settings: LedgerRow) throws {
    name = words.map { FigureWords.comparisons.contains($0) ? $0 : FigureWords.quoted($0) }.joined(
      separator: " ")
    if words.count == 1, let invariant = Health.Invariant(rawValue: words[0]) {
      kind = .invariant(invariant)
      return
    }
    guard let index = words.firstIndex(where: { FigureWords.comparisons.contains($0) }) else {
      let names = Health.Invariant.allCases.map(\.rawValue)
      let near = words.count == 1 ? nearest(to: words[0], among: names) : nil
      throw Refusal(
        .invalidValue, "“\(words.joined(separator: " "))” is no condition",
        remedies: (near.map { [.use(name: $0)] } ?? []) + [
          .enter(
            "A condition is an invariant (\(names.joined(separator: ", "))) or a figure and what it should be: "
              + "“group Berlin EUR = 1284.50”")
        ])
    }
    let amount = words[(index + 1)...]
    let named = amount.first { FigureReader.isCurrency($0) }.flatMap { CurrencyCode($0) }
    let figure = try FigureReader(book, settings).figure(Array(words[..<index]), in: named)
    kind = .figure(
      figure, try Self.comparison(words[index], amount.joined(separator: " "), figure.currency, settings.locale)
    )
  }

  private static func comparison(
    _ sign: String, _ amount: String, _ currency: CurrencyCode, _ locale: LedgerLocale
  ) throws(Refusal) -> FigureComparison {
    guard let comparison = FigureComparison.Operator(rawValue: sign == "==" ? "=" : sign) else {
      throw Refusal(.invalidValue, "“\(sign)” compares nothing")
    }
    guard !amount.isEmpty else { throw Refusal(.invalidValue, "there is no amount after “\(sign)”") }
    let money: Money
    do throws(AmountError) {
      money = try AmountExpression.parse(amount, defaultCurrency: currency, locale: locale)
    } catch {
      throw error.refusal(in: locale)
    }
    guard money.currency == currency else {
      throw Refusal(
        .invalidValue,
        "an amount in \(money.currency.code) cannot be compared with a figure in \(currency.code)")
    }
    return FigureComparison(comparison, money.minorUnits)
  }

  /// The currency of the figure, or `nil` for an invariant.
  package var currency: CurrencyCode? { if case .figure(let figure, _) = kind { figure.currency } else { nil } }

  /// Finds the event after which the condition is false.
  ///
  /// - Returns: The outcome, and the course of a figure.
  package func bisect(
    in book: Book, good: Position?, bad: Position, progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> (outcome: BisectOutcome, course: FigureCourse?) {
    switch kind {
    case .figure(let figure, let comparison):
      let course = try book.course(of: figure, through: bad, progress: progress)
      return (TruthCourse(course, comparison).bisect(good: good, bad: bad), course)
    case .invariant(let invariant):
      do {
        let course = try Health.course(of: invariant, in: book, progress: progress)
        return (course.bisect(good: good, bad: bad), nil)
      } catch let error as NoEventToBlame {
        throw Refusal(.refused, "\(invariant.rawValue) does not hold, and no event is why: \(error.words)")
      }
    }
  }
}
