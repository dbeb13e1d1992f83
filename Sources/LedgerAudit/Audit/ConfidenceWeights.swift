public import LedgerDomain

/// What the parts of a receipt's confidence were worth, and which weights would have said best whether a person had to
/// correct something (CHECKLIST RY-05).
///
/// A receipt that was saved as it was read was right (100), one with a correction wrong (0). Weights are judged by the
/// mean square of what the confidence was off by, over all receipts. That needs only sums of products of the scores,
/// so that every possible set of weights, in steps of five, is tried without reading the log again.
public struct ConfidenceWeights: Hashable, Sendable {
  /// The parts of RY-05, in its order.
  public static let parts = ["text", "completeness", "category", "checks", "photo"]
  /// Their weights today.
  public static let today = [10, 40, 30, 10, 10]
  /// So many receipts that were right, and so many that were wrong, must be known before better weights are named.
  public static let least = 20

  /// Receipts counted.
  public private(set) var receipts = 0
  /// Those with nothing to correct.
  public private(set) var right = 0
  private var sums: [[Int]: Sums] = [:]

  private struct Sums: Hashable, Sendable {
    var products = [Double](repeating: 0, count: 25)
    var outcomes = [Double](repeating: 0, count: 5)
    var squares = 0.0
  }

  /// Better weights, with what the confidence was off by, in points of a hundred (root of the mean square).
  public struct Better: Hashable, Sendable {
    /// In the order of `parts`; they add up to 100.
    public let weights: [Int]
    /// With these.
    public let error: Int
    /// With today's.
    public let errorToday: Int
  }

  /// Nothing counted yet.
  public init() {}

  /// What those receipts say.
  public static func counting(_ receipts: [(parts: [ConfidencePart], isRight: Bool)]) -> ConfidenceWeights {
    var weights = ConfidenceWeights()
    for receipt in receipts { weights.count(receipt.parts, isRight: receipt.isRight) }
    return weights
  }

  mutating func count(_ given: [ConfidencePart], isRight: Bool) {
    let known = given.compactMap { part in Self.parts.firstIndex(of: part.name).map { ($0, part.score) } }
      .sorted { $0.0 < $1.0 }
    guard !known.isEmpty, known.count == given.count else { return }
    receipts += 1
    if isRight { right += 1 }
    let outcome = isRight ? 100.0 : 0.0
    var sums = sums[known.map(\.0)] ?? Sums()
    for (place, score) in known {
      sums.outcomes[place] += Double(score) * outcome
      for (other, otherScore) in known { sums.products[place * 5 + other] += Double(score * otherScore) }
    }
    sums.squares += outcome * outcome
    self.sums[known.map(\.0)] = sums
  }

  /// Weights that would have said it better by a twentieth or more; nil where today's are as good, or too little is
  /// known.
  public var better: Better? {
    guard right >= Self.least, receipts - right >= Self.least else { return nil }
    let now = error(of: Self.today)
    var best = (weights: Self.today, error: now)
    Self.forEachCandidate { weights in
      let error = error(of: weights)
      if error < best.error { best = (weights, error) }
    }
    guard best.error < now * 0.95 else { return nil }
    return Better(
      weights: best.weights, error: Int(best.error.squareRoot().rounded()),
      errorToday: Int(now.squareRoot().rounded()))
  }

  /// The mean square of what the confidence was off by.
  func error(of weights: [Int]) -> Double {
    var total = 0.0
    for (places, sums) in sums {
      let whole = Double(places.reduce(0) { $0 + weights[$1] })
      guard whole > 0 else {
        total += sums.squares  // Nothing is said: a confidence of 0.
        continue
      }
      var error = sums.squares
      for place in places {
        let weight = Double(weights[place]) / whole
        error -= 2 * weight * sums.outcomes[place]
        for other in places {
          error += weight * Double(weights[other]) / whole * sums.products[place * 5 + other]
        }
      }
      total += error
    }
    return receipts == 0 ? 0 : total / Double(receipts)
  }

  /// Every set of five weights in steps of five that add up to 100: 10,626 of them.
  private static func forEachCandidate(_ body: ([Int]) -> Void) {
    for text in 0...20 {
      for completeness in 0...(20 - text) {
        for category in 0...(20 - text - completeness) {
          for checks in 0...(20 - text - completeness - category) {
            let photo = 20 - text - completeness - category - checks
            body([text * 5, completeness * 5, category * 5, checks * 5, photo * 5])
          }
        }
      }
    }
  }
}
