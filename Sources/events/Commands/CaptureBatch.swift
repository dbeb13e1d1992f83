internal import EventLog
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

  /// A line of text and its JSON, at most; escapes can double a text.
  private static let lineLimit = 2 * 1024 * 1024

  func run() throws -> ExitCode {
    var number = 0
    var badLines = 0
    while let line = try input.nextLine(limit: Self.lineLimit) {
      number += 1
      do {
        guard case .bytes(let bytes) = line else { throw Failure(.dataError, "the line is too long") }
        if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
        try print(try capture(bytes))
      } catch let error where concernsOneLine(error) {
        badLines += 1
        ledger.invocation.remark(visible("events: \(input.name):\(number): \(explanation(of: error).message)"))
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

  private struct Captured {
    let id: String
    let outcome: CaptureOutcome
  }

  private func capture(_ bytes: [UInt8]) throws -> Captured {
    let object: JSONValue
    do throws(JSONError) { object = try JSONValue(parsing: bytes, as: .exchange) } catch {
      throw Failure(.dataError, "not JSON: \(error.reason), at byte \(error.offset)")
    }
    guard case .object = object else { throw Failure(.dataError, "not a JSON object") }
    guard let id = try text("id", of: object), !id.isEmpty else {
      throw Failure(.dataError, "\"id\" is missing")
    }
    guard let recognized = try text("text", of: object) else {
      throw Failure(.dataError, "\"text\" is missing")
    }
    guard recognized.utf8.count <= CaptureFile.textLimit else {
      throw Failure(.dataError, "\"text\" is too long")
    }
    let image = try text("image", of: object).map { (path) throws(Failure) in try imagePath(path) }
    let input = CaptureInput(
      files: image.map { [.file(path: $0)] } ?? [], text: recognized, source: image == nil ? .file : .scan,
      name: try text("name", of: object) ?? id,
      group: try text("group", of: object).flatMap { try ledger.group(orUnfiled: $0) })
    let command = UniqueID.derived(kind: "capture-batch", parts: [id])
    return Captured(id: id, outcome: try ledger.book.capture(input, id: command))
  }

  private func text(_ key: String, of object: JSONValue) throws(Failure) -> String? {
    switch object[key] {
    case .string(let text): return text
    case nil, .null: return nil
    case .object, .array, .integer, .fraction, .boolean: throw Failure(.dataError, "\"\(key)\" is not a text")
    }
  }

  /// A batch comes from elsewhere: it may name files beside it and no others.
  private func imagePath(_ path: String) throws(Failure) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !path.hasPrefix("/"), !parts.contains(".."), !path.isEmpty else {
      throw Failure(.dataError, "\"image\" is not a path below the batch's folder: \(path)")
    }
    let full = folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
    return full
  }

  // MARK: What is printed

  private func print(_ captured: Captured) throws {
    let id = captured.outcome.transaction
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: [
        "fields": CaptureFields.json(captured.outcome, ledger.settings.currency), "id": .string(captured.id),
        "transaction": .string(id.description),
      ])
    } else {
      guard let row = captured.outcome.row else { return }
      let need = row.attentionCount == 1 ? "needs" : "need"
      let look = row.attentionCount > 0 ? " · \(counted(row.attentionCount, "field")) \(need) a look" : ""
      try ledger.invocation.print(
        "\(try ledger.short(id))  \(visible(captured.id))  \(ledger.summary(row))\(look)")
    }
    try ledger.invocation.output.flush()
  }
}

/// What a batch prints of a capture's fields, for programs.
enum CaptureFields {
  /// `{"date":{"readings":[{"confidence":96,"reason":"top line","value":"2026-06-14"}]}, …}`; nothing read is
  /// `"readings":[]` with a `"note"`.
  static func json(_ outcome: CaptureOutcome, _ ledgerCurrency: Currency) -> JSONValue {
    let readings = outcome.readings ?? ReceiptReadings()
    let currency = outcome.currency ?? ledgerCurrency
    return [
      "currency": field(readings.currency, "currency") { .string($0) },
      "date": field(readings.date, "date") { .string($0) },
      "total": field(readings.total, "total") { decimal in
        guard let units = try? AmountParser.minorUnits(decimal: decimal, currency: currency) else { return nil }
        return .money(Money(minorUnits: units, currency: currency))
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
