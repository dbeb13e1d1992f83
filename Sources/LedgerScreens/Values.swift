package import LedgerBytes
package import LedgerDomain
package import LedgerProjections

extension Money {
  /// The amount as `{"currency":"EUR","minorUnits":8450}`.
  package var json: JSONValue {
    ["currency": .string(currency.code), "minorUnits": .integer(minorUnits)]
  }
}

extension [CurrencyCode] {
  /// The member `tooLarge` with the currencies whose totals exceed 64 bits. It is empty if all fit.
  package var tooLargeMember: [String: JSONValue] {
    isEmpty ? [:] : ["tooLarge": .array(map { .string($0.code) })]
  }
}

extension EventReference {
  /// The identity of an event as `{"device":…,"sequence":12}`.
  package var json: JSONValue {
    ["device": .string(device.description), "sequence": .integer(Int64(clamping: sequence))]
  }
}

extension CategoryTotal {
  /// The totals of a category. Transactions without a category have null.
  package var json: JSONValue {
    let document: JSONValue = [
      "category": .optional(category), "count": .count(count), "totals": .array(totals.map(\.json)),
    ]
    return document.adding(tooLarge.tooLargeMember)
  }
}

extension Reading {
  /// The reading with its confidence and its reason.
  package var json: JSONValue {
    ["confidence": .count(confidence), "reason": .string(reason), "value": .string(value)]
  }
}

extension FieldProvenance {
  /// The field of a review with its readings.
  package var json: JSONValue {
    [
      "actor": .optional(actor), "conflicts": .strings(conflicts), "field": .string(field.rawValue),
      "needsALook": .boolean(needsALook), "note": .optional(readings.note),
      "origin": .optional(origin?.rawValue), "readings": .array(readings.readings.map(\.json)),
      "replaced": .optional(replaced), "setBy": setBy?.json ?? .null, "status": .string(status.rawValue),
      "value": .optional(value),
    ]
  }
}
