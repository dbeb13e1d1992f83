package import LedgerBook
internal import LedgerBytes
package import LedgerDomain

extension CommandAnswer {
  /// Returns the result of adding a receipt.
  ///
  /// - Parameters:
  ///   - captured: The result of the command that kept its pages.
  ///   - id: The receipt.
  ///   - last: The result of reading its paper, if that recorded something.
  package static func captured(_ captured: Done, _ id: TransactionID, after last: Done?) -> CommandAnswer {
    CommandAnswer(
      facts: { document(captured, id, true, [:], $0) },
      text: { notation in
        let (row, state) = try (last ?? captured).receipt(id, notation.book)
        return [notation.line(id, row), .fitted("  \(kept(row, state))")] + notation.nextStep(id, state)
          + (try notation.duplicates(of: id))
      })
  }

  /// Returns `scan of 2 pages kept, 5 of 6 fields read`.
  private static func kept(_ row: TransactionRow, _ state: TransactionState) -> String {
    let pages = row.attachments.count
    let paper = pages == 0 ? "text" : "\(row.origin) of \(counted(pages, "page"))"
    guard state.text != nil else { return "\(paper) kept, nothing read off it" }
    let fields = state.provenance.filter { TransactionField.extracted.contains($0.field) }
    let read = fields.filter { !$0.readings.readings.isEmpty }.count
    return "\(paper) kept, \(read) of \(counted(fields.count, "field")) read"
  }

  /// Returns the line of a receipt in a batch, or nothing if the command was about no receipt.
  ///
  /// - Parameters:
  ///   - captured: The result of the command.
  ///   - name: The identity that the caller knows the receipt by.
  package static func captured(_ captured: Done, as name: String) -> CommandAnswer {
    guard let id = captured.transaction else { return CommandAnswer(nil) { _ in [] } }
    return CommandAnswer(
      facts: { notation in
        [
          "fields": captured.fields(notation.settings.currency), "id": .string(name),
          "transaction": .string(id.description),
        ]
      },
      text: { notation in
        guard let row = captured.row else { return [] }
        let need = row.attentionCount == 1 ? "needs" : "need"
        let look = row.attentionCount > 0 ? " · \(counted(row.attentionCount, "field")) \(need) a look" : ""
        return [.line("\(notation.shown(id))  \(name)  \(notation.summary(row))\(look)")]
      })
  }
}

extension Done {
  /// Returns the fields of a capture with their readings.
  ///
  /// For example `{"date":{"readings":[{"confidence":96,"reason":"top line","value":"2026-06-14"}]}, …}`. A field without
  /// readings has `"readings":[]` and a `"note"`.
  fileprivate func fields(_ ledgerCurrency: CurrencyCode) -> JSONValue {
    let readings = readings ?? ReceiptReadings()
    let currency = receipt?.amount.value?.currency ?? receipt?.extraction?.currency ?? ledgerCurrency
    return [
      "currency": readings.currency.json("currency") { .string($0) },
      "date": readings.date.json("date") { .string($0) },
      "total": readings.total.json("total") { decimal in
        guard let units = try? AmountParser.minorUnits(decimal: decimal, currency: currency) else { return nil }
        return Money(minorUnits: units, currency: currency).json
      },
      "vendor": readings.vendor.json("vendor") { .string($0) },
    ]
  }
}

extension FieldReadings {
  fileprivate func json(_ name: String, _ value: (String) -> JSONValue?) -> JSONValue {
    let readings = readings.compactMap { reading -> JSONValue? in
      value(reading.value).map { reading.json.adding(["value": $0]) }
    }
    guard readings.isEmpty else { return ["readings": .array(readings)] }
    return ["note": .string(note ?? "no \(name) was read"), "readings": []]
  }
}
