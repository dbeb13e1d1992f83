internal import LedgerBytes

// This file checks what a payload holds, wherever it comes from, before any fold reads it. The program keeps a payload
// that does not pass, and shows it as unreadable. Text is also converted to NFC, so that every fold sees the same bytes
// for one name.

/// Limits that no payload exceeds.
package enum PayloadLimits {
  /// The greatest magnitude of an integer, which every JSON parser represents exactly.
  package static let integerMax: Int64 = 1 << 53 - 1
  /// The bytes of one text, as UTF-8 without escapes.
  package static let textBytesMax = 256 << 10
  /// The bytes of one text as the payload writes it. A correction repeats the text it replaces, and must still fit.
  package static let writtenTextBytesMax = 512 << 10
  /// The greatest number of days, weeks, months or years between two occurrences of a rule.
  package static let intervalPeriodsMax = 10_000
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
