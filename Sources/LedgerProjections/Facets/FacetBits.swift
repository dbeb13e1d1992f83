internal import LedgerDomain

/// The properties with few values, packed into one number.
///
/// One look-up in a table then answers every filter on them.
struct FacetBits: Hashable, Sendable {
  var raw: UInt16

  /// The number of possible values.
  static let count = 1 << 13
  /// The lower bit of each property with two bits, where the value three does not occur.
  ///
  /// They are stage, kind, payment and both flags.
  static let lowOfPairs: Int64 = 0b01_01_01_01_01

  /// Whether a number is one of those that `init(_:)` gives.
  static func holds(_ number: Int64) -> Bool {
    number >= 0 && number < count && number & (number >> 1) & lowOfPairs == 0
  }

  init(raw: UInt16) { self.raw = raw }

  init(_ row: borrowing TransactionRow) {
    func tri(_ value: Bool?) -> UInt16 { value.map { $0 ? 1 : 2 } ?? 0 }
    let payment: UInt16 =
      switch row.payment {
      case .none: 0
      case .card: 1
      case .cash: 2
      }
    raw = UInt16(row.stage.code) | UInt16(row.kind.code) << 2 | payment << 4
    raw |= tri(row.flags.paid) << 6 | tri(row.flags.reimbursed) << 8
    raw |= row.isCleared ? 1 << 10 : 0
    raw |= row.attachments.isEmpty ? 0 : 1 << 11
    raw |= row.amount?.minorUnits == nil ? 0 : 1 << 12
  }

  var stage: Int { Int(raw & 3) }
  var kind: Int { Int(raw >> 2 & 3) }
  var payment: PaymentMethod? {
    switch raw >> 4 & 3 {
    case 1: .card
    case 2: .cash
    default: nil
    }
  }
  var paid: Bool? { Self.tri(raw >> 6 & 3) }
  var reimbursed: Bool? { Self.tri(raw >> 8 & 3) }
  var isCleared: Bool { raw >> 10 & 1 == 1 }
  var hasPhoto: Bool { raw >> 11 & 1 == 1 }
  var hasUnits: Bool { raw >> 12 & 1 == 1 }

  private static func tri(_ value: UInt16) -> Bool? { value == 0 ? nil : value == 1 }
}
