/// Finds plain line items before the first sum.
///
/// An item is a name with its price on the same line or on the next one.
struct ItemReader {
  let page: Page
  let table: AmountTable

  struct Item {
    var name: String
    var quantity: String?
    var digits: String
    /// The price in thousandths.
    var price: Int64
    var line: Int
    /// Whether the name, or a quantity, is on the line of the price.
    var isOnOneLine: Bool
  }

  /// Returns the items that add up to a sum of the paper, or to its total. Otherwise those on a single line.
  ///
  /// Amounts above the goods, such as a company's capital, are not in the sum. An item costs no more than a sum.
  static func plain(_ items: [Item], sums: Set<Int64>, total: Int64?) -> [Item] {
    let items = items.filter { $0.price != 0 }
    let targets = total.map { sums.union([$0]) } ?? sums
    let solid = items.filter(\.isOnOneLine)
    for some in [items, solid] + (1...3).map({ Array(items.dropFirst($0)) }) where !some.isEmpty {
      if targets.contains(some.reduce(0) { $0 &+ $1.price }) { return some }
    }
    let most = targets.max() ?? .max
    return (solid.isEmpty ? items : solid).filter { $0.price <= most }
  }

  func read() -> [Item] {
    var items: [Item] = []
    var at = 0
    let amounts = table.amounts
    while at < amounts.count, items.count < 200 {
      let line = amounts[at].line
      var end = at
      while end < amounts.count, amounts[end].line == line { end += 1 }
      defer { at = end }
      if isSum(amounts[at]) {
        if items.isEmpty { continue }
        break
      }
      if let item = item(amounts[at..<end], line) { items.append(item) }
    }
    return items
  }

  private func isSum(_ amount: AmountTable.Amount) -> Bool {
    let role = amount.role
    return role == .total || role == .grandTotal || role == .inclusiveTotal || role == .subtotal
  }

  private func item(_ found: ArraySlice<AmountTable.Amount>, _ line: Int) -> Item? {
    let front = quantityInFront(found, line)
    let amounts = front == nil ? found : found.dropFirst()
    guard let first = amounts.first, let last = amounts.last else { return nil }
    switch last.role {
    case nil, .discount, .deposit, .service: break
    case .count, .unitPrice: guard quantityLine(line) != nil else { return nil }
    default: return nil
    }
    let number = page.numbers[last.number]
    guard number.decimals == 2 || number.hasCurrency, !number.isFactor else { return nil }
    let begin = page.lines[line].lowerBound + (front == nil ? 0 : 1)
    var name = name(begin..<page.numbers[first.number].token)
    let isOnOneLine = name != nil || quantityLine(line) != nil
    if name == nil, line > 0, isNameLine(line - 1) { name = self.name(page.lines[line - 1]) }
    guard let name else { return nil }
    let quantity =
      front ?? name.quantity ?? factor(line) ?? quantityLine(line)
      ?? (line + 1 < page.lines.count ? quantityLine(line + 1) : nil)
    return Item(
      name: name.text, quantity: quantity, digits: number.digits, price: number.thousandths, line: line,
      isOnOneLine: isOnOneLine)
  }

  // MARK: - Names

  /// Returns the words before the first amount, without the quantity and the tax mark in front.
  private func name(_ tokens: Range<Int>) -> (text: String, quantity: String?)? {
    var first = tokens.lowerBound
    var quantity: String?
    while first < tokens.upperBound {
      let token = page.tokens[first]
      if token.kind == .number {
        let number = page.numbers[token.index]
        if !number.isPercent {
          guard quantity == nil, let count = count(number) else { break }
          quantity = count
        }
      } else if token.kind == .word {
        guard token.end - token.start == 1, first + 1 < tokens.upperBound else { break }
        guard !page.text.units[Int(token.start)].isIdeograph else { break }
      } else {
        return nil
      }
      first += 1
    }
    guard first < tokens.upperBound else { return nil }
    // A wide gap ends the name. Other columns follow.
    var last = first
    while last + 1 < tokens.upperBound, page.tokens[last + 1].start - page.tokens[last].end < 4 { last += 1 }
    if quantity == nil, last + 1 < tokens.upperBound, page.tokens[last + 1].kind == .number {
      quantity = count(page.numbers[page.tokens[last + 1].index])
    }
    let kept = first..<last + 1
    guard kept.contains(where: { isNameWord($0) }) else { return nil }
    guard !kept.contains(where: { page.tokens[$0].kind == .date || page.tokens[$0].kind == .time }) else {
      return nil
    }
    // The name includes a sign attached to its last word (`5%`).
    var end = Int(page.tokens[last].end)
    let lineEnd = page.text.lines[Int(page.tokens[last].line)].upperBound
    while end < lineEnd, !page.text.units[end].isDigit, page.text.units[end] != Folding.space,
      !page.text.units[end].isLetter, !page.text.units[end].isCurrencySign
    {
      end += 1
    }
    return (page.text.printed(Int(page.tokens[first].start)..<end), quantity)
  }

  /// Whether a word can name a thing: it has two letters or more, and is no currency and no unit.
  private func isNameWord(_ index: Int) -> Bool {
    let token = page.tokens[index]
    guard token.kind == .word else { return false }
    if page.text.units[Int(token.start)].isIdeograph { return true }
    guard token.end - token.start >= 2, !LineScanner.measures.contains(token.payload) else { return false }
    return !page.hits[page.lineHits[Int(token.line)]].contains { hit in
      guard hit.tokens.contains(index) else { return false }
      switch hit.sense {
      case .currency, .role(.count), .role(.weight): return true
      // Other words may be in the name of an item.
      default: return false
      }
    }
  }

  /// Whether a line has only words, and they name no amount and no place.
  private func isNameLine(_ line: Int) -> Bool {
    guard table.firstOfLine[line] == nil else { return false }
    for hit in page.hits[page.lineHits[line]] {
      switch hit.sense {
      case .role(.vendorWord), .role(.otherDate), .role(.discount), .role(.deposit), .category, .chain,
        .country, .month, .currency:
        continue
      case .role: return false
      }
    }
    return page.lines[line].contains { isNameWord($0) }
  }

  // MARK: - Quantities

  /// Returns the quantity of a line such as `1.00 Café € 0.70 € 0.70`.
  private func quantityInFront(_ amounts: ArraySlice<AmountTable.Amount>, _ line: Int) -> String? {
    guard amounts.count > 1, let first = amounts.first else { return nil }
    let number = page.numbers[first.number]
    guard number.token == page.lines[line].lowerBound, !number.hasCurrency, number.thousandths > 0,
      page.tokens[number.token + 1].kind == .word, number.decimals == 2
    else { return nil }
    return number.thousandths % 1000 == 0 ? String(number.digits.dropLast(3)) : number.digits
  }

  private func count(_ number: Number) -> String? {
    guard !number.isIdentity, !number.isPercent, number.thousandths > 0, number.thousandths < 1_000_000 else {
      return nil
    }
    if number.decimals == 0 { return number.hasCurrency ? nil : number.digits }
    guard number.decimals == 3 else { return nil }
    return number.thousandths % 1000 == 0 ? String(number.digits.dropLast(4)) : number.digits
  }

  /// Reads the quantity of `3 x 0,79` on the line of the price.
  private func factor(_ line: Int) -> String? {
    for token in page.lines[line] where page.tokens[token].kind == .number {
      let number = page.numbers[page.tokens[token].index]
      if number.isFactor, number.decimals == 0 || number.decimals == 3, let count = count(number) {
        return count
      }
    }
    return nil
  }

  /// Reads the quantity of a line such as `4 Stk x 1,89` or `0,792 kg x 2,49 EUR/kg`.
  private func quantityLine(_ line: Int) -> String? {
    let tokens = page.lines[line]
    guard tokens.count >= 2, page.tokens[tokens.lowerBound].kind == .number else { return nil }
    let number = page.numbers[page.tokens[tokens.lowerBound].index]
    guard let count = count(number) else { return nil }
    if number.isFactor { return count }
    for token in tokens.dropFirst().prefix(2) where page.tokens[token].kind == .word {
      let piece = page.tokens[token]
      if piece.end - piece.start == 1, page.text.units[Int(piece.start)] == UInt16(ascii: "x") { return count }
    }
    return nil
  }
}
