extension Table {
  /// Columns that stand on one line; a table that is too wide for the terminal has several of them, one under another.
  struct Deck {
    /// The columns, by index.
    var used: [Int]
    /// Their widths.
    var widths: [Int]
    /// Spaces before them.
    var indent: Int
    /// Whether the last column is narrower than what stands in it, which goes on under it then.
    var isFolded = false

    /// Where it ends.
    var edge: Int { widths.reduce(indent - 2) { $0 + $1 + 2 } }
  }

  /// The columns, all on one line where names can be shortened so far, or where the last one, if it is to the left, can
  /// go on under itself; else on as many as it takes.
  ///
  /// Where no person reads it, what stands in a last column to the left, a path or a name to copy, stays whole.
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
      // Amounts stand at the right edge, on the second line, too.
      if !decks.isEmpty, let last = deck.used.last, columns[last].isRightAligned {
        deck.indent = width - (deck.edge - deck.indent)
      }
      decks.append(deck)
      rest = rest.dropFirst(deck.used.count)
    }
    return decks
  }

  /// Makes the last column as narrow as it has to be, where it is to the left or alone, and no narrower than that.
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
