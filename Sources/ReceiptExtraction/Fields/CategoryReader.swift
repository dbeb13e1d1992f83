internal import LedgerDomain

/// Finds which of the five categories fits, by a chain's name or by words of the trade.
struct CategoryReader {
  let page: Page

  /// A category with its share of the evidence.
  struct Verdict {
    var readings = FieldReadings()
    /// How clearly the words name the category, 0 to 100.
    var match = 0
  }

  func read() -> Verdict {
    var points: [Category: Int] = [:]
    var reasons: [Category: (weight: Int, text: String)] = [:]
    var seen: Set<UInt64> = []
    for hit in page.hits where !hit.isRepaired {
      let category: Category
      var weight: Int
      switch hit.sense {
      case .category(let found):
        category = found
        weight = found == .food || found == .other ? 2 : 3
      case .chain(let index):
        guard VendorReader.isTrusted(hit, page) else { continue }
        category = Chain.all[index].category
        weight = 8
      // Other words hint at no category.
      default: continue
      }
      var key = UInt64(category.rawValue.utf8.first ?? 0)
      for token in hit.tokens { key = (key ^ page.tokens[token].payload) &* 0x0000_0100_0000_01B3 }
      guard seen.insert(key).inserted else { continue }
      if hit.line < 4 { weight += 2 }
      points[category, default: 0] += weight
      if weight > reasons[category]?.weight ?? 0 {
        reasons[category] = (weight, "\(page.quote(hit.tokens)) found")
      }
    }
    return verdict(points, reasons)
  }

  private func verdict(_ points: [Category: Int], _ reasons: [Category: (weight: Int, text: String)]) -> Verdict
  {
    let ranked = Category.allCases.filter { points[$0, default: 0] > 0 }
      .sorted { points[$0, default: 0] > points[$1, default: 0] }
    guard let best = ranked.first else { return Verdict() }
    let first = points[best, default: 0]
    let second = ranked.dropFirst().first.map { points[$0, default: 0] } ?? 0
    let share = 100 * first / max(1, first + second)
    let confidence = first >= 6 && share >= 75 ? 90 : first >= 4 && share >= 66 ? 80 : share > 55 ? 65 : 50
    var verdict = Verdict(match: min(100, share * min(first, 6) / 6))
    verdict.readings.readings = [
      FieldReading(value: best.rawValue, reason: reasons[best]?.text ?? "", confidence: confidence)
    ]
    if let rival = ranked.dropFirst().first, share <= 55 {
      verdict.readings.readings.append(
        FieldReading(value: rival.rawValue, reason: reasons[rival]?.text ?? "", confidence: min(confidence, 40))
      )
    }
    return verdict
  }
}
