/// What an extractor read for one field: a value, why, and how sure it is.
///
/// Values are canonical text, so that a reading is compared by its value: a date as `YYYY-MM-DD`, a total as the
/// decimal that was printed with `.` and no grouping (`84.50`), a currency as its ISO 4217 code, a payment as `card`
/// or `cash`, a category as its key.
public struct Reading: Hashable, Sendable {
  /// The value, in its canonical form.
  public let value: String
  /// Why, short enough for a chip: `bottom line SUMME`.
  public let reason: String
  /// 0 to 100, a whole percent.
  public let confidence: Int

  /// A reading of `value`.
  public init(value: String, reason: String, confidence: Int) {
    self.value = value
    self.reason = reason
    self.confidence = confidence
  }
}

/// The readings of one field: none, one, or two between which a person should choose, best first; and a note where
/// there is something to say of none.
///
/// The first stands in place: a fold reads six fields for every receipt, and a list for each would be an allocation.
public struct FieldReadings: Hashable, Sendable {
  /// The best; nil where nothing was read.
  public private(set) var first: Reading?
  /// The ones after it; none where there is no first.
  private var others: [Reading] = []
  /// One line for a person, where nothing was read.
  public var note: String?

  /// No reading.
  @inline(__always)
  init() {}

  /// The readings of one field.
  public init(_ readings: [Reading] = [], note: String? = nil) {
    first = readings.first
    others = readings.count > 1 ? Array(readings.dropFirst()) : []
    self.note = note
  }

  /// Puts a reading in place of all there were, and says whether another follows, of which nothing else is known.
  mutating func put(_ reading: consuming Reading, isFollowed: Bool) {
    first = reading
    if isFollowed { others = Self.passedOver } else if !others.isEmpty { others = [] }
  }

  private static let passedOver = [Reading(value: "", reason: "", confidence: 0)]

  /// At most two, best first.
  public var readings: [Reading] {
    get { first.map { [$0] + others } ?? [] }
    set { self = FieldReadings(newValue, note: note) }
  }

  /// How many.
  public var count: Int { first == nil ? 0 : others.count + 1 }

  /// The reading at an index, best first; nil where there is none.
  subscript(index: Int) -> Reading? {
    index == 0 ? first : others.indices.contains(index - 1) ? others[index - 1] : nil
  }
}

/// A line of the paper: what was bought, how many, and for how much.
public struct ItemReading: Hashable, Sendable {
  /// The name as printed.
  public let name: String
  /// The quantity as a decimal (`2`, `0.792`), where one was printed.
  public let quantity: String?
  /// The line's price as a decimal (`-0.25` for a deposit returned).
  public let price: String

  /// A line item.
  public init(name: String, quantity: String?, price: String) {
    self.name = name
    self.quantity = quantity
    self.price = price
  }
}

/// Everything an extractor has to say of one receipt's text.
///
/// Behind one reference, so that events and states that hold it are moved and let go as one.
public struct ReceiptReadings: Hashable, Sendable {
  /// What is behind the reference.
  struct Parts: Hashable, Sendable {
    var vendor = FieldReadings()
    var date = FieldReadings()
    var total = FieldReadings()
    var currency = FieldReadings()
    var category = FieldReadings()
    var payment = FieldReadings()
    var items: [ItemReading] = []
    var confidence: [ConfidencePart] = []
    var note: String?
  }

  /// The reference.
  private final class Box: Sendable {
    let parts: Parts

    init(_ parts: consuming Parts) { self.parts = parts }

    static let empty = Box(Parts())
  }

  private var box: Box

  /// Nothing read.
  public init() { box = .empty }

  /// All that was read.
  init(_ parts: consuming Parts) { box = Box(parts) }

  private mutating func change(_ body: (inout Parts) -> Void) {
    var parts = box.parts
    body(&parts)
    box = Box(parts)
  }

  /// Whether both say the same.
  public static func == (left: ReceiptReadings, right: ReceiptReadings) -> Bool {
    left.box === right.box || left.box.parts == right.box.parts
  }

  /// Feeds what they say.
  public func hash(into hasher: inout Hasher) { hasher.combine(box.parts) }

  /// Who was paid.
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
  /// One of the five fixed categories.
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
  public var items: [ItemReading] {
    get { box.parts.items }
    set { change { $0.items = newValue } }
  }
  /// The receipt's confidence, 0 to 100, where the extractor computes one, by part.
  public var confidence: [ConfidencePart] {
    get { box.parts.confidence }
    set { change { $0.confidence = newValue } }
  }
  /// A line for a person about the whole, e.g. why all fields are empty.
  public var note: String? {
    get { box.parts.note }
    set { change { $0.note = newValue } }
  }

  // What every row asks for, without a copy of the rest.

  /// A reading of a field that extractors read, by its index, best first.
  func reading(_ index: Int, of field: Field) -> Reading? {
    switch field {
    case .vendor: box.parts.vendor[index]
    case .date: box.parts.date[index]
    case .total: box.parts.total[index]
    case .currency: box.parts.currency[index]
    case .category: box.parts.category[index]
    case .payment: box.parts.payment[index]
    case .group, .note, .kind, .account: nil
    }
  }

  /// The best reading's value of a field that extractors read.
  func firstValue(of field: Field) -> String? {
    switch field {
    case .vendor: box.parts.vendor.first?.value
    case .date: box.parts.date.first?.value
    case .total: box.parts.total.first?.value
    case .currency: box.parts.currency.first?.value
    case .category: box.parts.category.first?.value
    case .payment: box.parts.payment.first?.value
    case .group, .note, .kind, .account: nil
    }
  }

  /// How sure the best reading of a field is, in percent; nil where nothing was read.
  public func firstConfidence(of field: Field) -> Int? {
    switch field {
    case .vendor: box.parts.vendor.first?.confidence
    case .date: box.parts.date.first?.confidence
    case .total: box.parts.total.first?.confidence
    case .currency: box.parts.currency.first?.confidence
    case .category: box.parts.category.first?.confidence
    case .payment: box.parts.payment.first?.confidence
    case .group, .note, .kind, .account: nil
    }
  }

  /// How many readings a field has.
  func count(of field: Field) -> Int {
    switch field {
    case .vendor: box.parts.vendor.count
    case .date: box.parts.date.count
    case .total: box.parts.total.count
    case .currency: box.parts.currency.count
    case .category: box.parts.category.count
    case .payment: box.parts.payment.count
    case .group, .note, .kind, .account: 0
    }
  }

  /// The receipt's confidence in percent: the scores of its parts by their weights, rounded half up; nil where the
  /// extractor computes none.
  public var overallConfidence: Int? {
    let weights = confidence.reduce(0) { $0 + $1.weight }
    guard weights > 0 else { return nil }
    return (confidence.reduce(0) { $0 + $1.weight * $1.score } * 2 + weights) / (2 * weights)
  }
}

/// One part of a receipt's confidence (CHECKLIST RY-05): its name, its weight and its score, both 0 to 100.
public struct ConfidencePart: Hashable, Sendable {
  /// `text`, `completeness`, `category`, `checks` or `photo`.
  public let name: String
  /// The part's share of the whole, in percent.
  public let weight: Int
  /// How well it did, in percent.
  public let score: Int

  /// A part of the confidence; a weight or a score beyond 0 and 100, as another's event may say, counts as the nearer of
  /// the two.
  public init(name: String, weight: Int, score: Int) {
    self.name = name
    self.weight = min(max(weight, 0), 100)
    self.score = min(max(score, 0), 100)
  }
}
