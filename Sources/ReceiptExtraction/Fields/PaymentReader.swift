internal import LedgerDomain

/// Finds how the receipt was paid, by words of cash or change, words of cards, or a masked card number.
struct PaymentReader {
  let page: Page

  func read() -> FieldReadings {
    var isChangeGiven = false
    var cash = 0
    var card = 0
    var cashReason = ""
    var cardReason = ""
    for (index, hit) in page.hits.enumerated() {
      guard case .role(let role) = hit.sense else { continue }
      let printed = page.quote(hit.tokens)
      switch role {
      case .cash where !isTitle(index):
        let weight = isPaid(hit.line) ? 4 : 2
        if weight > cash { cashReason = "\(printed) found" }
        cash = max(cash, weight)
      case .change:
        if hasNonzeroAmount(hit.line), cash < 2 {
          cash = 2
          cashReason = "\(printed) found"
        }
        if hasNonzeroAmount(hit.line) { isChangeGiven = true }
      case .card:
        let weight = cardWeight(hit)
        if weight > card { cardReason = "\(printed) found" }
        card = max(card, weight)
      // Other roles do not tell how it was paid.
      default: continue
      }
    }
    if let masked = maskedNumber(), !isChangeGiven {
      card += 3
      cardReason = "card number \(masked)"
    }
    return readings(cash, cashReason, card, cardReason)
  }

  private func readings(_ cash: Int, _ cashReason: String, _ card: Int, _ cardReason: String) -> FieldReadings {
    guard cash > 0 || card > 0 else { return FieldReadings() }
    let lead = abs(cash - card)
    let confidence = lead >= 4 ? 93 : lead >= 2 ? 85 : 60
    let cashReading = FieldReading(value: "cash", reason: cashReason, confidence: cash > card ? confidence : 35)
    let cardReading = FieldReading(
      value: "card", reason: cardReason, confidence: card >= cash ? confidence : 35)
    if cash > card { return FieldReadings(lead <= 1 && card > 0 ? [cashReading, cardReading] : [cashReading]) }
    return FieldReadings(lead <= 1 && cash > 0 ? [cardReading, cashReading] : [cardReading])
  }

  /// Whether a word of cash belongs to a title or a name.
  ///
  /// `CASH BILL`, `CASH RECEIPT` and `Cash Sales` head papers that were paid in other ways. `SNACK BAR` is a name.
  private func isTitle(_ index: Int) -> Bool {
    let hit = page.hits[index]
    let next = hit.tokens.upperBound
    if page.lines[hit.line].contains(next), page.tokens[next].kind == .word,
      Self.titleWords.contains(page.tokens[next].payload)
    {
      return true
    }
    let bar = page.tokens[hit.tokens.lowerBound]
    guard bar.payload == Self.bar else { return false }
    // `BAR` is German for cash if its line has an amount, or is short and below the head of the paper.
    let line = page.lines[hit.line]
    return !(hasAmount(hit.line) || line.count <= 2 && hit.line > 3)
  }

  private static let bar = WordHash.of(FoldedText("bar").units[...])
  private static let titleWords = Set(
    ["bill", "receipt", "invoice", "sales", "sale", "memo", "hotel", "counter"].map {
      WordHash.of(FoldedText($0).units[...])
    })

  /// The weight of a card's word: a brand weighs more than `card`, and a loyalty card pays nothing.
  private func cardWeight(_ hit: Hit) -> Int {
    if isPaid(hit.line) { return 4 }
    if page.has(.loyalty, line: hit.line) { return 0 }
    let isGeneric =
      hit.tokens.count == 1 && Self.genericCards.contains(page.tokens[hit.tokens.lowerBound].payload)
    return isGeneric && page.lines[hit.line].count > 3 ? 1 : 3
  }

  private static let genericCards = Set(
    [
      "card", "karte", "carte", "carta", "tarjeta", "cartao", "debit", "credit", "kort", "karta", "pin", "cb",
      "mb", "nets", "master",
    ]
    .map { WordHash.of(FoldedText($0).units[...]) })

  /// Whether the line has an amount, or is short and the line above or below has only an amount.
  private func isPaid(_ line: Int) -> Bool {
    if hasAmount(line) { return true }
    guard page.lines[line].count <= 3 else { return false }
    return [line - 1, line + 1].contains {
      page.lines.indices.contains($0) && hasAmount($0) && LabelRules.isBare(page, $0)
    }
  }

  private func hasAmount(_ line: Int) -> Bool {
    page.lines[line].contains { page.tokens[$0].kind == .number && page.numbers[page.tokens[$0].index].isMoney }
  }

  private func hasNonzeroAmount(_ line: Int) -> Bool {
    page.lines[line].contains {
      page.tokens[$0].kind == .number && page.numbers[page.tokens[$0].index].isMoney
        && page.numbers[page.tokens[$0].index].thousandths != 0
    }
  }

  private func isMask(_ unit: UInt16) -> Bool {
    unit == Sign.star || unit == Sign.hash || unit == UInt16(ascii: "x") || unit == Sign.point
  }

  /// Reads a masked card number: at least three mask characters, then four digits (`****1234`).
  private func maskedNumber() -> String? {
    let units = page.text.units
    for line in page.text.lines {
      var run = 0
      var at = line.lowerBound
      while at < line.upperBound {
        let unit = units[at]
        if unit == Sign.star || unit == Sign.hash || unit == UInt16(ascii: "x")
          || (unit == Sign.point && run > 0)
        {
          run += 1
        } else if unit.isDigit, run >= 3, at + 3 < line.upperBound, units[at + 1].isDigit,
          units[at + 2].isDigit, units[at + 3].isDigit
        {
          var start = at
          while start > line.lowerBound, at - start < 12,
            isMask(units[start - 1]) || units[start - 1] == Folding.space || units[start - 1] == Sign.minus
          { start -= 1 }
          while start < at, !isMask(units[start]) { start += 1 }
          return page.quote(from: start, to: at + 4)
        } else if unit == Folding.space || unit == Sign.minus {
          // Accepts groups of four: `**** **** **** 1234`.
          at += 1
          continue
        } else {
          run = 0
        }
        at += 1
      }
    }
    return nil
  }
}
