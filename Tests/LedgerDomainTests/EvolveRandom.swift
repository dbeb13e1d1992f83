import LedgerBytes
import LedgerTestSupport

@testable import LedgerDomain

// What the tests with random events draw from.
extension EvolveTotalTests {
  static func pick<Value>(_ values: [Value], _ generator: inout SeededGenerator) -> Value {
    values[Int.random(in: values.indices, using: &generator)]
  }

  /// Any author, any sight, nonsense too: an author who names itself or what is not there.
  static func context(_ generator: inout SeededGenerator) -> EventContext {
    func reference() -> EventReference {
      EventReference(
        device: pick(SceneDevice.allCases, &generator).id, sequence: UInt64.random(in: 0...9, using: &generator)
      )
    }
    let seen = (0..<Int.random(in: 0...3, using: &generator)).map { _ in reference() }
    return EventContext(
      reference: reference(), time: HybridTime(milliseconds: UInt64.random(in: 0...9, using: &generator)),
      seen: seen, actor: pick(["user/anna", "user", "rule", "extractor/rules-1", ""], &generator))
  }

  /// A history as devices write it: sequences without a gap, and never a sight of what is later.
  static func history(_ generator: inout SeededGenerator) -> [EventContext] {
    var sizes: [SceneDevice: UInt64] = [:]
    return (1...Int.random(in: 1...9, using: &generator)).map { time in
      let device = pick(SceneDevice.allCases, &generator)
      let seen: [EventReference] = SceneDevice.allCases.compactMap { other in
        let last = UInt64.random(in: 0...(sizes[other] ?? 0), using: &generator)
        return other == device || last == 0 ? nil : EventReference(device: other.id, sequence: last)
      }
      sizes[device, default: 0] += 1
      return EventContext(
        reference: EventReference(device: device.id, sequence: sizes[device] ?? 0),
        time: HybridTime(milliseconds: UInt64(time)), seen: seen,
        actor: pick(["user/anna", "user/anna", "rule"], &generator))
    }
  }

  static func readings(_ generator: inout SeededGenerator) -> ReceiptReadings {
    func some(_ values: [String]) -> [String] {
      (0..<Int.random(in: 0...2, using: &generator)).map { _ in pick(values, &generator) }
    }
    return Sample.readings(
      vendor: some(["REWE", "Cafe\u{301}", ""]), date: some(["2026-06-14", "14 June", ""]),
      total: some(["84.50", "84", "84.505", "-3", "0", "12.5", "x", "90071992547409.92", "9223372036854775808"]
      ),
      currency: some(["EUR", "JPY", "KWD", "QQQ", "€"]), category: some(["food", "taxi", "old", "nothing"]),
      payment: some(["card", "cash", "bitcoin"]))
  }

  /// Values of every shape, for any field.
  static func value(_ generator: inout SeededGenerator) -> FieldValue? {
    pick(
      [
        nil, .text("food"), .text("card"), .text("Cafe\u{301}"), .text(""), .text("income"), .text("transfer"),
        .date(Sample.today), .amount(Sample.euros(8450)), .amount(Sample.euros(nil)), .amount(Sample.euros(0)),
        .amount(Amount(currency: .jpy, minorUnits: 84)),
        .amount(Amount(currency: Sample.kwd, minorUnits: -84_505)),
        .amount(Amount(currency: Sample.unknownCurrency, minorUnits: 1)),
        .amount(Sample.euros(Amount.minorUnitsMax)), .group(Sample.group),
      ], &generator)
  }

  static func event(_ generator: inout SeededGenerator) -> TransactionEvent {
    let field = pick(CodecEvents.fields, &generator)
    let value = value(&generator)
    let page = Sample.page(Int.random(in: 1...2, using: &generator))
    let reference = context(&generator).reference
    let tags = [["x"], ["é", "e\u{301}"], []]
    return pick(
      [
        Sample.captured, Sample.extraction(readings(&generator), assuming: pick([nil, .eur], &generator)),
        Sample.extraction(readings(&generator)), Sample.recorded(tags: pick(tags, &generator)),
        Sample.recorded(kind: .transfer, origin: .recurring, category: nil, payment: nil),
        .attachmentAdded(TransactionEvent.AttachmentAdded(attachment: page, on: Sample.today)),
        .attachmentRemoved(TransactionEvent.AttachmentRemoved(digest: page.digest)),
        .textRecognized(TransactionEvent.TextRecognized(engine: "text", text: "x", confidence: nil)),
        .extractionFailed(TransactionEvent.ExtractionFailed(engine: "x", reason: "y")),
        .extractionCancelled(TransactionEvent.ExtractionCancelled(engine: "x")),
        .fieldConfirmed(TransactionEvent.FieldConfirmed(field: field, value: value ?? .text(""))),
        .alternatePicked(
          TransactionEvent.AlternatePicked(
            field: field, from: nil, to: value ?? .text(""), reading: "x", extraction: reference)),
        .fieldCorrected(TransactionEvent.FieldCorrected(field: field, from: nil, to: value)),
        .fieldCorrected(TransactionEvent.FieldCorrected(field: field, from: value, to: nil)), .receiptSaved,
        .receiptDiscarded,
        .fieldReverted(
          TransactionEvent.FieldReverted(
            event: reference, field: field, from: nil, to: value,
            origin: pick([nil, .extracted, .corrected], &generator),
            actor: pick([nil, "extractor/rules-1", "user/anna"], &generator),
            settled: pick([[], [field]], &generator))), .receiptReopened,
        Sample.filed(pick([nil, Sample.group, Sample.unknownGroup], &generator)),
        .tagsChanged(
          TransactionEvent.TagsChanged(added: pick(tags, &generator), removed: pick(tags, &generator))),
        .flagsChanged(TransactionEvent.FlagsChanged(paid: FlagChange(from: true, to: nil), reimbursed: nil)),
        .transactionCleared, .transactionUncleared, .transactionDeleted, .transactionRestored,
        .lineItemAdded(TransactionEvent.LineItemAdded(item: item(&generator), content: Sample.bread)),
        .lineItemChanged(
          TransactionEvent.LineItemChanged(
            item: item(&generator), name: TextChange(from: nil, to: pick([nil, "x"], &generator)))),
        .lineItemChanged(
          TransactionEvent.LineItemChanged(item: item(&generator), money: MoneyChange(from: nil, to: nil))),
        .lineItemRemoved(TransactionEvent.LineItemRemoved(item: item(&generator), from: nil)),
        .duplicateDismissed(TransactionEvent.DuplicateDismissed(of: Sample.transaction)),
        .duplicateReopened(TransactionEvent.DuplicateReopened(of: Sample.transaction)),
        .extractionProposed(
          TransactionEvent.ExtractionProposed(
            extractor: "rules", version: 1, method: .smart,
            fields: [
              ProposedField(field: field, from: nil, to: value ?? .text(""), readings: [])
            ])),
        .proposalAccepted(
          TransactionEvent.ProposalAccepted(
            field: field, from: nil, to: value ?? .text(""), reading: "x", proposal: reference)),
        .proposalRejected(
          TransactionEvent.ProposalRejected(field: field, value: value ?? .text(""), proposal: reference)),
        Sample.following(pick([1, 2, 3], &generator), tags: pick(tags, &generator)),
        Sample.following(pick([1, 2, 3], &generator), since: Sample.today),
        .transactionLinkedToRule(Sample.link), .transactionUnlinkedFromRule(Sample.link),
      ], &generator)
  }

  static func item(_ generator: inout SeededGenerator) -> LineItemID {
    pick([Sample.item(1), Sample.item(2)], &generator)
  }

  /// Every command but those that begin a transaction, with random arguments.
  static func commands(_ generator: inout SeededGenerator) -> [TransactionCommand] {
    let field = pick(CodecEvents.fields, &generator)
    let flags = [[FlagSetting.paid, .unpaid], [.noPaid], [.reimbursed, .unpaid], []]
    return [
      .confirm(pick([[], [field], TransactionField.extracted], &generator)),
      .pick(field, number: pick([1, 2, 0, .min, .max], &generator)), .correct(field, value(&generator)),
      .correct(field, value(&generator)), pick([.save, .discard, .delete, .restore, .restore], &generator),
      .file(pick([nil, Sample.group, Sample.deletedGroup], &generator)),
      .tag(add: pick([["X"], ["é"], []], &generator), remove: pick([["x"], ["é"], []], &generator)),
      .flag(pick(flags, &generator)), .clear(.random(using: &generator)), .attach(Sample.page(2)),
      .detach(Sample.page(1).digest), .addItem(item(&generator), Sample.bread),
      .changeItem(item(&generator), LineItemEdit(name: "y", quantity: pick(["2", "0", ""], &generator))),
      pick([.removeItem(item(&generator)), .restoreItem(item(&generator))], &generator),
      .propose(
        TransactionEvent.ExtractionCompleted(
          extractor: "rules", version: 2, method: .smart, readings: readings(&generator), assumedCurrency: nil),
        fields: pick([[], [field]], &generator)),
      pick([.accept([]), .reject([]), .accept([field]), .reject([field])], &generator),
      .dismissDuplicate(of: pick([Sample.transaction, TransactionID(UniqueID(high: 1, low: 2))], &generator)),
      .unlink,
    ].shuffled(using: &generator)
  }
}
