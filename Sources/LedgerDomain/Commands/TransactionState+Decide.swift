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
      if (cleared.value ?? false) == isCleared, cleared.conflicts.isEmpty { return [] }
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
    if let group = request.group { events += try Self.filing(from: Register(), to: group, context) }
    return events
  }

  private func events(of outcome: RecognitionOutcome) -> [TransactionEvent] {
    switch outcome {
    case .read(let recognized, let completed):
      [.textRecognized(recognized), .extractionCompleted(completed.inFormC)]
    case .failed(let engine, let reason): [.extractionFailed(ExtractionFailed(engine: engine, reason: reason))]
    case .cancelled(let engine): [.extractionCancelled(ExtractionCancelled(engine: engine))]
    }
  }

  private static func record(
    _ request: RecordRequest, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    try checkToSave(request.money)
    let category = try request.category.map { (key) throws(Rejection) in try Self.category(key, context) }
    let given: [Field] = (category == nil ? [] : [.category]) + (request.payment == nil ? [] : [.payment])
    let missing = [Field.category, .payment].filter {
      $0.isRequired(for: request.kind) && !given.contains($0)
    }
    guard missing.isEmpty else { throw .missingToSave(missing, recording: true) }
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
    if let group = request.group { events += try filing(from: Register(), to: group, context) }
    return events
  }

  private func save(_ context: DecisionContext) throws(Rejection) -> [TransactionEvent] {
    let missing = missingToSave(as: kind.value ?? .expense)
    guard missing.isEmpty else { throw .missingToSave(missing) }
    if amount.value?.minorUnits == 0 { throw .zeroAmount }
    return [.receiptSaved]
  }

  /// What must be there before the transaction counts and is not, in the order of a review.
  private func missingToSave(as kind: TransactionKind) -> [Field] {
    Field.extracted.filter { $0.isRequired(for: kind) && !isSet($0) }
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
      let isDisputed = conflictingPlaces.contains(field.place)
      if isDecided(field), fields.isEmpty || !isDisputed { continue }
      // Between two readings a person chooses; accepting everything at once is no choice.
      if fields.isEmpty, provenance(of: field).needsALook { continue }
      events.append(.fieldConfirmed(FieldConfirmed(field: field, value: value)))
    }
    return events
  }

  /// Whether a person gave or accepted this field's value, so that accepting it again would say nothing new.
  private func isDecided(_ field: Field) -> Bool {
    if settledByPerson.contains(field) { return true }
    let provenance = provenance(of: field)
    return provenance.origin == .recorded && provenance.actor.map(Actor.isPerson) == true
  }

  private func pick(
    _ field: Field, _ number: Int, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    let readings = extraction?.readings(of: field).readings ?? []
    if field == .group { throw .setOtherwise(field: field, command: "file") }
    guard let extraction, number > 0, readings.indices.contains(number - 1) else {
      throw .noReading(field: field, number: number, available: readings.count)
    }
    let reading = readings[number - 1].value
    let to: FieldValue
    if field == .total {
      guard let currency = amount.value?.currency ?? extraction.currency else {
        throw .readingIsNoValue(field: field, reading: reading, why: "its currency is not known")
      }
      do throws(AmountError) {
        to = .amount(try Amount(reading: reading, in: currency))
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
    if settledByPerson.contains(field), value(of: field) == to, !conflictingPlaces.contains(field.place) {
      return []
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
    let isDisputed = conflictingPlaces.contains(field.place)
    guard from == to, let to else {
      return from == to && !isDisputed ? [] : [.fieldCorrected(FieldCorrected(field: field, from: from, to: to))]
    }
    // The value stands already: typing it is accepting it, where that is news.
    let isNews = isDisputed || (stage == .draft && field != .kind && !isDecided(field))
    return isNews ? [.fieldConfirmed(FieldConfirmed(field: field, value: to))] : []
  }

  /// A value as it is recorded: checked against the field, in NFC.
  private func normalized(
    _ value: FieldValue?, of field: Field, _ context: DecisionContext
  ) throws(Rejection) -> FieldValue? {
    switch field {
    case .group:
      throw .setOtherwise(field: field, command: "file")
    case .vendor, .note, .account:
      guard value == nil || value?.text != nil else { throw .required(field) }
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
      let missing = missingToSave(as: kind)
      guard stage != .saved || missing.isEmpty else { throw .missingToSave(missing) }
      return .text(kind.rawValue)
    case .total:
      guard let amount = value?.amount, let money = amount.money else { throw .required(field) }
      // A draft may stand at zero until it is saved.
      if stage != .draft || money.minorUnits != 0 { try Self.checkToSave(money) }
      return .amount(amount)
    case .currency:
      guard let currency = value?.amount?.currency else { throw .required(field) }
      return .amount(try amount(in: currency))
    }
  }

  /// The amount in another currency: the decimal stays as read, and is refused where it has too many digits.
  private func amount(in currency: Currency) throws(Rejection) -> Amount {
    guard currency.minorUnitDigits != nil else { throw .unknownCurrency(currency) }
    let readings = extraction?.readings(of: .total).readings ?? []
    guard let amount = amount.value, let money = amount.money else {
      // No total stands: perhaps the one that was read has too many digits for the currency before only.
      let read = readings.first.flatMap { try? Amount(reading: $0.value, in: currency) }
      return read ?? Amount(currency: currency, minorUnits: nil)
    }
    if amount.currency == currency { return amount }
    // `1284` on the paper is 1284.00 EUR, and 1284 JPY: the zeros were not read.
    let asRead = readings.first { (try? Amount(reading: $0.value, in: money.currency)) == amount }?.value
    let decimal = asRead ?? money.decimal
    do throws(AmountError) {
      return try Amount(reading: decimal, in: currency)
    } catch .overflow {
      throw Self.tooLarge(money, in: currency)
    } catch {
      throw .fewerDigits(amount: "\(decimal) \(money.currency.code)", currency: currency)
    }
  }

  /// Whether money can be saved, or recorded.
  private static func checkToSave(_ money: Money) throws(Rejection) {
    guard money.minorUnits != 0 else { throw .zeroAmount }
    guard money.currency.minorUnitDigits != nil else { throw .unknownCurrency(money.currency) }
    guard Amount(money).isRecordable else { throw tooLarge(money, in: money.currency) }
  }

  private static func tooLarge(_ money: Money, in currency: Currency) -> Rejection {
    let largest = Money(minorUnits: Amount.largestMinorUnits, currency: currency)
    return .invalid(field: .total, value: money.description, expected: "at most \(largest)")
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
    try Self.filing(from: group, to: target, context)
  }

  private static func filing(
    from register: Register<GroupID>, to target: GroupID?, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    if let target {
      guard let row = context.groups[target] else { throw .unknownGroup(target) }
      guard !row.isDeleted else { throw .isDeleted(what: "group") }
    }
    if register.isSettled(on: target) { return [] }
    return [.transactionFiled(TransactionFiled(from: register.value, to: target))]
  }

  private func changeTags(add: [String], remove: [String]) throws(Rejection) -> [TransactionEvent] {
    var added: Set<String> = []
    var removed: Set<String> = []
    for tag in add { added.insert(try Self.normalizedTag(tag)) }
    for tag in remove { removed.insert(try Self.normalizedTag(tag)) }
    removed.subtract(added)
    added = added.filter { tags[Array($0.utf8)]?.isSettled(on: true) != true }
    removed = removed.filter { tags[Array($0.utf8)]?.isSettled(on: false) == false }
    if added.isEmpty && removed.isEmpty { return [] }
    return [.tagsChanged(TagsChanged(added: added.sortedByBytes(), removed: removed.sortedByBytes()))]
  }

  private static func normalizedTag(_ tag: String) throws(Rejection) -> String {
    let key = NFC.foldedKey(tag)
    guard !key.isEmpty, !key.unicodeScalars.contains(where: { $0 == "," || isControl($0) }) else {
      throw .invalidTag(tag)
    }
    guard key.utf8.count <= 256 else { throw .tooLong(what: "tag", limit: 256) }
    return key
  }

  /// Control characters, line breaks among them.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029: true
    default: false
    }
  }

  private func changeFlags(_ settings: [FlagSetting]) -> [TransactionEvent] {
    var after = Flags(paid: paid.value, reimbursed: reimbursed.value)
    for setting in settings { after.apply(setting) }
    func change(_ register: Register<Bool>, _ group: Set<FlagSetting>, to: Bool?) -> FlagChange? {
      if group.isDisjoint(with: settings) || register.isSettled(on: to) { return nil }
      return FlagChange(from: register.value, to: to)
    }
    let changed = FlagsChanged(
      paid: change(paid, [.paid, .unpaid, .noPaid], to: after.paid),
      reimbursed: change(reimbursed, [.reimbursed, .unreimbursed, .noReimbursed], to: after.reimbursed))
    return changed.paid == nil && changed.reimbursed == nil ? [] : [.flagsChanged(changed)]
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

extension ExtractionCompleted {
  /// The same with the names it read in form C, as a person's would be.
  fileprivate var inFormC: ExtractionCompleted {
    var readings = readings
    readings.vendor.readings = readings.vendor.readings.map {
      Reading(value: NFC.normalized($0.value), reason: $0.reason, confidence: $0.confidence)
    }
    return ExtractionCompleted(
      extractor: extractor, version: version, method: method, readings: readings,
      assumedCurrency: assumedCurrency)
  }
}

extension Set<String> {
  /// The texts in the order of their bytes.
  func sortedByBytes() -> [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
