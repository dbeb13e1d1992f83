extension VendorReader {
  /// Returns the names of chains on the paper with the points for them.
  func chains() -> [Candidate] {
    var counts: [Int: Int] = [:]
    var first: [Int: Hit] = [:]
    var onWeb: Set<Int> = []
    for hit in page.hits {
      guard case .chain(let index) = hit.sense, Self.isTrusted(hit, page) else { continue }
      counts[index, default: 0] += 1
      if first[index] == nil { first[index] = hit }
      if page.has(.web, line: hit.line) { onWeb.insert(index) }
    }
    var candidates: [Candidate] = []
    for (index, hit) in first.sorted(by: { $0.key < $1.key }) {
      var points = 10 + 3 * min(counts[index, default: 0], 3)
      if hit.line < 3 { points += 3 }
      if onWeb.contains(index) { points += 4 }
      if hit.isRepaired, hit.line >= 3 { points -= 2 }
      candidates.append(
        Candidate(
          points: points, line: hit.line, name: hit.isRepaired ? Chain.all[index].name : fullName(hit),
          reason: hit.isRepaired ? "a chain's name, misread" : "a chain's name"))
    }
    return candidates
  }

  /// Returns the line of the name if it is short (`REWE City`), or the name alone.
  private func fullName(_ hit: Hit) -> String {
    let tokens = page.lines[hit.line]
    let hasOnlyWords = tokens.allSatisfy { page.tokens[$0].kind == .word }
    guard hasOnlyWords, tokens.count <= hit.tokens.count + 2, hit.tokens.lowerBound == tokens.lowerBound,
      !page.has(.web, line: hit.line)
    else { return page.printed(hit.tokens) }
    return page.printed(tokens)
  }

  /// Whether a chain's name is the vendor's and not that of an article.
  ///
  /// It is trusted at the head of the paper, next to its company form, in its web address, or alone on its line.
  static func isTrusted(_ hit: Hit, _ page: Page) -> Bool {
    if hit.line < 6 { return true }
    if page.has(.companyForm, line: hit.line) || page.has(.strongForm, line: hit.line) { return true }
    if page.has(.web, line: hit.line) { return true }
    // The name alone on its line, with no amount.
    let tokens = page.lines[hit.line]
    return tokens.count <= 3 && hit.tokens.lowerBound == tokens.lowerBound
      && !tokens.contains { page.tokens[$0].kind == .number }
  }
}
