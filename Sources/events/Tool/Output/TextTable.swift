/// A table of text in aligned columns, fitted to a width by shortening some columns.
struct TextTable {
  /// The properties of a column.
  struct Column: Sendable {
    /// The heading, which may be empty.
    var heading = ""
    /// Whether the text is aligned to the right, as amounts and counts are.
    var isRightAligned = false
    /// The width that names may be shortened to, or `nil` for amounts, dates and ids.
    var shrinksTo: Int?
    /// Whether the text is meant to be copied, and therefore never broken.
    var isCopied = false
    /// The minimal width, which aligns tables that are printed one after another.
    var minimum = 0

    static func left(_ heading: String = "", minimum: Int = 0) -> Column {
      Column(heading: heading, minimum: minimum)
    }
    static func copied() -> Column { Column(isCopied: true) }
    static func right(_ heading: String = "", minimum: Int = 0) -> Column {
      Column(heading: heading, isRightAligned: true, minimum: minimum)
    }
    static func name(_ heading: String = "", shrinksTo least: Int = 10) -> Column {
      Column(heading: heading, shrinksTo: least)
    }
  }

  /// A cell with text that is safe to print, and a style.
  struct Cell: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    var text: String
    var style = Style.plain

    init(_ text: String, _ style: Style = .plain) {
      self.text = text
      self.style = style
    }

    init(stringLiteral text: String) { self.init(text) }
  }

  private enum Line {
    case row([Cell])
    /// A line across the columns with a left text and one at the right edge of the table.
    case span(Cell, Cell)
  }

  let columns: [Column]
  /// The number of spaces before each row.
  var indent = 0
  private var content: [Line] = []

  init(_ columns: [Column], indent: Int = 0) {
    self.columns = columns
    self.indent = indent
  }

  /// Whether it has no rows.
  var isEmpty: Bool { content.isEmpty }

  /// Adds a row. Missing cells are empty.
  mutating func row(_ cells: [Cell]) {
    precondition(cells.count <= columns.count, "a row has at most one cell for each column")
    content.append(.row(cells + Array(repeating: Cell(""), count: columns.count - cells.count)))
  }

  /// Adds a line across the columns.
  mutating func span(_ left: Cell, _ right: Cell = "") { content.append(.span(left, right)) }

  /// Returns the lines of the table, at most as wide as the terminal.
  ///
  /// There are two spaces between columns and no spaces at the end of a line. Columns that are empty in every row are left
  /// out. If shortening names is not enough, a row takes several lines.
  ///
  /// - Complexity: O(text).
  func lines(for terminal: Terminal) -> [String] { rows(for: terminal).flatMap { $0 } }

  /// Returns the lines of the heading, if there is one, and of each row.
  func rows(for terminal: Terminal) -> [[String]] {
    let rows = content.compactMap { line in
      if case .row(let cells) = line { cells } else { nil }
    }
    let used = columns.indices.filter { index in rows.contains { !$0[index].text.isEmpty } }
    let hasHeadings = used.contains { !columns[$0].heading.isEmpty }
    let headings = columns.map { Cell($0.heading, .quiet) }
    let decks = decks(of: hasHeadings ? [headings] + rows : rows, used: used, for: terminal)
    let edge = max(spanWidth, decks.map(\.edge).max() ?? 0)
    let lines = content.map { line in
      switch line {
      case .row(let cells): rendered(cells, decks, terminal)
      case .span(let left, let right):
        rendered(left, right, edge: min(edge, terminal.width), terminal)
      }
    }
    return (hasHeadings ? [rendered(headings, decks, terminal)] : []) + lines
  }

  /// Returns the lines of a row in its decks. A deck without text in this row takes no line.
  private func rendered(_ cells: [Cell], _ decks: [Deck], _ terminal: Terminal) -> [String] {
    let lines = decks.flatMap { deck in
      // Only the last cell of a deck may be longer than its column.
      guard deck.isFolded, let last = deck.used.last, let width = deck.widths.last else {
        return [rendered(cells, deck, terminal)]
      }
      return wrapped(cells[last].text, to: max(1, width)).enumerated().map { number, text in
        var part = number == 0 ? cells : cells.map { Cell("", $0.style) }
        part[last].text = text
        return rendered(part, deck, terminal)
      }
    }
    let filled = lines.filter { !$0.isEmpty }
    return filled.isEmpty ? [""] : filled
  }

  private func rendered(_ cells: [Cell], _ deck: Deck, _ terminal: Terminal) -> String {
    let space = UInt8(ascii: " ")
    var line: [UInt8] = []
    line.reserveCapacity(deck.edge + 16)
    // Spaces are written before the next text, so that no line ends with them.
    var pending = deck.indent
    for (place, index) in deck.used.enumerated() {
      let (text, width) = fitted(cells[index].text, into: deck.widths[place])
      let padding = deck.widths[place] - width
      if columns[index].isRightAligned { pending += padding }
      if !text.isEmpty {
        line.append(contentsOf: repeatElement(space, count: pending))
        line.append(contentsOf: terminal.styled(text, cells[index].style).utf8)
        pending = 0
      }
      if !columns[index].isRightAligned { pending += padding }
      pending += 2
    }
    return line.allSatisfy { $0 == space } ? "" : String(decoding: line, as: UTF8.self)
  }

  /// Returns the text, shortened to at most `columns`, and its width.
  private func fitted(_ text: String, into columns: Int) -> (text: String, width: Int) {
    let width = columnWidth(text)
    if width <= columns { return (text, width) }
    let shortened = truncated(text, to: columns)
    return (shortened, columnWidth(shortened))
  }

  private func rendered(_ left: Cell, _ right: Cell, edge: Int, _ terminal: Terminal) -> [String] {
    if right.text.isEmpty {
      return [terminal.styled(truncated(left.text, to: terminal.width), left.style)]
    }
    let end = columnWidth(right.text)
    // If there is no room for both, the right text is on its own line.
    guard edge - end - 2 >= 10 || columnWidth(left.text) + 2 + end <= terminal.width else {
      let start = truncated(left.text, to: terminal.width)
      let text = truncated(right.text, to: terminal.width)
      let padding = String(repeating: " ", count: terminal.width - columnWidth(text))
      return [terminal.styled(start, left.style), padding + terminal.styled(text, right.style)]
    }
    let text = truncated(left.text, to: max(edge - end - 2, 10))
    let padding = max(2, edge - columnWidth(text) - end)
    return [
      terminal.styled(text, left.style) + String(repeating: " ", count: padding)
        + terminal.styled(right.text, right.style)
    ]
  }

  private var spanWidth: Int {
    content.reduce(0) { widest, line in
      guard case .span(let left, let right) = line, !right.text.isEmpty else { return widest }
      return max(widest, columnWidth(left.text) + 2 + columnWidth(right.text))
    }
  }

  /// Returns the widths of columns side by side, shortened to fit as far as possible.
  func fittedWidths(of rows: [[Cell]], used: [Int], into width: Int) -> [Int] {
    var widths = used.map { index in
      rows.reduce(columns[index].minimum) { max($0, columnWidth($1[index].text)) }
    }
    var excess = widths.reduce(0, +) + 2 * (used.count - 1) - width
    while excess > 0 {
      // The widest column that may shrink is narrowed first, so that short names are not cut.
      let candidates = used.indices.filter { place in
        columns[used[place]].shrinksTo.map { $0 < widths[place] } ?? false
      }
      guard let place = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[place] -= 1
      excess -= 1
    }
    return widths
  }
}
