internal import LedgerBytes

// What a payload may hold, wherever it comes from: one gate in front of every fold. A payload that does not pass is kept
// and shown as unreadable. Text is brought into NFC here, so that one name is the same bytes in every fold.

/// Sizes and spans that no payload goes beyond.
public enum PayloadLimits {
  /// The greatest magnitude of an integer: what every JSON parser holds exactly.
  public static let integerMax: Int64 = 1 << 53 - 1
  /// The bytes of one text, as UTF-8 without escapes.
  public static let textBytesMax = 256 << 10
  /// The bytes of one text as the payload writes it. A correction repeats the text it replaces, and must still fit.
  public static let writtenTextBytesMax = 512 << 10
  /// Every how many days, weeks, months or years a rule recurs at most.
  public static let intervalMax = 10_000
  /// The dates that a rule is ever generated for: from 1970 through 2199, as clocks go.
  static let generatedDates = CivilDate(dayNumber: 0)...CivilDate(dayNumber: 84_005)
}

extension JSONReader {
  /// Reads an integer of a payload.
  mutating func readPayloadInteger() throws(JSONError) -> Int64 {
    let start = offset
    let number = try readInteger()
    guard number.magnitude <= PayloadLimits.integerMax.magnitude else {
      throw JSONError(offset: start, reason: "a number is out of its range")
    }
    return number
  }

  /// Reads a text of a payload, in NFC.
  mutating func readPayloadText() throws(JSONError) -> String { NFC.normalized(try readCheckedText().string) }

  /// Reads a text of a payload as it is written, checked for its length alone.
  mutating func readCheckedText() throws(JSONError) -> JSONKey {
    let start = offset
    let text = try readText()
    let written = text.rawBytes.count
    guard
      written <= PayloadLimits.textBytesMax
        || written <= PayloadLimits.writtenTextBytesMax && text.string.utf8.count <= PayloadLimits.textBytesMax
    else { throw JSONError(offset: start, reason: "a text is too long") }
    return text
  }
}

extension PlainJSON {
  /// Reads a text of a payload, in NFC; `nil` if it needs a closer look.
  @inline(__always)
  mutating func text() -> String? {
    guard let text = string(limit: PayloadLimits.textBytesMax) else { return nil }
    return isASCII ? text : NFC.normalized(text)
  }

  /// Steps over a text of a payload; false if it needs a closer look.
  @inline(__always)
  mutating func skipPayloadText() -> Bool { skipText(limit: PayloadLimits.textBytesMax) }
}

extension Event {
  /// Why no command can have recorded this on a stream; `nil` if one can have.
  func fault(on stream: UniqueID) -> String? {
    switch self {
    case .category(.categoryAdded(let added)):
      CategoryStream.of(key: added.key).id == stream ? nil : "its key is that of another category"
    case .rule(let event): event.fault(on: RuleID(stream))
    case .transaction, .group, .category, .ledger: nil
    }
  }
}

extension RuleEvent {
  fileprivate func fault(on rule: RuleID) -> String? {
    switch self {
    case .ruleCreated(let created): created.fault(on: rule)
    case .ruleChanged(let changed): changed.fault
    case .recurrenceGenerated(let generated): generated.fault
    case .ruleSplit, .ruleDeleted, .ruleRestored: nil
    }
  }
}

extension RuleCreated {
  fileprivate func fault(on rule: RuleID) -> String? {
    guard (1...PayloadLimits.intervalMax).contains(terms.interval) else {
      return "its interval is out of its range"
    }
    // A rule begins a series of its own, unless a split derived its identifier from the series and the date.
    let expected = since.map { RuleID.derived(series: series, splitOn: $0) } ?? series
    return expected == rule ? nil : "it belongs to another rule"
  }
}

extension RuleChanged {
  fileprivate var fault: String? {
    let hasLost =
      frequency.map { $0.to == nil } ?? false || interval.map { $0.to == nil } ?? false
      || start.map { $0.to == nil } ?? false || monthEnd.map { $0.to == nil } ?? false
      || kind.map { $0.to == nil } ?? false || money.map { $0.to == nil } ?? false
    if hasLost { return "it takes from a rule what no rule can be without" }
    let isInRange = interval?.to.map { (1...PayloadLimits.intervalMax).contains($0) } ?? true
    return isInRange ? nil : "its interval is out of its range"
  }
}

extension RecurrenceGenerated {
  fileprivate var fault: String? {
    guard from <= through, PayloadLimits.generatedDates.contains(from),
      PayloadLimits.generatedDates.contains(through)
    else { return "it claims dates that are never generated" }
    let dates = from...through
    let isWithin = [made, changed, removed, restored].allSatisfy { $0.allSatisfy { dates.contains($0.date) } }
    return isWithin ? nil : "it names dates outside of what it generated"
  }
}
