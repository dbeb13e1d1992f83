internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The forms of the ledger's values in `--json`.
extension JSONValue {
  /// Returns a text, or null.
  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// Returns an amount as `{"currency":"EUR","minorUnits":8450}`.
  static func money(_ money: Money) -> JSONValue {
    ["currency": .string(money.currency.code), "minorUnits": .integer(money.minorUnits)]
  }

  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  static func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }

  static func attachment(_ attachment: Attachment) -> JSONValue {
    [
      "bytes": .integer(attachment.byteCount),
      "mediaType": .string(attachment.mediaType),
      "page": .count(attachment.page),
      "sha256": .string(attachment.digest.description),
    ]
  }

  /// Returns the member `tooLarge` with the currencies whose totals exceed 64 bits. It is left out if there are no such
  /// totals.
  static func tooLarge(_ currencies: [CurrencyCode]) -> [String: JSONValue] {
    currencies.isEmpty ? [:] : ["tooLarge": .array(currencies.map { .string($0.code) })]
  }

  static func categories(_ totals: [CategoryTotal]) -> JSONValue {
    .array(
      totals.map { total in
        .object(
          [
            "category": .optional(total.category), "count": .count(total.count),
            "totals": .array(total.totals.map { .money($0) }),
          ].merging(tooLarge(total.tooLarge)) { first, _ in first })
      })
  }

  /// Returns a group as `groups` lists it. Unfiled has no id, and `pendingDeletion` is left out if it is false.
  static func group(_ group: GroupSummary) -> JSONValue {
    var members: [String: JSONValue] = [
      "categories": .categories(group.categories), "count": .count(group.receipts),
      "first": .optional(group.first?.iso), "group": .optional(group.id?.description),
      "last": .optional(group.last?.iso), "name": .string(group.name),
      "totals": .array(group.totals.map { .money($0) }),
    ]
    members.merge(tooLarge(group.tooLarge)) { first, _ in first }
    if group.hasPendingDeletion { members["pendingDeletion"] = .boolean(true) }
    return .object(members)
  }

  /// Returns a field of a review with its readings.
  static func provenance(_ provenance: FieldProvenance) -> JSONValue {
    [
      "actor": .optional(provenance.actor),
      "conflicts": .strings(provenance.conflicts),
      "field": .string(provenance.field.rawValue),
      "needsALook": .boolean(provenance.needsALook),
      "note": .optional(provenance.readings.note),
      "origin": .optional(provenance.origin?.rawValue),
      "readings": .array(
        provenance.readings.readings.map { reading in
          [
            "confidence": .count(reading.confidence), "reason": .string(reading.reason),
            "value": .string(reading.value),
          ]
        }),
      "replaced": .optional(provenance.replaced),
      "setBy": provenance.setBy.map { .reference($0) } ?? .null,
      "status": .string(provenance.status.rawValue),
      "value": .optional(provenance.value),
    ]
  }

  /// Returns an event's identity as `{"device":…,"sequence":12}`.
  static func reference(_ reference: EventReference) -> JSONValue {
    [
      "device": .string(reference.device.description),
      "sequence": .integer(Int64(clamping: reference.sequence)),
    ]
  }
}
