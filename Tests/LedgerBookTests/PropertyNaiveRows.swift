import LedgerBytes
import LedgerDomain

// A naive transaction as the rows of the tables that hold it.
extension NaiveTransaction {
  /// The row of `transaction_row`, by column, in SQLite's literals, or `nil` if it is not known to exist.
  var row: [String: String]? {
    guard let created, let stage else { return nil }
    func quoted(_ text: NaiveText?) -> String { text?.quoted ?? "NULL" }
    func flag(_ name: String) -> String { switches[name]?.value.map { $0 ? "1" : "0" } ?? "NULL" }
    let day = text("date").flatMap { NaiveDate.day($0.description) }
    let on = created.payload["on"]?.text.flatMap(NaiveDate.day)
    return [
      "key": stream.description, "id": Self.blob(stream.id),
      "stage": Self.code(stage, ["draft", "saved", "deleted"]),
      "date": day.map(String.init) ?? "NULL", "created": String(Int64(bitPattern: created.time)),
      "kind": Self.code(kind, ["expense", "income", "transfer"]),
      "currency": quoted(amount.value.map { NaiveText($0.currency) }),
      "minor_units": amount.value?.units.map { String($0) } ?? "NULL", "category": quoted(text("category")),
      "parts": parts.isEmpty
        ? "NULL"
        : Self.json(
          .array(
            parts.map { .array([.string($0.category.description), .string(String($0.units))]) })),
      "payment": quoted(text("payment")),
      "group_id": group.flatMap { UniqueID($0.description) }.map(Self.blob) ?? "NULL",
      "vendor": quoted(text("vendor")), "account": quoted(text("account")), "note": quoted(text("note")),
      "to_account": quoted(toAccount),
      "received_currency": quoted(toAccount == nil ? nil : received.value.map { NaiveText($0.currency) }),
      "received_units": toAccount == nil ? "NULL" : received.value?.units.map { String($0) } ?? "NULL",
      "paid": flag("paid"), "reimbursed": flag("reimbursed"),
      "cleared": isCleared ? "1" : "0",
      "attention": String(stage == "draft" ? fieldsThatNeedALook : 0), "corrected": String(corrected),
      "conflicts": String(conflicts),
      "origin": quoted(NaiveText((created.payload["source"] ?? created.payload["origin"])?.text ?? "?")),
      "recorded_on": on.map(String.init) ?? "?",
      "name": quoted(
        created.type == "ReceiptCaptured" ? created.payload["name"]?.text.map(NaiveText.init) : nil),
      "rule": rule.value.flatMap { UniqueID($0.description) }.map(Self.blob) ?? "NULL",
      "tags": Self.json(.array(tagsOn.map { .string($0.description) })),
      "attachments": Self.json(
        .array(
          pagesPresent.map { page in
            .array([page["sha256"], page["bytes"], page["mediaType"], page["page"]].map { $0 ?? .null })
          })),
    ]
  }

  /// The row of `transaction_note`; nil where there is no note.
  var noteRow: [String: String]? {
    guard stage != nil, let note = text("note") else { return nil }
    let folded = NFC.foldedForComparison(note.description)
    return ["key": stream.description, "folded": NaiveText(folded).quoted]
  }

  /// The row of `provenance`: what became of each field, and how sure its first reading was.
  var provenance: [String: String]? {
    guard stage != nil else { return nil }
    let words = ["empty", "read", "confirmed", "corrected", "filledIn", "recorded"]
    func integer(_ value: JSONValue?) -> String {
      if case .integer(let number)? = value { String(number) } else { "NULL" }
    }
    var row = [
      "key": stream.description,
      "extractor": extraction?.payload["extractor"]?.text.map { NaiveText($0).quoted } ?? "NULL",
      "version": integer(extraction?.payload["version"]),
      "smart": extraction.map { $0.payload["method"]?.text == "smart" ? "1" : "0" } ?? "NULL",
      "filed": Self.code(status("group"), words),
    ]
    for field in Self.extracted {
      row[field] = Self.code(status(field), words)
      row["\(field)_confidence"] = integer(extraction?.readings(field).first?["confidence"])
    }
    return row
  }

  static func blob(_ id: UniqueID) -> String {
    let digits = Array("0123456789ABCDEF")
    return "X'" + String(id.bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }) + "'"
  }

  static func code(_ word: String, _ words: [String]) -> String {
    words.firstIndex(of: word).map(String.init) ?? "?"
  }

  static func json(_ value: JSONValue) -> String {
    NaiveText(String(decoding: value.encoded(), as: UTF8.self)).quoted
  }
}
