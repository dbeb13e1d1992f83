internal import LedgerBook
package import LedgerBytes
package import LedgerDomain
internal import LedgerProjections

/// A receipt as a form changes it: its fields as text, and other commands with their consequences.
package struct ReceiptForm {
  let notation: Notation
  let detail: TransactionDetail

  /// Reads a receipt.
  ///
  /// - Throws: `BookError.unknown`.
  package init(_ id: TransactionID, _ notation: Notation) throws {
    self.notation = notation
    try notation.readAccountNames()
    detail = try notation.book.transaction(id)
  }

  var id: TransactionID { detail.row.id }

  /// The form as `{"actions","attention","fields","stage","version"}`.
  package func json() throws -> JSONValue {
    [
      "actions": .array(try actions()), "attention": try attention(),
      "fields": .array(detail.row.stage == .deleted ? [] : try fields()),
      "stage": .string(detail.row.stage.rawValue), "version": .integer(detail.version),
    ]
  }

  private func fields() throws -> [JSONValue] {
    let ofTransfers: [TransactionField] = [.date, .vendor, .note]
    var all: [TransactionField] = [.vendor, .date, .total, .category, .payment, .group, .account, .note]
    if detail.state.provenance(of: .currency).needsALook { all.insert(.currency, at: 3) }
    return try (detail.row.kind == .transfer ? ofTransfers : all).map { field in
      let value = detail.state.value(of: field)
      return [
        "choices": .strings(choices(field)), "field": .string(field.rawValue),
        "review": try review(field) ?? .null,
        "text": .string(value.map { text($0, of: field) } ?? ""),
        "title": .string(field.title), "words": .string(words(value, of: field)),
      ]
    }
  }

  /// Returns the value of a field for people, with the names of groups and categories.
  func words(_ value: FieldValue?, of field: TransactionField) -> String {
    switch (field, value) {
    case (.group, .group(let group)): (try? notation.book.groupRow(group)?.name) ?? GroupState.reservedName
    case (.group, nil): GroupState.reservedName
    case (.category, .text(let key)): notation.categoryName(key)
    case (.account, .text(let text)): notation.accountName(text)
    case (_, let value): notation.words(value, of: field)
    }
  }

  /// Returns the value of a field as a person types it.
  private func text(_ value: FieldValue, of field: TransactionField) -> String {
    switch value {
    case .date(let date): date.iso
    case .amount(let amount): field == .currency ? amount.currency.code : amount.money?.description ?? ""
    case .text(let text): field == .account ? notation.accountName(text) : text
    case .group: words(value, of: field)
    }
  }

  /// Returns the values that a field is usually chosen from.
  private func choices(_ field: TransactionField) -> [String] {
    switch field {
    case .category: (try? notation.book.categoriesByUse(detail.row.kind).rows.map(\.key)) ?? []
    case .payment: PaymentMethod.allCases.map(\.rawValue)
    case .group: ((try? notation.book.groupChoices(limit: 50)) ?? []).map(\.name)
    case .account: ((try? notation.book.accounts()) ?? []).filter { !$0.isClosed }.map(\.name)
    case .vendor, .date, .total, .currency, .note, .kind, .toAccount, .received: []
    }
  }

  /// Returns the commands on the whole receipt, each with the question that a person answers before.
  private func actions() throws -> [JSONValue] {
    let commands: [(title: String, command: TransactionCommand)] =
      switch detail.row.stage {
      case .deleted: [("Restore", .restore)]
      case .draft: [("Save", .save), ("Discard", .discard)]
      case .saved:
        [
          detail.row.isCleared ? ("Mark as not cleared", .clear(false)) : ("Mark as cleared", .clear(true)),
          ("Delete", .delete),
        ]
      }
    return try commands.map { title, command in
      var question = try notation.book.plan(command, on: id, reach: .this).question(notation)
      if command == .discard, !detail.state.settledByPerson.isEmpty {
        question = question ?? "Discard this draft, which you have edited?"
      }
      return [
        "command": StructuredCommand.change(command, of: id).content, "question": .optional(question),
        "title": .string(title),
      ]
    }
  }

  /// Returns the command that sets a field to a typed text, as `{"command","doubt","words"}`.
  ///
  /// - Throws: An error that explains itself if the text is no value of the field.
  package func correction(_ field: TransactionField, _ text: String) throws -> JSONValue {
    let isEmpty = NFC.trimmed(text).isEmpty
    if isEmpty, field.isRequired(for: detail.row.kind) { throw Rejection.required(field) }
    let canBeEmpty = [.vendor, .payment, .group, .account, .note].contains(field)
    let value = isEmpty && canBeEmpty ? nil : try notation.value(text, of: field, in: detail.row)
    var doubt: Doubt?
    if case .date(let date)? = value { doubt = notation.book.doubt(about: date) }
    var command = TransactionCommand.correct(field, value)
    if field == .group {
      if case .group(let group)? = value { command = .file(group) } else { command = .file(nil) }
    } else if field == .total, AmountExpression.computes(text) {
      command = .correct(field, value, expression: text)
    }
    return [
      "command": StructuredCommand.change(command, of: id).content,
      "doubt": .optional(doubt?.refusal(in: notation.locale).message),
      "words": .string(words(value, of: field)),
    ]
  }

  /// Returns the choice between two values of a field that was changed after the person looked at it.
  package func choice(of field: TransactionField, _ command: TransactionCommand) -> JSONValue {
    var new: FieldValue?
    if case .correct(_, let value, _) = command { new = value }
    if case .file(let group) = command { new = group.map { .group($0) } }
    let present = words(detail.state.value(of: field), of: field)
    let given = words(new, of: field)
    return [
      "field": .string(field.rawValue), "given": .string(given), "keep": .string("Keep \(present)"),
      "message": .string(
        "\(field.title) was changed meanwhile. It is “\(present)” now, and you entered “\(given)”."),
      "present": .string(present), "replace": .string("Use \(given)"), "version": .integer(detail.version),
    ]
  }
}

extension TransactionField {
  /// The name of the field above its value.
  package var title: String { self == .total ? "Amount" : rawValue.capitalizedFirst }
}
