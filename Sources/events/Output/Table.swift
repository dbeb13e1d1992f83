/// Rows of text in aligned columns, fitted to a width by shortening the columns that may be shortened.
struct Table {
  /// One column.
  struct Column: Sendable {
    /// Its heading; empty for none.
    var heading = ""
    /// Amounts and counts stand to the right.
    var isRightAligned = false
    /// Names may be shortened to this many columns; amounts, dates and ids never are.
    var shrinksTo: Int?
    /// At least so wide, so that tables printed one after another stand alike.
    var minimum = 0

    static func left(_ heading: String = "", minimum: Int = 0) -> Column {
      Column(heading: heading, minimum: minimum)
    }
    static func right(_ heading: String = "", minimum: Int = 0) -> Column {
      Column(heading: heading, isRightAligned: true, minimum: minimum)
    }
    static func name(_ heading: String = "", shrinksTo least: Int = 10) -> Column {
      Column(heading: heading, shrinksTo: least)
    }
  }

  /// One field: text that is safe to print, and a style.
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
    /// A line across the columns: something to the left, something at the right edge of the table.
    case span(Cell, Cell)
  }

  let columns: [Column]
  /// Spaces before each row.
  var indent = 0
  private var content: [Line] = []

  init(_ columns: [Column], indent: Int = 0) {
    self.columns = columns
    self.indent = indent
  }

  /// Whether nothing was added.
  var isEmpty: Bool { content.isEmpty }

  /// Adds a row; missing cells are empty.
  mutating func row(_ cells: [Cell]) {
    precondition(cells.count <= columns.count, "a row has at most one cell for each column")
    content.append(.row(cells + Array(repeating: Cell(""), count: columns.count - cells.count)))
  }

  /// Adds a line across the columns.
  mutating func span(_ left: Cell, _ right: Cell = "") { content.append(.span(left, right)) }

  /// The lines, at most as wide as the terminal where shortening allows it. Two spaces between columns, none at
  /// the end of a line. Columns that are empty in every row are left out.
  ///
  /// Complexity: O(text).
  func lines(for terminal: Terminal) -> [String] {
    let rows = content.compactMap { line in
      if case .row(let cells) = line { cells } else { nil }
    }
    let used = columns.indices.filter { index in rows.contains { !$0[index].text.isEmpty } }
    let hasHeadings = used.contains { !columns[$0].heading.isEmpty }
    let headings = columns.map { Cell($0.heading, .quiet) }
    let widths = fittedWidths(
      of: hasHeadings ? [headings] + rows : rows, used: used, into: terminal.width - indent)
    let edge = max(spanWidth, widths.reduce(indent - 2) { $0 + $1 + 2 })
    let lines = content.map { line in
      switch line {
      case .row(let cells): rendered(cells, used: used, widths: widths, terminal)
      case .span(let left, let right): rendered(left, right, edge: min(edge, terminal.width), terminal)
      }
    }
    return (hasHeadings ? [rendered(headings, used: used, widths: widths, terminal)] : []) + lines
  }

  private func rendered(_ cells: [Cell], used: [Int], widths: [Int], _ terminal: Terminal) -> String {
    var line = String(repeating: " ", count: indent)
    var pending = ""
    for (place, index) in used.enumerated() {
      let text = truncated(cells[index].text, to: widths[place])
      let padding = String(repeating: " ", count: widths[place] - columnWidth(text))
      if columns[index].isRightAligned { pending += padding }
      if !text.isEmpty {
        line += pending + terminal.styled(text, cells[index].style)
        pending = ""
      }
      if !columns[index].isRightAligned { pending += padding }
      pending += "  "
    }
    return line.allSatisfy { $0 == " " } ? "" : line
  }

  private func rendered(_ left: Cell, _ right: Cell, edge: Int, _ terminal: Terminal) -> String {
    let room = right.text.isEmpty ? terminal.width : edge - columnWidth(right.text) - 2
    let text = truncated(left.text, to: max(room, 10))
    if right.text.isEmpty { return terminal.styled(text, left.style) }
    let padding = max(2, edge - columnWidth(text) - columnWidth(right.text))
    return terminal.styled(text, left.style) + String(repeating: " ", count: padding)
      + terminal.styled(right.text, right.style)
  }

  private var spanWidth: Int {
    content.reduce(0) { widest, line in
      guard case .span(let left, let right) = line, !right.text.isEmpty else { return widest }
      return max(widest, columnWidth(left.text) + 2 + columnWidth(right.text))
    }
  }

  private func fittedWidths(of rows: [[Cell]], used: [Int], into width: Int) -> [Int] {
    var widths = used.map { index in
      rows.reduce(columns[index].minimum) { max($0, columnWidth($1[index].text)) }
    }
    var excess = widths.reduce(0, +) + 2 * (used.count - 1) - width
    while excess > 0 {
      // The widest of those that may shrink gives first, so that none is cut while another has room.
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
