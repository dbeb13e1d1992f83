internal import LedgerAnswers

/// The layout of a table on a terminal, fitted to a width by shortening some columns.
struct TableLayout {
  typealias Cell = AnswerTable.Cell

  let columns: [AnswerTable.Column]
  /// The number of spaces before each row.
  let indent: Int
  private let content: [AnswerTable.Row]

  /// Lays out a table, whose texts are made safe to print.
  init(_ table: AnswerTable) {
    columns = table.columns
    indent = table.indent
    content = table.rows.map { row in
      switch row {
      case .cells(let cells): .cells(cells.map { Cell(visible($0.withCommand), $0.emphasis) })
      case .across: row
      }
    }
  }

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
      if case .cells(let cells) = line { cells } else { nil }
    }
    let used = columns.indices.filter { index in rows.contains { !$0[index].text.isEmpty } }
    let hasHeadings = used.contains { !columns[$0].heading.isEmpty }
    let headings = columns.map { Cell($0.heading, .quiet) }
    let decks = decks(of: hasHeadings ? [headings] + rows : rows, used: used, for: terminal)
    let edge = max(spanWidth, decks.map(\.edge).max() ?? 0)
    let lines = content.map { line in
      switch line {
      case .cells(let cells): rendered(cells, decks, terminal)
      case .across(let left, let right):
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
        var part = number == 0 ? cells : cells.map { Cell("", $0.emphasis) }
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
        line.append(contentsOf: terminal.styled(text, cells[index].emphasis).utf8)
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

  private func rendered(_ left: Line, _ right: Line, edge: Int, _ terminal: Terminal) -> [String] {
    let right = Line(visible(right.text), right.parts.first?.emphasis ?? .plain)
    if right.text.isEmpty { return [cut(left, to: terminal.width, terminal).text] }
    let end = columnWidth(right.text)
    // If there is no room for both, the right text is on its own line.
    guard edge - end - 2 >= 10 || columnWidth(visible(left.text)) + 2 + end <= terminal.width else {
      let text = cut(right, to: terminal.width, terminal)
      let padding = String(repeating: " ", count: terminal.width - text.width)
      return [cut(left, to: terminal.width, terminal).text, padding + text.text]
    }
    let text = cut(left, to: max(edge - end - 2, 10), terminal)
    let padding = max(2, edge - text.width - end)
    return [text.text + String(repeating: " ", count: padding) + terminal.styled(right)]
  }

  /// Returns a line of at most `columns`, shortened at its end, and its width.
  private func cut(_ line: Line, to columns: Int, _ terminal: Terminal) -> (text: String, width: Int) {
    var (shown, width) = ("", 0)
    for part in line.parts {
      let text = visible(part.text)
      let cut = truncated(text, to: columns - width)
      shown += terminal.styled(cut, part.emphasis)
      width += columnWidth(cut)
      if cut != text { break }
    }
    return (shown, width)
  }

  private var spanWidth: Int {
    content.reduce(0) { widest, line in
      guard case .across(let left, let right) = line, !right.text.isEmpty else { return widest }
      return max(widest, columnWidth(visible(left.text)) + 2 + columnWidth(visible(right.text)))
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

extension AnswerTable.Cell {
  /// The text, with the command line of its step in brackets or alone.
  fileprivate var withCommand: String {
    guard let command = remedy?.commandLine(in: nil) else { return text }
    return text.isEmpty ? command : "\(text) (\(command))"
  }
}
