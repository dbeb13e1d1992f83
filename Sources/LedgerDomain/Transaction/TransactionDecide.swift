internal import LedgerBytes

extension TransactionState {
  /// Returns the events that carry out a command on this state, or the reason why it is refused.
  ///
  /// Pure: time, today and identifiers are arguments. The result is empty if the state is already as requested.
  package func decide(
    _ command: TransactionCommand, id: TransactionID, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    switch command {
    case .capture(let request):
      guard stage == nil else { throw .alreadyExists("a transaction with this id") }
      return try capture(request, context)
    case .record(let request):
      guard stage == nil else { throw .alreadyExists("a transaction with this id") }
      return try Self.record(request, context)
    case .transfer(let request):
      guard stage == nil else { throw .alreadyExists("a transaction with this id") }
      return try Self.transfer(request, context)
    case .correctTransfer(let edit): return try existing(id).correctTransfer(edit, context)
    case .restore:
      guard let stage else { throw .unknownTransaction(id) }
      guard stage == .deleted || deletion.pending != nil else { throw .isNotDeleted(what: "transaction") }
      return [.transactionRestored]
    case .recognize(let outcome, let isAgain):
      guard stage != nil else { throw .unknownTransaction(id) }
      return events(of: outcome, again: isAgain, context)
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
    case .confirm(let fields): return try existing(id).confirm(fields)
    case .pick(let field, let number): return try existing(id).pick(field, number, context)
    case .correct(let field, let value, let expression):
      return try existing(id).correct(field, value, expression: expression, context)
    case .file(let target): return try existing(id).file(target, context)
    case .tag(let add, let remove): return try existing(id).changeTags(add: add, remove: remove)
    case .flag(let settings): return try existing(id).changeFlags(settings)
    case .clear(let isCleared): return try existing(id).clear(isCleared)
    case .attach(let attachment):
      if try existing(id).isPresent(attachment.digest) { return [] }
      return [.attachmentAdded(TransactionEvent.AttachmentAdded(attachment: attachment, on: context.today))]
    case .detach(let digest):
      return try existing(id).isPresent(digest)
        ? [.attachmentRemoved(TransactionEvent.AttachmentRemoved(digest: digest))] : []
    case .addItem(let item, let content, let expression):
      return try existing(id).addItem(item, content, expression: expression, context)
    case .changeItem(let item, let edit): return try existing(id).changeItem(item, edit, context)
    case .removeItem(let item): return try existing(id).removeItem(item)
    case .restoreItem(let item): return try existing(id).restoreItem(item)
    case .propose(let completed, let fields):
      return try existing(id).proposal(completed, fields, context).map { [.extractionProposed($0)] } ?? []
    case .accept(let fields): return try existing(id).accept(fields, context)
    case .reject(let fields): return try existing(id).reject(fields)
    case .dismissDuplicate(let other):
      let known = try existing(id).dismissedDuplicates
      guard other != id else { throw .notAlike }
      return known.contains(other) ? [] : [.duplicateDismissed(TransactionEvent.DuplicateDismissed(of: other))]
    case .unlink:
      guard let link = try existing(id).link.value else { throw .notRecurring }
      return [.transactionUnlinkedFromRule(link)]
    }
  }

  /// This state, if the transaction exists and is not deleted, as most commands require.
  private func existing(_ id: TransactionID) throws(Rejection) -> TransactionState {
    guard let stage else { throw .unknownTransaction(id) }
    guard stage != .deleted else { throw .isDeleted(what: "transaction") }
    return self
  }

  private func clear(_ isCleared: Bool) -> [TransactionEvent] {
    if (cleared.value ?? false) == isCleared, cleared.conflicts.isEmpty { return [] }
    return [isCleared ? .transactionCleared : .transactionUncleared]
  }

  private func isPresent(_ page: SHA256Digest) -> Bool {
    attachments.contains { $0.attachment.digest == page && $0.isPresent.value == true }
  }

  // MARK: Capturing and recording

  private func capture(
    _ request: CaptureRequest, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    var events: [TransactionEvent] = [
      .receiptCaptured(
        TransactionEvent.ReceiptCaptured(
          source: request.source, attachments: request.attachments, name: request.name.map(NFC.normalized),
          on: context.today))
    ]
    if let outcome = request.recognition { events += self.events(of: outcome, context) }
    if let group = request.group { events += try Self.filing(from: FieldRegister(), to: group, context) }
    return events
  }

  private func events(
    of outcome: RecognitionOutcome, again isAgain: Bool = false, _ context: DecisionContext
  ) -> [TransactionEvent] {
    switch outcome {
    case .read(let recognized, let completed, let rivals):
      // The text that the fold keeps is the last one.
      let texts = (rivals + [recognized]).map { TransactionEvent.textRecognized($0) }
      // A draft that was read before keeps its values, so that what a person has looked at does not change.
      guard isSaved || isAgain && extraction != nil else {
        return texts + [.extractionCompleted(completed.inFormC)]
      }
      // A machine that reads more paper later does not change a saved transaction. It makes a proposal (IE-30).
      let proposed = stage == .deleted ? nil : proposal(completed, [], context)
      if isAgain, proposed == nil, text == recognized.text { return [] }
      return texts + (proposed.map { [.extractionProposed($0)] } ?? [])
    case .failed(let engine, let reason):
      return [.extractionFailed(TransactionEvent.ExtractionFailed(engine: engine, reason: reason))]
    case .cancelled(let engine):
      return [.extractionCancelled(TransactionEvent.ExtractionCancelled(engine: engine))]
    }
  }

  private static func record(
    _ request: RecordRequest, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    guard request.kind != .transfer else { throw .required(.toAccount) }
    var events: [TransactionEvent] = [.transactionRecorded(try recorded(request, context))]
    if let group = request.group { events += try filing(from: FieldRegister(), to: group, context) }
    return events
  }

  /// Returns the transaction to record, checked and in form C. The group is checked and not part of it.
  static func recorded(
    _ request: RecordRequest, _ context: DecisionContext
  ) throws(Rejection) -> TransactionEvent.Recorded {
    try check(request.money)
    guard request.money.minorUnits != 0 else { throw .zeroAmount }
    let account = try request.account.flatMap { (name) throws(Rejection) in try context.accountText(name) }
    if let account { try context.account(account)?.accept(request.money) }
    let category = try request.category.map { (key) throws(Rejection) in try Self.category(key, context) }
    let given: [TransactionField] =
      (category == nil ? [] : [.category]) + (request.payment == nil ? [] : [.payment])
    let missing = [TransactionField.category, .payment].filter {
      $0.isRequired(for: request.kind) && !given.contains($0)
    }
    guard missing.isEmpty else { throw .missingToSave(missing, recording: true) }
    let tags = Set(try normalizedTags(request.tags))
    if let group = request.group { _ = try filing(from: FieldRegister(), to: group, context) }
    var flags = TransactionFlags()
    for setting in request.flags { flags.apply(setting) }
    return TransactionEvent.Recorded(
      origin: request.origin, on: context.today, kind: request.kind, money: request.money, date: request.date,
      vendor: try text(request.vendor, .vendor), category: category, payment: request.payment,
      note: try text(request.note, .note), account: account,
      tags: tags.sortedByBytes(), flags: flags, expression: try expression(request.expression))
  }

  /// Tags as they are recorded, in the order given.
  static func normalizedTags(_ tags: [String]) throws(Rejection) -> [String] {
    var normalized: [String] = []
    for tag in tags { normalized.append(try normalizedTag(tag)) }
    return normalized
  }

  /// Returns the tags of a file as they are recorded, without those that are no tags.
  package static func readTags(_ tags: [String]) -> [String] {
    Set(tags.compactMap { try? normalizedTag($0) }).sortedByBytes()
  }

  private func save(_ context: DecisionContext) throws(Rejection) -> [TransactionEvent] {
    let missing = missingToSave(as: kind.value ?? .expense)
    guard missing.isEmpty else { throw .missingToSave(missing) }
    if amount.value?.minorUnits == 0 { throw .zeroAmount }
    return [.receiptSaved]
  }

  /// Returns the required fields that a transaction lacks to be saved, in the order of a review.
  func missingToSave(as kind: TransactionKind) -> [TransactionField] {
    TransactionField.extracted.filter { $0.isRequired(for: kind) && !isSet($0) }
  }

  // MARK: Groups, tags and flags

  private func file(_ target: GroupID?, _ context: DecisionContext) throws(Rejection) -> [TransactionEvent] {
    try Self.filing(from: group, to: target, context)
  }

  private static func filing(
    from register: FieldRegister<GroupID>, to target: GroupID?, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    if let target {
      guard let row = context.groups[target] else { throw .unknownGroup(target) }
      guard !row.isDeleted else { throw .isDeleted(what: "group") }
    }
    if register.isSettled(on: target) { return [] }
    return [.transactionFiled(TransactionEvent.Filed(from: register.value, to: target))]
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
    return [
      .tagsChanged(TransactionEvent.TagsChanged(added: added.sortedByBytes(), removed: removed.sortedByBytes()))
    ]
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
    var after = TransactionFlags(paid: paid.value, reimbursed: reimbursed.value)
    for setting in settings { after.apply(setting) }
    func change(_ register: FieldRegister<Bool>, _ group: Set<FlagSetting>, to: Bool?) -> FlagChange? {
      if group.isDisjoint(with: settings) || register.isSettled(on: to) { return nil }
      return FlagChange(from: register.value, to: to)
    }
    let changed = TransactionEvent.FlagsChanged(
      paid: change(paid, [.paid, .unpaid, .noPaid], to: after.paid),
      reimbursed: change(reimbursed, [.reimbursed, .unreimbursed, .noReimbursed], to: after.reimbursed))
    return changed.paid == nil && changed.reimbursed == nil ? [] : [.flagsChanged(changed)]
  }
}

extension TransactionFlags {
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

extension TransactionEvent.ExtractionCompleted {
  /// The same with the names it read in form C, as a person's would be.
  var inFormC: TransactionEvent.ExtractionCompleted {
    var readings = readings
    readings.vendor.readings = readings.vendor.readings.map {
      FieldReading(value: NFC.normalized($0.value), reason: $0.reason, confidence: $0.confidence)
    }
    return TransactionEvent.ExtractionCompleted(
      extractor: extractor, version: version, method: method, readings: readings,
      assumedCurrency: assumedCurrency)
  }
}

extension Set<String> {
  /// Returns the texts in the order of their bytes.
  func sortedByBytes() -> [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
