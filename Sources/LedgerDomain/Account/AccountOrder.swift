/// The ranks that give accounts, and categories, their order.
package enum AccountOrder {
  /// The distance between two records that were added one after the other.
  private static let step: Int64 = 1 << 32

  /// Returns the rank of a record that comes after all others.
  package static func last(after ranks: [Int64]) -> Int64 {
    guard let greatest = ranks.max() else { return 0 }
    return greatest <= PayloadLimits.integerMax - step ? greatest + step : greatest
  }

  /// Returns the new ranks that put one record at an index among the others, by identifier.
  ///
  /// - Parameters:
  ///   - record: The record to move.
  ///   - place: Its place among the others, from 0.
  ///   - others: The other records in their order, with their ranks.
  /// - Returns: The new rank of this record alone, or of every record if there is no room between two.
  package static func moving<ID: Hashable>(
    _ record: ID, to place: Int, among others: [(id: ID, rank: Int64)]
  ) -> [ID: Int64] {
    let before = place > 0 ? others[place - 1].rank : nil
    let after = place < others.count ? others[place].rank : nil
    let rank: Int64? =
      switch (before, after) {
      case (nil, nil): 0
      case (let before?, nil): before <= PayloadLimits.integerMax - step ? before + step : nil
      case (nil, let after?): after >= step - PayloadLimits.integerMax ? after - step : nil
      case (let before?, let after?): after - before >= 2 ? before + (after - before) / 2 : nil
      }
    if let rank { return [record: rank] }
    var order = others.map(\.id)
    order.insert(record, at: place)
    return Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, Int64($0) * step) })
  }
}
