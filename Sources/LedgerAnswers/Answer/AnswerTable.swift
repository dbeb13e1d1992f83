public import LedgerBook
public import LedgerDomain

/// Rows in aligned columns.
///
/// A long list is several tables whose columns have the same `minimum`.
public struct AnswerTable: Sendable {
  /// The properties of a column.
  public struct Column: Hashable, Sendable {
    /// The heading, which may be empty.
    public var heading = ""
    /// Whether the text is aligned to the right, as amounts and counts are.
    public var isRightAligned = false
    /// The width in characters that names may be shortened to, or `nil` for amounts, dates and ids.
    public var shrinksTo: Int?
    /// Whether the text is meant to be copied, and therefore never broken.
    public var isCopied = false
    /// The minimal width in characters, which aligns tables that follow one another.
    public var minimum = 0

    package static func left(_ heading: String = "", minimum: Int = 0) -> Column {
      Column(heading: heading, minimum: minimum)
    }
    package static func copied() -> Column { Column(isCopied: true) }
    package static func right(_ heading: String = "", minimum: Int = 0) -> Column {
      Column(heading: heading, isRightAligned: true, minimum: minimum)
    }
    package static func name(_ heading: String = "", shrinksTo least: Int = 10) -> Column {
      Column(heading: heading, shrinksTo: least)
    }
  }

  /// A text in a column.
  public struct Cell: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The text, as the ledger has it.
    public var text: String
    /// The emphasis of the whole text.
    public var emphasis: Emphasis
    /// The step that a button or a command line in the cell carries out, or `nil`.
    public var remedy: Remedy?

    package init(_ text: String, _ emphasis: Emphasis = .plain, _ remedy: Remedy? = nil) {
      self.text = text
      self.emphasis = emphasis
      self.remedy = remedy
    }

    /// Creates a plain cell.
    public init(stringLiteral text: String) { self.init(text) }
  }

  /// A row.
  public enum Row: Sendable {
    /// A cell for each column.
    case cells([Cell])
    /// A line across the columns, with a left text and one at the right edge of the table.
    case across(Line, Line)
  }

  /// The columns from left to right.
  public let columns: [Column]
  /// The number of characters before each row.
  public var indent: Int
  /// The rows from top to bottom.
  public private(set) var rows: [Row] = []

  /// Creates a table without rows.
  package init(_ columns: [Column], indent: Int = 0) {
    self.columns = columns
    self.indent = indent
  }

  /// Whether it has no rows.
  public var isEmpty: Bool { rows.isEmpty }

  /// Adds a row. Missing cells are empty.
  package mutating func row(_ cells: [Cell]) {
    precondition(cells.count <= columns.count, "a row has at most one cell for each column")
    rows.append(.cells(cells + Array(repeating: Cell(""), count: columns.count - cells.count)))
  }

  /// Adds a line across the columns.
  package mutating func span(_ left: Line, _ right: Line = "") { rows.append(.across(left, right)) }

  /// Returns a table of names and values. Empty values are left out, and a value of several lines takes as many rows.
  ///
  /// - Parameters:
  ///   - facts: The names and values.
  ///   - least: The width in characters that values may be shortened to, or `nil` if they are never shortened.
  ///   - indent: The number of characters before each row.
  ///   - steps: The steps next to a value, by its name.
  package static func facts(
    _ facts: [(name: String, value: String)], shrinksTo least: Int? = 20, indent: Int = 2,
    steps: [String: Step] = [:]
  ) -> AnswerTable {
    var table = AnswerTable([.left(), Column(shrinksTo: least)], indent: indent)
    for (name, value) in facts where !value.isEmpty {
      for (index, line) in lines(of: value).enumerated() {
        let step = index == 0 ? steps[name].map { Remedy.next($0) } : nil
        table.row([.init(index == 0 ? name : "", .quiet), .init(line, .plain, step)])
      }
    }
    return table
  }
}

/// Returns the lines of a text, also of one with the line ends of Windows.
package func lines(of text: String) -> [String] {
  text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map { String($0) }
}

/// Sums in lines, each with a bar for each currency.
///
/// Each currency has a scale of its own, because amounts of two currencies are never compared.
public struct Bars: Sendable {
  /// A line.
  public struct Row: Sendable {
    /// The text before the bar.
    public let label: String
    /// The number of transactions, or `nil` if the lines have no such number.
    public let count: Int?
    /// The sums by currency.
    public let totals: [Money]
    /// The currencies in which the sum needs more than 64 bits.
    public let tooLarge: [CurrencyCode]
    /// The texts of the columns before the bar, one for each of `details`.
    public let details: [String]

    package init(
      label: String, count: Int?, totals: [Money], tooLarge: [CurrencyCode], details: [String] = []
    ) {
      (self.label, self.count, self.totals, self.tooLarge) = (label, count, totals, tooLarge)
      self.details = details
    }
  }

  /// The heading of the labels.
  public var heading = ""
  /// The lines from top to bottom.
  public let rows: [Row]
  /// The last line, which has no bar, or `nil` if the lines have no sum.
  public let sum: Row?
  /// The order of the currencies. Others follow as they occur.
  public var order: [CurrencyCode] = []
  /// The width in characters that labels may be shortened to, or `nil` if they are never shortened.
  public var labelShrinksTo: Int?
  /// The headings of the columns before the bar, and that of the amount after it. With any, the bars are in one currency.
  public var details: [String] = []

  package init(
    heading: String = "", _ rows: [Row], sum: Row? = nil, order: [CurrencyCode] = [], labelShrinksTo: Int? = nil
  ) {
    (self.heading, self.rows, self.sum, self.order) = (heading, rows, sum, order)
    self.labelShrinksTo = labelShrinksTo
  }
}
