/// A value that an extractor read for one field, with its reason and its confidence.
///
/// Values are canonical text, so that readings can be compared. A date is `YYYY-MM-DD`. A total is the printed decimal
/// with `.` and without grouping (`84.50`). A currency is its ISO 4217 code, a payment is `card` or `cash`, and a
/// category is its key.
public struct FieldReading: Hashable, Sendable {
  /// The value, in its canonical form.
  public let value: String
  /// The reason for it, short enough for a chip: `bottom line SUMME`.
  public let reason: String
  /// 0 to 100, a whole percent.
  public let confidence: Int

  /// Creates a reading.
  package init(value: String, reason: String, confidence: Int) {
    self.value = value
    self.reason = reason
    self.confidence = confidence
  }

  /// The beginning of the reason of a reading that only another engine gave. The engine's name follows.
  package static let readBy = "read by "

  /// The engine that gave the reading, if several engines read the paper and only this one read it so.
  package var engine: String? {
    reason.hasPrefix(Self.readBy) ? String(reason.dropFirst(Self.readBy.count)) : nil
  }
}

/// The readings of one field, best first, with a note if there is a reason for having no reading.
///
/// With two readings, a person should choose. The first is stored in place. A fold reads six fields for every receipt,
/// and an array for each would be an allocation.
public struct FieldReadings: Hashable, Sendable {
  /// The best reading, or `nil` if nothing was read.
  public private(set) var first: FieldReading?
  /// The readings after the first, empty if there is no first.
  private var others: [FieldReading] = []
  /// One line for a person, if nothing was read.
  public var note: String?

  /// Creates readings without an entry.
  @inline(__always)
  init() {}

  /// Creates the readings of one field.
  package init(_ readings: [FieldReading] = [], note: String? = nil) {
    first = readings.first
    others = readings.count > 1 ? Array(readings.dropFirst()) : []
    self.note = note
  }

  /// Replaces all readings by one.
  mutating func put(_ reading: consuming FieldReading) {
    first = reading
    if !others.isEmpty { others = [] }
  }

  /// Adds a reading after a first one.
  mutating func append(_ reading: consuming FieldReading) { others.append(reading) }

  /// Adds a second reading whose contents are not known.
  mutating func putUnknown() { others = Self.unknown }

  private static let unknown = [FieldReading(value: "", reason: "", confidence: 0)]

  /// All readings, at most two, the best first.
  public var readings: [FieldReading] {
    get { first.map { [$0] + others } ?? [] }
    set { self = FieldReadings(newValue, note: note) }
  }

  /// How many readings there are.
  public var count: Int { if case .none = first { 0 } else { others.count + 1 } }

  /// The reading at an index, best first, or `nil` if there is no such reading.
  subscript(index: Int) -> FieldReading? {
    index == 0 ? first : others.indices.contains(index - 1) ? others[index - 1] : nil
  }
}

extension ReceiptReadings {
  /// A line of the paper: its name, its quantity and its price.
  public struct Item: Hashable, Sendable {
    /// The name as printed.
    public let name: String
    /// The quantity as a decimal (`2`, `0.792`), or `nil` if it was not printed.
    public let quantity: String?
    /// The line's price as a decimal (`-0.25` for a deposit returned).
    public let price: String

    /// Creates a line of the paper.
    public init(name: String, quantity: String?, price: String) {
      self.name = name
      self.quantity = quantity
      self.price = price
    }
  }

  /// One part of a receipt's confidence (RY-05): its name, its weight and its score, both 0 to 100.
  public struct ConfidencePart: Hashable, Sendable {
    /// `text`, `completeness`, `category`, `checks` or `photo`.
    public let name: String
    /// The part's share of the whole, in percent.
    public let weight: Int
    /// The part's score, in percent.
    public let score: Int

    /// Creates a part of the confidence.
    ///
    /// A weight or a score outside 0…100, which another device's event may contain, becomes the nearer end.
    package init(name: String, weight: Int, score: Int) {
      self.name = name
      self.weight = min(max(weight, 0), 100)
      self.score = min(max(score, 0), 100)
    }
  }
}

/// The complete result of an extractor for one receipt's text.
///
/// It is stored by one reference, so that events and states move and release it as one.
public struct ReceiptReadings: Hashable, Sendable {
  /// The stored properties.
  struct Parts: Hashable, Sendable {
    var vendor = FieldReadings()
    var date = FieldReadings()
    var total = FieldReadings()
    var currency = FieldReadings()
    var category = FieldReadings()
    var payment = FieldReadings()
    var items: [ReceiptReadings.Item] = []
    var confidence: [ReceiptReadings.ConfidencePart] = []
    var note: String?
  }

  /// The reference.
  private final class Box: Sendable {
    let parts: Parts

    init(_ parts: consuming Parts) { self.parts = parts }

    static let empty = Box(Parts())
  }

  private var box: Box

  /// Creates empty readings.
  package init() { box = .empty }

  /// Creates readings from stored properties, which are moved out of `parts`.
  ///
  /// A copy would take longer than reading most of them.
  init(taking parts: inout Parts) { box = Box(exchange(&parts, with: Parts())) }

  private mutating func change(_ body: (inout Parts) -> Void) {
    var parts = box.parts
    body(&parts)
    box = Box(parts)
  }

  /// Whether both have equal readings.
  public static func == (left: ReceiptReadings, right: ReceiptReadings) -> Bool {
    left.box === right.box || left.box.parts == right.box.parts
  }

  /// Feeds the readings.
  public func hash(into hasher: inout Hasher) { hasher.combine(box.parts) }

  /// The payee.
  public var vendor: FieldReadings {
    get { box.parts.vendor }
    set { change { $0.vendor = newValue } }
  }
  /// The date of issue.
  public var date: FieldReadings {
    get { box.parts.date }
    set { change { $0.date = newValue } }
  }
  /// The amount paid.
  public var total: FieldReadings {
    get { box.parts.total }
    set { change { $0.total = newValue } }
  }
  /// Its currency.
  public var currency: FieldReadings {
    get { box.parts.currency }
    set { change { $0.currency = newValue } }
  }
  /// The readings of the category: one of the five fixed ones.
  public var category: FieldReadings {
    get { box.parts.category }
    set { change { $0.category = newValue } }
  }
  /// Card or cash.
  public var payment: FieldReadings {
    get { box.parts.payment }
    set { change { $0.payment = newValue } }
  }
  /// The plain line items, in the order of the paper.
  public var items: [ReceiptReadings.Item] {
    get { box.parts.items }
    set { change { $0.items = newValue } }
  }
  /// The parts of the receipt's confidence, 0 to 100. Empty if the extractor computes no confidence.
  public var confidence: [ReceiptReadings.ConfidencePart] {
    get { box.parts.confidence }
    set { change { $0.confidence = newValue } }
  }
  /// A line for a person about the whole, e.g. why all fields are empty.
  public var note: String? {
    get { box.parts.note }
    set { change { $0.note = newValue } }
  }

  // Every row reads these members, so they are read in place, without a copy of the others.

  /// The stored properties, in place.
  var parts: Parts { _read { yield box.parts } }

  /// Returns the reading of a field at an index, best first, or `nil` if there is no such reading.
  func reading(_ index: Int, of field: TransactionField) -> FieldReading? {
    look(at: field) { $0[index] } ?? nil
  }

  /// Returns the best reading's value of a field.
  func firstValue(of field: TransactionField) -> String? { look(at: field) { $0.first?.value } ?? nil }

  /// Returns the percentage of confidence in the best reading of a field, or `nil` if nothing was read.
  package func firstConfidence(of field: TransactionField) -> Int? {
    look(at: field) { $0.first?.confidence } ?? nil
  }

  /// Returns the number of readings of a field.
  func count(of field: TransactionField) -> Int { look(at: field) { $0.count } ?? 0 }

  /// The receipt's confidence in percent, or `nil` if the extractor computes no confidence.
  ///
  /// It is the mean of the scores of its parts by their weights, rounded half up.
  public var overallConfidence: Int? {
    let weights = confidence.reduce(0) { $0 + $1.weight }
    guard weights > 0 else { return nil }
    return (confidence.reduce(0) { $0 + $1.weight * $1.score } * 2 + weights) / (2 * weights)
  }
}
