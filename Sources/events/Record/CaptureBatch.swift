internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// `capture --batch`: one transaction for each line, printed and flushed once it is durable. A bad line is
/// reported with its number and the others go on.
struct CaptureBatch {
  private let input: TextInput
  private let folder: String
  private let ledger: OpenLedger

  init(path: String, ledger: OpenLedger) throws(Failure) {
    self.ledger = ledger
    if path == "-" {
      input = ledger.invocation.input
      folder = "."
    } else {
      input = try TextInput(path: path)
      folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }
  }

  /// The largest line: a text and its JSON, where escapes can double a text.
  private static let lineBytesMax = 2 * 1024 * 1024

  func run() throws -> ExitCode {
    var number = 0
    var badLines = 0
    while let line = try input.nextLine(limit: Self.lineBytesMax) {
      number += 1
      do {
        guard case .bytes(let bytes) = line else { throw Failure(.dataError, "the line is too long") }
        guard let line = try BatchLine(bytes) else { continue }
        try Self.print(try capture(line), id: line.id, ledger)
      } catch let error where concernsOneLine(error) {
        badLines += 1
        ledger.invocation.remark(
          "events: \(input.name):\(number): \(explanation(of: error, in: ledger.locale).summary)")
      } catch let error where number > 1 && !(error is OutputFailure) {
        throw PartlyDone(
          reason: error,
          advice:
            "The lines before line \(grouped(Int64(number))) are on record; run it again, which captures nothing "
            + "twice")
      }
    }
    if badLines > 0 {
      ledger.invocation.remark(
        "events: \(counted(badLines, "line")) of \(grouped(Int64(number))) could not be captured; the others are"
      )
      return .dataError
    }
    return .ok
  }

  // MARK: One line

  private func capture(_ line: BatchLine) throws -> Done {
    let image = line.image.map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
    let input = CaptureInput(
      files: image.map { [.file(path: $0)] } ?? [], text: line.text, source: image == nil ? .file : .scan,
      name: line.name ?? line.id, group: try line.group.flatMap { try ledger.livingGroup(orUnfiled: $0) })
    let command = UniqueID.derived(kind: "capture-batch", parts: [line.id])
    return try ledger.book.capture(input, id: command)
  }

  // MARK: What is printed

  /// Prints a capture under the identity that the caller knows it by, and flushes the line.
  static func print(_ captured: Done, id: String, _ ledger: OpenLedger) throws {
    guard let transaction = captured.transaction else { return }
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: [
        "fields": CaptureFields.json(captured, ledger.settings.currency), "id": .string(id),
        "transaction": .string(transaction.description),
      ])
    } else {
      guard let row = captured.row else { return }
      let need = row.attentionCount == 1 ? "needs" : "need"
      let look = row.attentionCount > 0 ? " · \(counted(row.attentionCount, "field")) \(need) a look" : ""
      try ledger.invocation.print(
        "\(ledger.shown(transaction))  \(id)  \(ledger.summary(row))\(look)")
    }
    try ledger.invocation.output.flush()
  }
}

/// The fields of a capture that a batch prints for programs.
enum CaptureFields {
  /// Returns the fields as JSON.
  ///
  /// For example `{"date":{"readings":[{"confidence":96,"reason":"top line","value":"2026-06-14"}]}, …}`.
  ///
  /// A field without readings has `"readings":[]` and a `"note"`.
  static func json(_ captured: Done, _ ledgerCurrency: CurrencyCode) -> JSONValue {
    let readings = captured.readings ?? ReceiptReadings()
    let receipt = captured.receipt
    let currency = receipt?.amount.value?.currency ?? receipt?.extraction?.currency ?? ledgerCurrency
    return [
      "currency": field(readings.currency, "currency") { .string($0) },
      "date": field(readings.date, "date") { .string($0) },
      "total": field(readings.total, "total") { decimal in
        guard let units = try? AmountParser.minorUnits(decimal: decimal, currency: currency) else { return nil }
        return Money(minorUnits: units, currency: currency).json
      },
      "vendor": field(readings.vendor, "vendor") { .string($0) },
    ]
  }

  private static func field(
    _ field: FieldReadings, _ name: String, _ value: (String) -> JSONValue?
  ) -> JSONValue {
    let readings = field.readings.compactMap { reading -> JSONValue? in
      guard let value = value(reading.value) else { return nil }
      return ["confidence": .count(reading.confidence), "reason": .string(reading.reason), "value": value]
    }
    guard readings.isEmpty else { return ["readings": .array(readings)] }
    return ["note": .string(field.note ?? "no \(name) was read"), "readings": []]
  }
}
