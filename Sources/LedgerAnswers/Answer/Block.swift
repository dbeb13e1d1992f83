public import LedgerBook

/// A part of an answer as people read it.
///
/// A surface chooses fonts and widths. Where the output is not a terminal, the tool leaves `line` whole, wraps `fitted` at
/// 80 columns and `paragraph` at 80 or less.
public enum Block: Sendable {
  /// The title of what follows. Its first part is emphasized.
  case title(Line)
  /// A line that scripts read whole. It is wrapped only on a terminal.
  case line(Line)
  /// A line with names or texts in it, wrapped with the rest indented like its beginning.
  case fitted(Line)
  /// A sentence or more, broken at its spaces.
  case paragraph(Line)
  /// A sentence about the line above, broken at its spaces and indented.
  case indented(Line)
  /// Rows in columns.
  case table(AnswerTable)
  /// Sums with a bar for each currency.
  case bars(Bars)
  /// The next step: its title, and the remedy that a button or a command line carries out.
  case remedy(String, Remedy)
  /// An empty line.
  case gap

  package static func step(_ title: String, _ step: Step) -> Block { .remedy(title, .next(step)) }

  /// Returns the blocks after an empty line, or nothing if there are no blocks.
  package static func afterGap(_ blocks: [Block]) -> [Block] { blocks.isEmpty ? [] : [.gap] + blocks }
}

/// The emphasis of a text.
public enum Emphasis: Hashable, Sendable {
  case plain
  case strong
  case quiet
  case attention
  case good
  case bad
}
