internal import LedgerDomain

/// What to generate.
struct GeneratorPlan: Hashable, Sendable {
  /// When to stop.
  enum Size: Hashable, Sendable {
    /// After that many captured receipts, and what follows from the last of them.
    case receipts(Int)
    /// After exactly that many events.
    case events(Int)
  }

  var size: Size
  var seed: UInt64
  /// How many devices record; the first is the folder's own.
  var devices = 1
  /// Of a thousand days of another device, how many it is offline: what it records then arrives late.
  var late = 0

  /// Events per captured receipt, manual entries and groups included.
  static let eventsPerReceipt = 5.4
  /// The last day of the story.
  static let lastDay = CivilDate(year: 2026, month: 6, day: 30) ?? .last

  /// Receipts to expect.
  var receipts: Int {
    switch size {
    case .receipts(let count): count
    case .events(let count): Int(Double(count) / Self.eventsPerReceipt)
    }
  }

  /// Days of the story: three receipts a day, and never more than ten years, whose days then hold more.
  var days: Int { max(1, min(3_650, receipts / 3 + 1)) }

  /// Receipts a day.
  var receiptsPerDay: Double { Double(receipts) / Double(days) }

  /// People who take part: one per four receipts a day.
  var people: Int { max(2, Int(receiptsPerDay / 4)) }
}
