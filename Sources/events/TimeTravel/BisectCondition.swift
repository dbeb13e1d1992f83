internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The condition that should hold, and the search for where it does not.
final class BisectCondition {
  private let ledger: OpenLedger
  private let progress: Progress
  /// The condition and the known facts about the answer, for a person.
  private(set) var words = BisectWords()

  init(_ ledger: OpenLedger) throws {
    self.ledger = ledger
    progress = ledger.invocation.progress("Looking: event")
  }

  // MARK: Looked up

  /// Looks up an invariant, or a figure and its expected value.
  func lookUp(_ given: [String], good: Position?, bad: Position) throws -> BisectOutcome {
    defer { progress.finish() }
    func report(_ done: Int64, _ total: Int64) { progress.update(done, of: total) }
    if given.count == 1, let invariant = Health.Invariant(rawValue: given[0]) {
      words.condition = invariant.rawValue
      words.how = "every event looked at once"
      do {
        let course = try Health.course(
          of: invariant, in: ledger.book, progress: report)
        return course.bisect(good: good, bad: bad)
      } catch let error as NoEventToBlame {
        throw Failure(.no, "\(invariant.rawValue) does not hold, and no event is why: \(error.words)")
      }
    }
    guard let index = given.firstIndex(where: { FigureWords.comparisons.contains($0) }) else {
      let names = Health.Invariant.allCases.map(\.rawValue)
      let near = given.count == 1 ? nearest(to: given[0], among: names) : nil
      throw Failure(
        .dataError, "“\(given.joined(separator: " "))” is no condition",
        advice: (near.map { ["Did you mean “\($0)”?"] } ?? [])
          + [
            "A condition is an invariant (\(alternatives(names))) or a figure and what it should be: "
              + "“group Berlin EUR = 1284.50”"
          ])
    }
    let name = Array(given[..<index])
    let amount = given[(index + 1)...].joined(separator: " ")
    words.condition = given.map { FigureWords.comparisons.contains($0) ? $0 : FigureWords.quoted($0) }
      .joined(separator: " ")
    if let (figure, budget) = try BudgetFigureName.figure(name, ledger) {
      let comparison = try comparison(given[index], amount, in: budget.currency)
      let course = try ledger.book.course(of: figure, budget, through: bad, progress: report)
      words.note(course, in: budget.currency)
      return TruthCourse(course, comparison).bisect(good: good, bad: bad)
    }
    let figure = try FigureName.parse(words: name, ledger).figure(
      ledger, in: currency(of: given[(index + 1)...]))
    let comparison = try comparison(given[index], amount, in: figure.currency)
    let course = try ledger.book.course(of: figure, through: bad, progress: report)
    words.note(course, in: figure.currency)
    return TruthCourse(course, comparison).bisect(good: good, bad: bad)
  }

  /// Returns the currency of the amount, for a figure without one.
  private func currency(of amount: ArraySlice<String>) -> CurrencyCode? {
    amount.compactMap { $0.utf8.allSatisfy { (0x41...0x5a).contains($0) } ? CurrencyCode($0) : nil }.first
  }

  private func comparison(
    _ sign: String, _ amount: String, in currency: CurrencyCode
  ) throws(Failure) -> FigureComparison {
    guard let comparison = FigureComparison.Operator(rawValue: sign == "==" ? "=" : sign) else {
      throw Failure(.dataError, "“\(sign)” compares nothing")
    }
    guard !amount.isEmpty else { throw Failure(.dataError, "there is no amount after “\(sign)”") }
    let money = try Values.amount(sum: amount, currency, ledger.locale)
    guard money.currency == currency else {
      throw Failure(
        .dataError, "an amount in \(money.currency.code) cannot be compared with a figure in \(currency.code)")
    }
    return FigureComparison(comparison, money.minorUnits)
  }

  // MARK: Asked

  /// Runs a SELECT over the read models as they were.
  func ask(_ select: String, good: Position?, bad: Position) throws -> BisectOutcome {
    words.condition = select
    words.how = "asked by halves"
    defer { progress.finish() }
    do {
      // Refused before the past is looked at.
      _ = try ledger.book.isTrue(select)
      return try Bisection.search(good: good, bad: bad) { position in
        progress.update("Asking at \(position)")
        return try ledger.book.asOf(.position(position)).isTrue(select) ? .good : .bad
      }
    } catch QueryError.writes {
      throw Failure(
        .usage, "--sql takes one SELECT that reads, and nothing else",
        advice: "Nothing was changed. The tables: events help bisect")
    } catch QueryError.wrong(let reason) {
      throw Failure(.dataError, "the SELECT cannot be asked: \(reason)")
    }
  }

  /// Runs a shell command with past ledgers. Returns `nil` if it was interrupted.
  func run(_ command: String, good: Position?, bad: Position) throws -> BisectOutcome? {
    words.condition = command
    words.how = "run by halves"
    return try BisectRun(command, ledger).search(good: good, bad: bad)
  }
}
