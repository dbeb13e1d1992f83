package import LedgerDomain

/// Evaluates the weights of the confidence, and finds those that best predict corrections (RY-05).
///
/// The ideal confidence of a receipt is 100 if it was saved as read, and 0 if it was corrected. Weights are judged by
/// the mean square of the confidence's error over all receipts. This needs only sums of products of the scores. So all
/// sets of weights, in steps of five, are tried without reading the log again.
package struct ConfidenceWeights: Hashable, Sendable {
  package static let parts = ["text", "completeness", "category", "checks", "photo"]
  /// The current weights of the parts.
  package static let today = [10, 40, 30, 10, 10]
  /// The number of right receipts, and also of wrong ones, that are needed to suggest better weights.
  package static let receiptsMin = 20

  /// The number of receipts counted.
  package private(set) var receipts = 0
  /// The number of receipts without a correction.
  package private(set) var right = 0
  private var sums: [[Int]: Sums] = [:]

  private struct Sums: Hashable, Sendable {
    var products = [Double](repeating: 0, count: 25)
    var outcomes = [Double](repeating: 0, count: 5)
    var squares = 0.0
  }

  /// Better weights, with the confidence's error in points of a hundred (root mean square).
  package struct Better: Hashable, Sendable {
    /// The weights in the order of `parts`, with a sum of 100.
    package let weights: [Int]
    /// The error with these weights.
    package let error: Int
    /// The error with the current weights.
    package let errorToday: Int
  }

  /// Returns the evaluation of some receipts.
  package static func counting(_ receipts: [(parts: [ReceiptReadings.ConfidencePart], isRight: Bool)])
    -> ConfidenceWeights
  {
    var weights = ConfidenceWeights()
    for receipt in receipts { weights.count(receipt.parts, isRight: receipt.isRight) }
    return weights
  }

  mutating func count(_ given: [ReceiptReadings.ConfidencePart], isRight: Bool) {
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

  /// The best weights, or `nil` if the current ones are as good or too few receipts are known.
  ///
  /// Their error must be smaller by a twentieth at least.
  package var better: Better? {
    guard right >= Self.receiptsMin, receipts - right >= Self.receiptsMin else { return nil }
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

  /// Returns the mean square of the confidence's error.
  func error(of weights: [Int]) -> Double {
    var total = 0.0
    for (places, sums) in sums {
      let whole = Double(places.reduce(0) { $0 + weights[$1] })
      guard whole > 0 else {
        total += sums.squares  // Without weights the confidence is 0.
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

  /// Calls `body` with all 10,626 sets of five weights in steps of five that add up to 100.
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
