public import LedgerBytes

/// An identifier of one kind of record, so that a group's cannot be passed for a rule's.
///
/// It is written as the 36 characters of a UUID, in text and by `Codable`.
public protocol RecordIdentifier: Hashable, Comparable, Sendable, Codable, LosslessStringConvertible {
  /// The identifier of the record's stream.
  var id: UniqueID { get }

  /// Creates the record's identifier from that of its stream.
  init(_ id: UniqueID)
}

extension RecordIdentifier {
  /// Orders by bytes.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool { left.id < right.id }

  /// 36 characters.
  public var description: String { id.description }

  /// Reads the 36 characters of a UUID, or returns `nil` for any other text.
  public init?(_ text: String) {
    guard let id = UniqueID(text) else { return nil }
    self.init(id)
  }

  /// Decodes the 36 characters of a UUID.
  public init(from decoder: any Decoder) throws { self = try decoder.text("a UUID", Self.init(_:)) }

  /// Encodes the 36 characters of a UUID.
  public func encode(to encoder: any Encoder) throws { try encoder.text(description) }
}

extension CivilDate: Codable {
  /// Decodes `2026-06-14`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text("a date such as 2026-06-14") { CivilDate(iso: $0) }
  }

  /// Encodes `2026-06-14`.
  public func encode(to encoder: any Encoder) throws { try encoder.text(iso) }
}

extension CivilMonth: Codable {
  /// Decodes `2026-06`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text("a month such as 2026-06") { CivilMonth(iso: $0) }
  }

  /// Encodes `2026-06`.
  public func encode(to encoder: any Encoder) throws { try encoder.text(iso) }
}

extension CurrencyCode: Codable {
  /// Decodes `EUR`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text("the three letters of a currency") { CurrencyCode($0) }
  }

  /// Encodes `EUR`.
  public func encode(to encoder: any Encoder) throws { try encoder.text(code) }
}

extension Money: Codable {
  private enum CodingKeys: String, CodingKey {
    case currency
    case minorUnits
  }

  /// Decodes `{"currency":"EUR","minorUnits":8450}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      minorUnits: try container.decode(Int64.self, forKey: .minorUnits),
      currency: try container.decode(CurrencyCode.self, forKey: .currency))
  }

  /// Encodes `{"currency":"EUR","minorUnits":8450}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(currency, forKey: .currency)
    try container.encode(minorUnits, forKey: .minorUnits)
  }
}

extension TransactionKind: Codable {}
extension PaymentMethod: Codable {}
extension FlagSetting: Codable {}
extension TransactionField: Codable {}

extension Decoder {
  /// Decodes one text, and throws `DecodingError.dataCorrupted` if it is no `expected`.
  fileprivate func text<Value>(_ expected: String, _ read: (String) -> Value?) throws -> Value {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = read(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "“\(text)” is not \(expected)")
    }
    return value
  }
}

extension Encoder {
  fileprivate func text(_ text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}
