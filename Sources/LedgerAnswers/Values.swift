package import LedgerBytes
package import LedgerDomain
package import LedgerProjections

extension Money {
  /// The amount as `{"currency":"EUR","minorUnits":8450}`.
  package var json: JSONValue {
    ["currency": .string(currency.code), "minorUnits": .integer(minorUnits)]
  }
}

extension Amount {
  /// The amount as that of money. The minor units are null if only the currency is known.
  package var json: JSONValue {
    ["currency": .string(currency.code), "minorUnits": minorUnits.map { .integer($0) } ?? .null]
  }
}

extension FieldValue {
  /// The value of a field: an amount as an object, everything else as a text.
  package var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .date(let date): .string(date.iso)
    case .amount(let amount): amount.json
    case .group(let group): .string(group.description)
    }
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

extension StreamID {
  /// The stream of a record as `{"id":…,"kind":"transaction"}`.
  package var json: JSONValue { ["id": .string(id.description), "kind": .string(kind)] }
}

extension TypedValue {
  /// The value of a field: amounts as objects, lists as arrays, yes and no as booleans.
  package var json: JSONValue {
    switch self {
    case .decimal(let money): money.json
    case .flag(let flag): .boolean(flag)
    case .texts(let texts): .strings(texts)
    case .text, .word, .date, .currency, .group: .string(text)
    }
  }
}

extension ValueChange {
  /// A changed field with the old and the new value.
  package var json: JSONValue {
    ["field": .string(field.rawValue), "from": from?.json ?? .null, "to": to?.json ?? .null]
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

extension FieldReading {
  /// The reading with its confidence and its reason, and with its engine if two engines differ.
  package var json: JSONValue {
    let reading: JSONValue = [
      "confidence": .count(confidence), "reason": .string(reason), "value": .string(value),
    ]
    return engine.map { reading.adding(["engine": .string($0)]) } ?? reading
  }
}

extension ReceiptReadings.ConfidencePart {
  /// A part of a receipt's confidence with its weight and its score.
  package var json: JSONValue {
    ["name": .string(name), "score": .count(score), "weight": .count(weight)]
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
