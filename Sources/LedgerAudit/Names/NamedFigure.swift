public import LedgerBook
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// A figure that a screen shows, which a name such as `group Berlin EUR` means.
///
///     let figure = try book.figure(named: "expense 2026-06 category:food EUR")
///     let shown = try book.why(figure).shown
public enum NamedFigure: Hashable, Sendable {
  /// A sum of transactions, a balance or the net worth.
  case sum(AskedFigure)
  /// A figure of a budget.
  case budget(WhyBudget.Figure, BudgetScope)
  /// The amount that is saved for a goal.
  case saved(GoalID, CurrencyCode)

  /// The currency of the figure.
  public var currency: CurrencyCode {
    switch self {
    case .sum(let figure): figure.currency
    case .budget(_, let budget): budget.currency
    case .saved(_, let currency): currency
    }
  }

  /// The record that has the figure, or `nil` if it is a sum over many records.
  public var record: StreamID? {
    switch self {
    case .sum(let figure):
      figure.account?.stream ?? (figure.filter.groups.count == 1 ? figure.filter.groups.first??.stream : nil)
    case .budget(_, let budget): budget.id.stream
    case .saved(let goal, _): goal.stream
    }
  }
}

/// The explanation of a figure: what makes it up, and whether that adds up to what the screen shows.
public enum FigureExplanation {
  case sum(Why)
  case budget(WhyBudget)
  case saved(WhyGoal)

  /// The figure on the screen.
  public var shown: Money {
    switch self {
    case .sum(let why): why.shown
    case .budget(let why): why.shown
    case .saved(let why): why.shown
    }
  }

  /// Whether what makes the figure up adds up to the figure on the screen.
  public var addsUp: Bool {
    switch self {
    case .sum(let why): why.addsUp
    case .budget(let why): why.addsUp
    case .saved(let why): why.addsUp
    }
  }
}

extension Book {
  /// Returns the figure that a name means, as `--names` prints it.
  ///
  /// - Throws: `Refusal`, `Rejection` or `BookError` if the name means no figure.
  public func figure(named text: String) throws -> NamedFigure {
    try FigureReader(self, try ledgerRow()).figure(try FigureWords.words(text))
  }

  /// Explains a figure at the book's horizon.
  ///
  /// - Parameter limit: The greatest number of transactions that will be read. If `nil`, all of them.
  /// - Complexity: O(transactions).
  public func why(_ figure: NamedFigure, limit: Int? = nil) throws -> FigureExplanation {
    switch figure {
    case .sum(let figure): .sum(try Why.of(figure, in: self, limit: limit))
    case .budget(let figure, let budget): .budget(try WhyBudget.of(figure, budget, in: self))
    case .saved(let goal, _): .saved(try WhyGoal.of(goal, in: self))
    }
  }

  /// Returns the course of a figure up to a position.
  ///
  /// - Complexity: O(events), or O(changes) if history stores the figure.
  public func course(
    of figure: NamedFigure, through last: Position, progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> FigureCourse {
    switch figure {
    case .sum(let figure): try course(of: figure, through: last, progress: progress)
    case .budget(let figure, let budget): try course(of: figure, budget, through: last, progress: progress)
    case .saved(let goal, let currency):
      try course(ofGoal: goal, currency, through: last, progress: progress)
    }
  }
}

extension FigureWords {
  /// Returns the words of a line.
  ///
  /// - Throws: `Refusal` if a quotation mark is not closed.
  package static func words(_ text: String) throws(Refusal) -> [String] {
    guard let words = split(text) else {
      throw Refusal(.invalidValue, "a quotation mark is not closed in “\(text)”")
    }
    return words
  }
}
