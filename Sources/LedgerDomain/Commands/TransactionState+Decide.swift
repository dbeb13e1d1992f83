extension TransactionState {
  /// What happens if a command is carried out on this state: the events to append, or why it is refused.
  ///
  /// Pure: time, today and identifiers come in as arguments. No events: it is so already.
  public func decide(
    _ command: TransactionCommand, id: TransactionID, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    switch command {
    case .capture(let request):
      guard stage == nil else { throw .alreadyExists("a transaction with this id") }
      return try capture(request, context)
    case .record(let request):
      guard stage == nil else { throw .alreadyExists("a transaction with this id") }
      return try Self.record(request, context)
    case .restore:
      guard let stage else { throw .unknownTransaction(id) }
      guard stage == .deleted || deletion.pending != nil else { throw .isNotDeleted(what: "transaction") }
      return [.transactionRestored]
    case .recognize(let outcome):
      guard stage != nil else { throw .unknownTransaction(id) }
      return events(of: outcome)
    case .delete:
      guard let stage else { throw .unknownTransaction(id) }
      return stage == .deleted ? [] : [.transactionDeleted]
    case .discard:
      guard let stage else { throw .unknownTransaction(id) }
      guard stage == .draft else { throw .isNotDraft(stage) }
      return [.receiptDiscarded]
    case .save:
      guard let stage else { throw .unknownTransaction(id) }
      switch stage {
      case .saved: return []
      case .deleted: throw .isNotDraft(stage)
      case .draft: return try save(context)
      }
    case .confirm, .pick, .correct, .file, .tag, .flag, .clear, .attach, .detach:
      guard let stage else { throw .unknownTransaction(id) }
      guard stage != .deleted else { throw .isDeleted(what: "transaction") }
      return try change(command, context)
    }
  }

  private func change(
    _ command: TransactionCommand, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    switch command {
    case .confirm(let fields): return try confirm(fields)
    case .pick(let field, let number): return try pick(field, number, context)
    case .correct(let field, let value): return try correct(field, value, context)
    case .file(let target): return try file(target, context)
    case .tag(let add, let remove): return try changeTags(add: add, remove: remove)
    case .flag(let settings): return changeFlags(settings)
    case .clear(let isCleared):
      if (cleared.value ?? false) == isCleared { return [] }
      return [isCleared ? .transactionCleared : .transactionUncleared]
    case .attach(let attachment):
      let isThere = attachments.contains { $0.attachment.digest == attachment.digest && $0.isPresent.value == true }
      if isThere { return [] }
      return [.attachmentAdded(AttachmentAdded(attachment: attachment, on: context.today))]
    case .detach(let digest):
      let isThere = attachments.contains { $0.attachment.digest == digest && $0.isPresent.value == true }
      return isThere ? [.attachmentRemoved(AttachmentRemoved(digest: digest))] : []
    case .capture, .recognize, .save, .discard, .record, .delete, .restore:
      preconditionFailure("decided before a change is looked at")
    }
  }
}

// MARK: - Capturing and recording

extension TransactionState {
  private func capture(
    _ request: CaptureRequest, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    var events: [TransactionEvent] = [
      .receiptCaptured(
        ReceiptCaptured(
          source: request.source, attachments: request.attachments, name: request.name.map(NFC.normalized),
          on: context.today))
    ]
    if let outcome = request.recognition { events += self.events(of: outcome) }
    if let group = request.group { events += try Self.filing(from: nil, to: group, context) }
    return events
  }

  private func events(of outcome: RecognitionOutcome) -> [TransactionEvent] {
    switch outcome {
    case .read(let recognized, let completed): [.textRecognized(recognized), .extractionCompleted(completed.normalized)]
    case .failed(let engine, let reason): [.extractionFailed(ExtractionFailed(engine: engine, reason: reason))]
    case .cancelled(let engine): [.extractionCancelled(ExtractionCancelled(engine: engine))]
    }
  }

  private static func record(
    _ request: RecordRequest, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    guard request.money.minorUnits != 0 else { throw .zeroAmount }
    guard request.money.currency.minorUnitDigits != nil else { throw .unknownCurrency(request.money.currency) }
    let category = try request.category.map { (key) throws(Rejection) in try Self.category(key, context) }
    var missing: [Field] = []
    if category == nil && request.kind != .transfer { missing.append(.category) }
    if request.payment == nil && request.kind == .expense { missing.append(.payment) }
    guard missing.isEmpty else { throw .missingToSave(missing) }
    var tags: Set<String> = []
    for tag in request.tags { tags.insert(try normalizedTag(tag)) }
    var flags = Flags()
    for setting in request.flags { flags.apply(setting) }
    let recorded = TransactionRecorded(
      origin: request.origin, on: context.today, kind: request.kind, money: request.money, date: request.date,
      vendor: try text(request.vendor, .vendor), category: category, payment: request.payment,
      note: try text(request.note, .note), account: try text(request.account, .account),
      tags: tags.sortedByBytes(), flags: flags)
    var events: [TransactionEvent] = [.transactionRecorded(recorded)]
    if let group = request.group { events += try filing(from: nil, to: group, context) }
    return events
  }

  private func save(_ context: DecisionContext) throws(Rejection) -> [TransactionEvent] {
    var missing: [Field] = []
    if date.value == nil { missing.append(.date) }
    if amount.value?.minorUnits == nil { missing.append(.total) }
    let kind = self.kind.value ?? .expense
    if category.value == nil && kind != .transfer { missing.append(.category) }
    if payment.value == nil && kind == .expense { missing.append(.payment) }
    guard missing.isEmpty else { throw .missingToSave(missing) }
    if amount.value?.minorUnits == 0 { throw .zeroAmount }
    return [.receiptSaved]
  }
}

// MARK: - Fields

extension TransactionState {
  private func confirm(_ fields: [Field]) throws(Rejection) -> [TransactionEvent] {
    var events: [TransactionEvent] = []
    let named = fields.isEmpty ? Field.extracted : fields
    for field in named {
      guard field != .group else { throw .setOtherwise(field: field, command: "file") }
      guard let value = value(of: field), !(field == .total && value.amount?.minorUnits == nil) else {
        if fields.isEmpty { continue }
        throw .nothingToConfirm(field)
      }
      if fields.isEmpty, settledByPerson.contains(field) { continue }
      events.append(.fieldConfirmed(FieldConfirmed(field: field, value: value)))
    }
    return events
  }

  private func pick(
    _ field: Field, _ number: Int, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    let readings = extraction?.readings(of: field).readings ?? []
    guard let extraction, readings.indices.contains(number - 1) else {
      throw .noReading(field: field, number: number, available: readings.count)
    }
    let reading = readings[number - 1].value
    let to: FieldValue
    if field == .total, let currency = amount.value?.currency ?? extraction.currency {
      do throws(AmountError) {
        to = .amount(
          Amount(currency: currency, minorUnits: try AmountParser.minorUnits(decimal: reading, currency: currency)))
      } catch {
        throw .readingIsNoValue(field: field, reading: reading, why: error.message)
      }
    } else if field == .currency, let currency = Currency(reading) {
      to = .amount(try amount(in: currency))
    } else if field == .category {
      to = .text(try Self.category(reading, context))
    } else if let value = extraction.value(ofReading: number - 1, field: field) {
      to = value
    } else {
      throw .readingIsNoValue(field: field, reading: reading, why: "it is not a \(field.rawValue)")
    }
    return [
      .alternatePicked(
        AlternatePicked(
          field: field, from: value(of: field), to: to, reading: reading, extraction: extraction.reference))
    ]
  }

  private func correct(
    _ field: Field, _ value: FieldValue?, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    let to = try normalized(value, of: field, context)
    let from = self.value(of: field)
    if from == to, settledByPerson.contains(field) || to == nil { return [] }
    if let to, from == to, stage == .draft, field != .kind {
      return [.fieldConfirmed(FieldConfirmed(field: field, value: to))]
    }
    if from == to { return [] }
    return [.fieldCorrected(FieldCorrected(field: field, from: from, to: to))]
  }

  /// A value as it is recorded: checked against the field, in NFC.
  private func normalized(
    _ value: FieldValue?, of field: Field, _ context: DecisionContext
  ) throws(Rejection) -> FieldValue? {
    switch field {
    case .group:
      throw .setOtherwise(field: field, command: "file")
    case .vendor, .note, .account:
      return try Self.text(value?.text, field).map(FieldValue.text)
    case .date:
      guard let date = value?.date else { throw .required(field) }
      return .date(date)
    case .category:
      guard let key = value?.text else { throw .required(field) }
      return .text(try Self.category(key, context))
    case .payment:
      guard let text = value?.text else { throw .required(field) }
      guard let payment = PaymentMethod(rawValue: text) else {
        throw .invalid(field: field, value: text, expected: "card or cash")
      }
      return .text(payment.rawValue)
    case .kind:
      guard let text = value?.text else { throw .required(field) }
      guard let kind = TransactionKind(rawValue: text) else {
        throw .invalid(field: field, value: text, expected: "expense, income or transfer")
      }
      return .text(kind.rawValue)
    case .total:
      guard let amount = value?.amount, let units = amount.minorUnits else { throw .required(field) }
      guard units != 0 else { throw .zeroAmount }
      guard amount.currency.minorUnitDigits != nil else { throw .unknownCurrency(amount.currency) }
      return .amount(amount)
    case .currency:
      guard let currency = value?.amount?.currency else { throw .required(field) }
      return .amount(try amount(in: currency))
    }
  }

  /// The amount in another currency: the decimal stays as read, and is refused where it has too many digits.
  private func amount(in currency: Currency) throws(Rejection) -> Amount {
    guard currency.minorUnitDigits != nil else { throw .unknownCurrency(currency) }
    guard let money = amount.value?.money else {
      guard let reading = extraction?.readings(of: .total).readings.first?.value,
        let units = try? AmountParser.minorUnits(decimal: reading, currency: currency)
      else { return Amount(currency: currency, minorUnits: nil) }
      return Amount(currency: currency, minorUnits: units)
    }
    do throws(AmountError) {
      let units = try AmountParser.minorUnits(decimal: money.decimal, currency: currency)
      return Amount(currency: currency, minorUnits: units)
    } catch {
      throw .fewerDigits(amount: "\(money.decimal) \(money.currency.code)", currency: currency)
    }
  }

  private static func category(_ key: String, _ context: DecisionContext) throws(Rejection) -> String {
    let key = NFC.foldedKey(key)
    guard let row = context.categories[key] else {
      throw .unknownCategory(key: key, known: context.categories.keys.sorted())
    }
    guard row.isActive else { throw .inactiveCategory(key) }
    return key
  }

  private static func text(_ text: String?, _ field: Field) throws(Rejection) -> String? {
    guard let text else { return nil }
    let normalized = NFC.normalized(NFC.trimmed(text))
    guard normalized.utf8.count <= 16_384 else { throw .tooLong(what: field.rawValue, limit: 16_384) }
    return normalized.isEmpty ? nil : normalized
  }
}

// MARK: - Groups, tags and flags

extension TransactionState {
  private func file(_ target: GroupID?, _ context: DecisionContext) throws(Rejection) -> [TransactionEvent] {
    try Self.filing(from: group.value, to: target, context)
  }

  private static func filing(
    from: GroupID?, to target: GroupID?, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    if let target {
      guard let row = context.groups[target] else { throw .unknownGroup(target) }
      guard !row.isDeleted else { throw .isDeleted(what: "group") }
    }
    return from == target ? [] : [.transactionFiled(TransactionFiled(from: from, to: target))]
  }

  private func changeTags(add: [String], remove: [String]) throws(Rejection) -> [TransactionEvent] {
    let present = Set(tagsThatAreOn)
    var added: Set<String> = []
    var removed: Set<String> = []
    for tag in add { added.insert(try Self.normalizedTag(tag)) }
    for tag in remove { removed.insert(try Self.normalizedTag(tag)) }
    removed.subtract(added)
    added.subtract(present)
    removed = present.filter(removed.contains)
    if added.isEmpty && removed.isEmpty { return [] }
    return [.tagsChanged(TagsChanged(added: added.sortedByBytes(), removed: removed.sortedByBytes()))]
  }

  private static func normalizedTag(_ tag: String) throws(Rejection) -> String {
    let key = NFC.foldedKey(tag)
    guard !key.isEmpty, !key.unicodeScalars.contains(where: { $0 == "," || $0.value < 0x20 }) else {
      throw .invalidTag(tag)
    }
    guard key.utf8.count <= 256 else { throw .tooLong(what: "tag", limit: 256) }
    return key
  }

  private func changeFlags(_ settings: [FlagSetting]) -> [TransactionEvent] {
    let before = Flags(paid: paid.value, reimbursed: reimbursed.value)
    var after = before
    for setting in settings { after.apply(setting) }
    guard before != after else { return [] }
    return [
      .flagsChanged(
        FlagsChanged(
          paid: before.paid == after.paid ? nil : FlagChange(from: before.paid, to: after.paid),
          reimbursed: before.reimbursed == after.reimbursed
            ? nil : FlagChange(from: before.reimbursed, to: after.reimbursed)))
    ]
  }
}

extension ExtractionCompleted {
  /// With names in NFC, as a person's are, so that accepting one is not correcting it.
  fileprivate var normalized: ExtractionCompleted {
    var readings = readings
    readings.vendor.readings = readings.vendor.readings.map { reading in
      Reading(value: NFC.normalized(reading.value), reason: reading.reason, confidence: reading.confidence)
    }
    return ExtractionCompleted(
      extractor: extractor, version: version, method: method, readings: readings, assumedCurrency: assumedCurrency)
  }
}

extension Flags {
  mutating func apply(_ setting: FlagSetting) {
    switch setting {
    case .paid: paid = true
    case .unpaid: paid = false
    case .noPaid: paid = nil
    case .reimbursed: reimbursed = true
    case .unreimbursed: reimbursed = false
    case .noReimbursed: reimbursed = nil
    }
  }
}

extension Set<String> {
  /// The texts in the order of their bytes.
  func sortedByBytes() -> [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
