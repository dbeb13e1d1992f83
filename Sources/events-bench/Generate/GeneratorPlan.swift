internal import LedgerDomain

/// The size and the properties of the ledger to generate.
struct GeneratorPlan: Hashable, Sendable {
  /// The size at which generation stops.
  enum Size: Hashable, Sendable {
    /// A number of captured receipts, with all events of the last one.
    case receipts(Int)
    /// An exact number of events.
    case events(Int)
  }

  var size: Size
  var seed: UInt64
  /// The number of devices, of which the first is the folder's own.
  var devices = 1
  /// The days of a thousand that another device is offline. The events it records meanwhile arrive late.
  var late = 0

  /// The number of events per captured receipt, including manual entries and groups.
  static let eventsPerReceipt = 5.4
  /// The last day of the history.
  static let lastDay = CivilDate(year: 2026, month: 6, day: 30) ?? .last

  /// The expected number of receipts.
  var receipts: Int {
    switch size {
    case .receipts(let count): count
    case .events(let count): Int(Double(count) / Self.eventsPerReceipt)
    }
  }

  /// The number of days: three receipts a day, up to ten years, which then have more receipts a day.
  var days: Int { max(1, min(3_650, receipts / 3 + 1)) }

  /// The number of receipts per day.
  var receiptsPerDay: Double { Double(receipts) / Double(days) }

  /// The number of people: one for each four receipts a day.
  var people: Int { max(2, Int(receiptsPerDay / 4)) }
}
