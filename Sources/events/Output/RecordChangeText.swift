internal import LedgerAudit
internal import LedgerBook
internal import LedgerDomain

// Tables of changed fields and totals for `replay`, `diff` and `bisect`.
extension OpenLedger {
  /// The differences of totals by kind, currency and month.
  func table(_ effect: TotalsEffect) -> Table {
    var table = Table([.left(), .left(), .right(), .right()], indent: 2)
    for (key, difference) in effect.entries {
      let money = locale.money(Money(minorUnits: difference.minorUnits, currency: key.currency))
      let count = difference.count == 0 ? "" : (difference.count > 0 ? "+" : "") + "\(difference.count)"
      table.row([
        .init(key.kind.rawValue), .init(key.month.map { locale.month($0) } ?? "without a date"),
        .init((difference.minorUnits > 0 ? "+" : "") + money),
        .init(count.isEmpty ? "" : "\(count) receipt\(abs(difference.count) == 1 ? "" : "s")", .quiet),
      ])
    }
    return table
  }

  /// The changed fields with the old and the new value, or only the new one if there was no old one.
  func table(_ changes: [ValueChange]) throws -> Table {
    var table = Table([.left(), .name(shrinksTo: 12), .left(), .name(shrinksTo: 12)], indent: 2)
    for change in changes {
      let to = try words(change.to, of: change.field)
      if change.from == nil {
        table.row([.init(change.field.rawValue, .quiet), .init(to)])
      } else {
        table.row([
          .init(change.field.rawValue, .quiet), .init(try words(change.from, of: change.field)), "→", .init(to),
        ])
      }
    }
    return table
  }
}
