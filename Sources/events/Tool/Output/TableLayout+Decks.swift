internal import LedgerAnswers

extension TableLayout {
  /// Columns that are on one line. A table that is too wide for the terminal has several decks, one below another.
  struct Deck {
    /// The indices of the columns.
    var used: [Int]
    var widths: [Int]
    /// The number of spaces before the columns.
    var indent: Int
    /// Whether the last column is narrower than its text, which then continues below.
    var isFolded = false

    /// The column after its end.
    var edge: Int { widths.reduce(indent - 2) { $0 + $1 + 2 } }
  }

  /// Distributes the columns to decks.
  ///
  /// One deck is enough if names can be shortened, or if the text of a left-aligned last column can be continued below.
  /// If no person reads the output, such a last column is not shortened, because it may be a path or a name to copy.
  func decks(of rows: [[Cell]], used: [Int], for terminal: Terminal) -> [Deck] {
    guard let last = used.last else { return [] }
    let width = terminal.width
    var deck = Deck(
      used: used, widths: fittedWidths(of: rows, used: used, into: width - indent), indent: indent)
    if deck.edge <= width || used.contains(where: { columns[$0].isCopied }) { return [deck] }
    let staysWhole = !terminal.isInteractive && !columns[last].isRightAligned && columns[last].shrinksTo == nil
    if staysWhole || fold(&deck, into: width, least: 24) { return [deck] }
    var decks: [Deck] = []
    var rest = used[...]
    while !rest.isEmpty {
      let indent = self.indent + (decks.isEmpty ? 0 : 4)
      var count = rest.count
      var deck: Deck
      repeat {
        let used = Array(rest.prefix(count))
        deck = Deck(
          used: used, widths: fittedWidths(of: rows, used: used, into: width - indent),
          indent: indent)
        count -= 1
      } while deck.edge > width && count > 0
      if deck.edge > width { _ = fold(&deck, into: width, least: 1) }
      // Amounts are at the right edge also on the second line.
      if !decks.isEmpty, let last = deck.used.last, columns[last].isRightAligned {
        deck.indent = width - (deck.edge - deck.indent)
      }
      decks.append(deck)
      rest = rest.dropFirst(deck.used.count)
    }
    return decks
  }

  /// Narrows the last column to fit, but not below a minimum. It must be left-aligned or alone.
  private func fold(_ deck: inout Deck, into width: Int, least: Int) -> Bool {
    guard let last = deck.used.last, !columns[last].isRightAligned || deck.used.count == 1 else {
      return false
    }
    let place = deck.widths.count - 1
    let room = deck.widths[place] - (deck.edge - width)
    guard room >= least else { return false }
    deck.widths[place] = room
    deck.isFolded = true
    return true
  }
}
