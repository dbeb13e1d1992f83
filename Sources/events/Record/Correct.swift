internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension Command {
  static let correct = Command(
    path: ["correct"], section: .record, summary: "Change fields of a receipt",
    operands: [
      Operand(
        Operand.receipt.name, "The receipt: its id, or the beginning of it; several with commas between them",
        isOptional: true),
      Operand(Operand.field.name, Operand.field.help, isOptional: true),
      Operand(
        "VALUE",
        "The value; an empty text clears vendor, note or account. More fields may follow",
        isOptional: true, repeats: true),
    ],
    options: [CorrectOptions.this, CorrectOptions.future, CorrectOptions.rule]
      + RecordSelection.options.filter { $0.name != Filters.rule.name },
    shared: Option.destroying,
    run: { try $0.withLedger(correctRecords) })

  private static func correctRecords(_ ledger: OpenLedger) throws -> ExitCode {
    let isFiltered = ledger.arguments.has(RecordSelection.isFiltered)
    let operands = ledger.arguments.operands
    let words = Array(operands.dropFirst(isFiltered ? 0 : 1))
    if words.count == 1 { _ = try Values.field(words[0]) }
    guard words.count >= 2, words.count.isMultiple(of: 2) else {
      throw Failure.usage("“correct” needs a receipt, and a VALUE for every FIELD", command: "correct")
    }
    let pairs = try stride(from: 0, to: words.count, by: 2).map { index in
      (field: try Values.field(words[index]), text: words[index + 1])
    }
    let fields = pairs.map(\.field)
    guard Set(fields).count == fields.count, !(fields.contains(.total) && fields.contains(.currency)) else {
      throw Failure.usage(
        "a field is given twice; write total and currency as one value, such as 84 JPY", command: "correct")
    }
    let records = isFiltered ? [] : operands[0].split(separator: ",").map(String.init)
    let reach = [CorrectOptions.this, CorrectOptions.future, CorrectOptions.rule].first {
      ledger.arguments.has($0)
    }
    if let reach, isFiltered || records.count > 1 || pairs.count > 1 {
      throw Failure.usage("--\(reach.name) is about one field of one receipt", command: "correct")
    }
    if records.count == 1, records[0] != "-", pairs.count == 1 {
      try RecordSelection.refuseFilters(ledger.arguments)
      let detail = try ledger.book.transaction(named: records[0])
      return try correctOne(detail, pairs[0].field, pairs[0].text, ledger)
    }
    let ids = try RecordSelection.ids(ledger, records)
    if ids.count == 1, pairs.count == 1 {
      return try correctOne(try ledger.book.transaction(ids[0]), pairs[0].field, pairs[0].text, ledger)
    }
    if fields.contains(where: \.isOfTransfers) || pairs.count > 1 && ids.count == 1 {
      if let code = try ledger.correctTransfers(ids, pairs) { return code }
    }
    let commands = try ids.flatMap { id in
      try pairs.map { pair in
        (
          transaction: id,
          command: TransactionCommand.correct(
            pair.field, try fieldValue(pair.text, pair.field, of: try ledger.book.transaction(id).row, ledger),
            expression: expression(pair.text, pair.field))
        )
      }
    }
    return try ledger.perform(commands, on: ids, "correct")
  }

  private static func correctOne(
    _ detail: TransactionDetail, _ field: TransactionField, _ text: String, _ ledger: OpenLedger
  ) throws -> ExitCode {
    let id = detail.row.id
    let value = try fieldValue(text, field, of: detail.row, ledger)
    if let code = try ledger.correctRule(field, value, expression(text, field), of: detail) { return code }
    if field.isOfTransfers, let code = try ledger.correctTransfers([id], [(field: field, text: text)]) {
      return code
    }
    if ledger.arguments.has(.dryRun) {
      let receipt = ledger.notation.summary(detail.row)
      return try ledger.show(
        .dryRun("Would set the \(field.rawValue) of \(receipt).", ["transaction": .string("\(id)")]))
    }
    let done = try ledger.book.perform(
      .correct(field, value, expression: expression(text, field)), on: id)
    return try ledger.show(.receipt(done, id, unchanged: "it is so already"))
  }

  /// Returns the typed text if it is a computation that gives a total, such as `84 +10%`.
  static func expression(_ text: String, _ field: TransactionField) -> String? {
    field == .total || field == .received ? Values.computation(text) : nil
  }

  /// Returns the typed text as a value of that field, or `nil` if it empties the field.
  static func fieldValue(
    _ text: String, _ field: TransactionField, of row: @autoclosure () throws -> TransactionRow,
    _ ledger: OpenLedger
  ) throws -> FieldValue? {
    switch field {
    case .account, .toAccount: return text.isEmpty ? nil : .text(try ledger.account(text).text)
    case .received:
      let row = try row()
      return .amount(Amount(try ledger.received(text, in: row.toAccount, row)))
    case .category: return .text(try ledger.category(text))
    case .payment: return .text(try Values.choice(text, "payment", PaymentMethod.self).rawValue)
    case .kind: return .text(try Values.choice(text, "kind", TransactionKind.self).rawValue)
    case .date: return .date(try ledger.nearDate(text))
    case .currency: return .amount(Amount(currency: try Values.currency(text), minorUnits: nil))
    case .total:
      let currency = try row().amount?.currency ?? ledger.settings.currency
      return .amount(Amount(try Values.amount(sum: text, currency, ledger.locale)))
    case .group:
      throw Failure.usage(
        "the group is set with: events file \(FigureWords.quoted(ledger.arguments.operands[0])) GROUP",
        command: "file")
    // The others hold any text.
    case _: return text.isEmpty ? nil : .text(text)
    }
  }
}
