/// The search for transactions that explain the difference to a bank's balance.
package enum ClearingMatch {
  /// The most transactions that are named.
  package static let transactionsMax = 3
  /// The most transactions that are looked at. The search takes time in the square of their number.
  package static let candidatesMax = 2_000

  /// Returns the places of amounts that add up to a sum.
  ///
  /// They are the fewest, three at most, or else all, or all but one whose amount no other has.
  ///
  /// - Returns: The places in rising order, or `nil` if there is no such choice.
  /// - Complexity: O(n²) in the amounts.
  package static func choice(of amounts: [Int64], addingUpTo sum: Int64) -> [Int]? {
    if let places = places(in: amounts, addingUpTo: sum) { return places }
    let rest = amounts.reduce(Int128(0)) { $0 + Int128($1) } - Int128(sum)
    if rest == 0 { return Array(amounts.indices) }
    // Among many amounts, two or three add up to any sum by chance.
    let left = amounts.indices.filter { Int128(amounts[$0]) == rest }
    return left.count == 1 ? amounts.indices.filter { $0 != left[0] } : nil
  }

  /// Returns the places of the fewest amounts, three at most, that add up to a sum. Among several choices the first
  /// ones win.
  ///
  /// - Returns: The places in rising order, or `nil` if no three do.
  /// - Complexity: O(n²) in the amounts.
  package static func places(in amounts: [Int64], addingUpTo sum: Int64) -> [Int]? {
    let amounts = amounts.prefix(candidatesMax)
    if let place = amounts.firstIndex(of: sum) { return [place] }
    for count in 2...transactionsMax {
      if let places = places(in: amounts, count: count, addingUpTo: sum) {
        precondition(
          places.reduce(Int128(0)) { $0 + Int128(amounts[$1]) } == Int128(sum),
          "matched transactions add up to the sum")
        return places
      }
    }
    return nil
  }

  private static func places(in amounts: ArraySlice<Int64>, count: Int, addingUpTo sum: Int64) -> [Int]? {
    guard count > 2 else { return pair(in: amounts, addingUpTo: sum) }
    for place in amounts.indices {
      let (rest, overflow) = sum.subtractingReportingOverflow(amounts[place])
      if overflow { continue }
      if let others = places(in: amounts[(place + 1)...], count: count - 1, addingUpTo: rest) {
        return [place] + others
      }
    }
    return nil
  }

  private static func pair(in amounts: ArraySlice<Int64>, addingUpTo sum: Int64) -> [Int]? {
    var firstPlaces: [Int64: Int] = [:]
    for place in amounts.indices {
      let (missing, overflow) = sum.subtractingReportingOverflow(amounts[place])
      if !overflow, let first = firstPlaces[missing] { return [first, place] }
      if firstPlaces[amounts[place]] == nil { firstPlaces[amounts[place]] = place }
    }
    return nil
  }
}
