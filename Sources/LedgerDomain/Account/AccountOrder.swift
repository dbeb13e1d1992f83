/// The ranks that give accounts their order.
public enum AccountOrder {
  /// The distance between two accounts that were opened one after the other.
  private static let step: Int64 = 1 << 32

  /// The rank of an account that comes after all others.
  public static func last(after ranks: [Int64]) -> Int64 {
    guard let greatest = ranks.max() else { return 0 }
    return greatest <= PayloadLimits.integerMax - step ? greatest + step : greatest
  }

  /// The new ranks that put one account at a place among the others, by identifier.
  ///
  /// - Parameters:
  ///   - account: The account to move.
  ///   - place: Its place among the others, from 0.
  ///   - others: The other accounts in their order, with their ranks.
  /// - Returns: The new rank of this account alone, or of every account if there is no room between two.
  public static func moving(
    _ account: AccountID, to place: Int, among others: [(id: AccountID, rank: Int64)]
  ) -> [AccountID: Int64] {
    let before = place > 0 ? others[place - 1].rank : nil
    let after = place < others.count ? others[place].rank : nil
    let rank: Int64? =
      switch (before, after) {
      case (nil, nil): 0
      case (let before?, nil): before <= PayloadLimits.integerMax - step ? before + step : nil
      case (nil, let after?): after >= step - PayloadLimits.integerMax ? after - step : nil
      case (let before?, let after?): after - before >= 2 ? before + (after - before) / 2 : nil
      }
    if let rank { return [account: rank] }
    var order = others.map(\.id)
    order.insert(account, at: place)
    return Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, Int64($0) * step) })
  }
}
