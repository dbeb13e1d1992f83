internal import LedgerDomain

/// Finds the amount paid.
struct TotalReader {
  let page: Page

  init(_ page: Page) { self.page = page }

  func read() -> FieldReadings {
    var best: Number?
    for hit in page.hits where hit.sense == .role(.grandTotal) || hit.sense == .role(.total) {
      for line in [hit.line, hit.line + 1] where line < page.lines.count {
        for token in page.lines[line] where page.tokens[token].kind == .number {
          let number = page.numbers[page.tokens[token].index]
          if number.isMoney { best = number }
        }
      }
    }
    guard let best else { return FieldReadings() }
    return FieldReadings([Reading(value: best.digits, reason: "line of the total", confidence: 60)])
  }
}
