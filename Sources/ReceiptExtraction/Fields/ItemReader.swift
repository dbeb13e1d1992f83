internal import LedgerDomain

/// Finds plain line items: a name and its price on one line, above the first sum.
struct ItemReader {
  let page: Page
  let ledger: Ledger

  struct Item {
    var name: String
    var quantity: String?
    var digits: String
    /// In thousandths.
    var price: Int64
    var line: Int
  }

  func read() -> [Item] {
    var items: [Item] = []
    var at = 0
    let amounts = ledger.amounts
    while at < amounts.count, items.count < 200 {
      let line = amounts[at].line
      var end = at
      while end < amounts.count, amounts[end].line == line { end += 1 }
      defer { at = end }
      if isSum(amounts[at]) {
        if items.isEmpty { continue }
        break
      }
      guard let last = amounts[at..<end].last,
        last.role == nil || last.role == .discount || last.role == .deposit
      else { continue }
      let number = page.numbers[last.number]
      guard number.decimals == 2 || number.hasCurrency else { continue }
      guard let name = name(line, before: page.numbers[amounts[at].number].token) else { continue }
      items.append(
        Item(
          name: name.text, quantity: name.quantity ?? factor(line), digits: number.digits,
          price: number.thousandths, line: line))
    }
    return items
  }

  private func isSum(_ amount: Ledger.Amount) -> Bool {
    switch amount.role {
    case .total, .grandTotal, .inclusiveTotal, .subtotal: true
    default: false
    }
  }

  /// The words before the first amount, without the quantity in front.
  private func name(_ line: Int, before token: Int) -> (text: String, quantity: String?)? {
    let tokens = page.lines[line]
    var first = tokens.lowerBound
    guard first < token else { return nil }
    var quantity: String?
    if page.tokens[first].kind == .number, first + 1 < token {
      let number = page.numbers[page.tokens[first].index]
      if !number.isIdentity, number.decimals == 0 || number.decimals == 3, number.thousandths > 0,
        number.thousandths < 1_000_000
      {
        quantity =
          number.decimals == 3 && number.thousandths % 1000 == 0
          ? String(number.digits.dropLast(4)) : number.digits
        first += 1
        if first < token, page.tokens[first].kind == .word,
          page.tokens[first].end - page.tokens[first].start == 1
        {
          first += 1
        }
      }
    }
    guard first < token,
      page.tokens[first..<token].contains(where: { $0.kind == .word && $0.end - $0.start >= 2 })
    else { return nil }
    guard !page.tokens[first..<token].contains(where: { $0.kind == .date || $0.kind == .time }) else {
      return nil
    }
    let range = Int(page.tokens[first].start)..<Int(page.tokens[token - 1].end)
    return (page.text.printed(range), quantity)
  }

  /// `3 x 0,79` on the line or the next.
  private func factor(_ line: Int) -> String? {
    for line in [line, line + 1] where page.lines.indices.contains(line) {
      if line != 0, ledger.firstOfLine[line] == nil, page.letterCount(line: line) > 8 { continue }
      for token in page.lines[line] where page.tokens[token].kind == .number {
        let number = page.numbers[page.tokens[token].index]
        if number.isFactor, number.decimals == 0 || number.decimals == 3, number.thousandths > 0 {
          return number.digits
        }
      }
    }
    return nil
  }
}
