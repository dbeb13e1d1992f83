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

    static func left(_ heading: String = "") -> Column { Column(heading: heading) }
    static func right(_ heading: String = "") -> Column { Column(heading: heading, isRightAligned: true) }
    static func name(_ heading: String = "", shrinksTo minimum: Int = 10) -> Column {
      Column(heading: heading, shrinksTo: minimum)
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

  let columns: [Column]
  private(set) var rows: [[Cell]] = []
  /// Spaces before each line.
  var indent = 0

  init(_ columns: [Column], indent: Int = 0) {
    self.columns = columns
    self.indent = indent
  }

  /// Adds a row; missing cells are empty.
  mutating func row(_ cells: [Cell]) {
    precondition(cells.count <= columns.count, "a row has at most one cell for each column")
    rows.append(cells + Array(repeating: Cell(""), count: columns.count - cells.count))
  }

  /// The lines, at most as wide as the terminal where shortening allows it. Two spaces between columns, none at
  /// the end of a line. Columns that are empty in every row are left out.
  ///
  /// Complexity: O(text).
  func lines(for terminal: Terminal) -> [String] {
    let used = columns.indices.filter { index in rows.contains { !$0[index].text.isEmpty } }
    guard !used.isEmpty else { return [] }
    let hasHeadings = used.contains { !columns[$0].heading.isEmpty }
    let headings = columns.map { Cell($0.heading, .quiet) }
    let all = hasHeadings ? [headings] + rows : rows
    let widths = fittedWidths(of: all, used: used, into: terminal.width - indent)
    return all.map { row in
      var line = String(repeating: " ", count: indent)
      var pending = ""
      for (place, index) in used.enumerated() {
        let text = truncated(row[index].text, to: widths[place])
        let padding = String(repeating: " ", count: widths[place] - columnWidth(text))
        let styled = terminal.styled(text, row[index].style)
        if columns[index].isRightAligned {
          pending += padding
          if !text.isEmpty {
            line += pending + styled
            pending = ""
          }
        } else {
          if !text.isEmpty {
            line += pending + styled
            pending = ""
          }
          pending += padding
        }
        pending += "  "
      }
      return line.allSatisfy { $0 == " " } ? "" : line
    }
  }

  private func fittedWidths(of rows: [[Cell]], used: [Int], into width: Int) -> [Int] {
    var widths = used.map { index in rows.reduce(0) { max($0, columnWidth($1[index].text)) } }
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
