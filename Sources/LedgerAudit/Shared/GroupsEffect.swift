public import LedgerDomain
internal import LedgerProjections

/// The effect of a change on the totals of groups and of Unfiled, by currency.
///
/// As on the screens, expenses add, income takes away, and transfers are only counted, in Unfiled not at all. Changes that
/// cancel out are left out.
public struct GroupsEffect: Hashable, Sendable {
  /// The group and currency of a total.
  public struct Key: Hashable, Sendable {
    /// The group, or `nil` for Unfiled.
    public let group: GroupID?
    /// The currency.
    public let currency: CurrencyCode
  }

  private var differences: [Key: TotalsEffect.Difference] = [:]

  /// Replaces a row by another, each with the group that it is shown in.
  ///
  /// - Throws: `ModelError.overflow` if a total exceeds 64 bits.
  mutating func replace(_ old: ShownRow?, by new: ShownRow?) throws(ModelError) {
    try count(old, sign: -1)
    try count(new, sign: 1)
  }

  /// The totals that change, by group with Unfiled last, and then by currency.
  public var entries: [(key: Key, difference: TotalsEffect.Difference)] {
    differences.filter { !$0.value.isZero }.sorted { left, right in
      guard left.key.group != right.key.group else { return left.key.currency < right.key.currency }
      guard let group = left.key.group, let other = right.key.group else { return left.key.group != nil }
      return group < other
    }.map { (key: $0.key, difference: $0.value) }
  }

  /// Whether no total changes.
  public var isNothing: Bool { differences.values.allSatisfy(\.isZero) }

  private mutating func count(_ shown: ShownRow?, sign: Int64) throws(ModelError) {
    guard let shown, shown.row.stage == .saved, let money = shown.row.money else { return }
    if shown.group == nil, shown.row.kind == .transfer { return }
    let key = Key(group: shown.group, currency: money.currency)
    let factor: Int64 =
      switch shown.row.kind {
      case .expense: sign
      case .income: -sign
      case .transfer: 0
      }
    try differences[key, default: TotalsEffect.Difference()].add(money, times: factor, sign: sign)
  }
}

/// A transaction with the group that it is shown in.
struct ShownRow {
  let row: TransactionRow
  /// The group, or `nil` for Unfiled: also if its own group is deleted or unknown.
  let group: GroupID?
}
