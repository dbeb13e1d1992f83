import LedgerBytes
import LedgerDomain
import LedgerTestSupport

/// Random events of every type, with whatever a payload can hold.
struct CodecEvents {
  var generator: SeededGenerator
  /// For members that were added later, so that the rest of an event stays what its seed has always given.
  private var laterGenerator: SeededGenerator
  /// Whether events have the members that were added after the digests of random histories were written.
  var drawsLaterMembers = true

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    laterGenerator = SeededGenerator(seed: ~seed)
  }

  /// A member that was added later, or `nil`.
  private mutating func later<Value>(_ value: (inout CodecEvents) -> Value) -> Value? {
    guard drawsLaterMembers else { return nil }
    swap(&generator, &laterGenerator)
    defer { swap(&generator, &laterGenerator) }
    return maybe(value)
  }

  private mutating func chance() -> Bool { Bool.random(using: &generator) }

  private mutating func one<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &generator)]
  }

  private mutating func maybe<Value>(_ value: (inout CodecEvents) -> Value) -> Value? {
    chance() ? value(&self) : nil
  }

  private mutating func list<Value>(_ longest: Int = 3, _ value: (inout CodecEvents) -> Value) -> [Value] {
    var values: [Value] = []
    for _ in 0..<Int.random(in: 0...longest, using: &generator) { values.append(value(&self)) }
    return values
  }

  /// Texts that JSON has to escape, and any scalars. They are in NFC, as every text of an event is after reading.
  mutating func text() -> String {
    if chance() {
      return one(["", "\"", "\\", "\n\t\r\u{0}\u{1f}", "caf\u{e9}", "/", "null", "😀東京"])
    }
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...9, using: &generator) {
      if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10ffff, using: &generator)) {
        scalars.append(scalar)
      }
    }
    return NFC.normalized(String(scalars))
  }

  mutating func integer() -> Int64 {
    let largest: Int64 = 1 << 53 - 1
    return one([0, 1, -1, largest, -largest, Int64.random(in: -largest...largest, using: &generator)])
  }

  private mutating func number() -> Int { Int(integer()) }

  private mutating func id() -> UniqueID { UniqueID(high: generator.next(), low: generator.next()) }

  private mutating func reference() -> EventReference {
    EventReference(device: id(), sequence: UInt64(integer().magnitude))
  }

  private mutating func date() -> CivilDate {
    CivilDate(
      dayNumber: Int32.random(in: CivilDate.first.dayNumber...CivilDate.last.dayNumber, using: &generator))
  }

  private mutating func currency() -> CurrencyCode {
    one([.eur, .jpy, .usd, CurrencyCode("KWD") ?? .eur, CurrencyCode("QQQ") ?? .eur])
  }

  private mutating func digest() -> SHA256Digest { SHA256.hash([UInt8.random(in: 0...255, using: &generator)]) }

  private mutating func attachment() -> Attachment {
    Attachment(digest: digest(), byteCount: integer(), mediaType: text(), page: number())
  }

  private mutating func value(of field: TransactionField) -> FieldValue {
    switch field {
    case .vendor, .category, .payment, .note, .kind, .account, .toAccount: .text(text())
    case .date: .date(date())
    case .total, .currency, .received: .amount(Amount(currency: currency(), minorUnits: maybe { $0.integer() }))
    case .group: .group(GroupID(id()))
    }
  }

  private mutating func readings() -> FieldReadings {
    FieldReadings(
      list(2) { Reading(value: $0.text(), reason: $0.text(), confidence: $0.number()) },
      note: maybe { $0.text() })
  }

  private mutating func allReadings() -> ReceiptReadings {
    var all = ReceiptReadings()
    all.vendor = readings()
    all.date = readings()
    all.total = readings()
    all.currency = readings()
    all.category = readings()
    all.payment = readings()
    all.items = list { ItemReading(name: $0.text(), quantity: $0.maybe { $0.text() }, price: $0.text()) }
    all.confidence = list { ConfidencePart(name: $0.text(), weight: $0.number(), score: $0.number()) }
    all.note = maybe { $0.text() }
    return all
  }

  private mutating func flags() -> Flags {
    Flags(paid: maybe { $0.chance() }, reimbursed: maybe { $0.chance() })
  }

  private mutating func flagChange() -> FlagChange {
    FlagChange(from: maybe { $0.chance() }, to: maybe { $0.chance() })
  }

  private mutating func change() -> TextChange {
    TextChange(from: maybe { $0.text() }, to: maybe { $0.text() })
  }

  private mutating func money() -> Money { Money(minorUnits: integer(), currency: currency()) }

  private mutating func contribution() -> GoalContribution {
    let isAmount = chance()
    return GoalContribution(
      id: id(), amount: isAmount ? money() : nil, transaction: isAmount ? nil : TransactionID(id()), on: date())
  }

  private mutating func copyKey() -> CopyKey { CopyKey(one(CopyField.allCases), item: maybe { $0.text() }) }

  private mutating func copyValue() -> CopyValue { CopyValue(copyKey(), maybe { $0.text() }) }

  private mutating func lineItem() -> LineItem {
    LineItem(name: text(), quantity: maybe { $0.text() }, money: money(), category: maybe { $0.text() })
  }

  private mutating func vendor() -> RenamedVendor { RenamedVendor(printed: text(), name: text()) }

  private mutating func profile() -> ImportProfile {
    ImportProfile(name: text(), answers: list { ImportProfile.Answer(option: $0.text(), value: $0.text()) })
  }

  private mutating func proposed() -> ExtractionProposed {
    let fields = TransactionField.extracted.filter { _ in chance() }
    return ExtractionProposed(
      extractor: text(), version: number(), method: one(ExtractionMethod.allCases),
      fields: fields.map { field in
        ProposedField(
          field: field, from: maybe { $0.value(of: field) }, to: value(of: field),
          readings: readings().readings)
      },
      note: maybe { $0.text() })
  }

  private mutating func recorded() -> TransactionRecorded {
    TransactionRecorded(
      origin: one(RecordOrigin.allCases), on: date(), kind: one(TransactionKind.allCases),
      money: Money(minorUnits: integer(), currency: currency()), date: date(), vendor: maybe { $0.text() },
      category: maybe { $0.text() }, payment: maybe { $0.one(PaymentMethod.allCases) },
      note: maybe { $0.text() }, account: maybe { $0.text() }, toAccount: later { $0.text() },
      received: later { $0.money() }, tags: list { $0.text() }, flags: flags(),
      group: maybe { GroupID($0.id()) },
      recurrence: maybe { $0.recurrence() }, expression: later { $0.text() })
  }

  private mutating func revision() -> RuleRevision {
    RuleRevision(
      reference: reference(),
      time: HybridTime(rawValue: UInt64.random(in: 0...UInt64.max, using: &generator)), number: number())
  }

  private mutating func recurrence() -> RecurrenceOrigin {
    RecurrenceOrigin(
      rule: RuleID(id()), series: RuleID(id()), date: date(), since: maybe { $0.date() }, revision: revision(),
      seriesRevision: maybe { $0.revision() })
  }

  private mutating func instance() -> RuleInstance {
    RuleInstance(date: date(), transaction: TransactionID(id()))
  }

  private mutating func link() -> RuleLink { RuleLink(rule: RuleID(id()), series: RuleID(id()), date: date()) }

  private mutating func terms() -> RuleTerms {
    RuleTerms(
      frequency: one(Frequency.allCases), interval: number(), start: date(), end: maybe { $0.date() },
      monthEnd: one(MonthEndPolicy.allCases), kind: one(TransactionKind.allCases),
      money: Money(minorUnits: integer(), currency: currency()), vendor: maybe { $0.text() },
      category: maybe { $0.text() }, payment: maybe { $0.one(PaymentMethod.allCases) },
      group: maybe { GroupID($0.id()) }, note: maybe { $0.text() }, account: maybe { $0.text() },
      toAccount: later { $0.text() }, received: later { $0.money() }, tags: list { $0.text() }, flags: flags())
  }

  private mutating func change<Value>(_ value: (inout CodecEvents) -> Value) -> Change<Value>? {
    chance() ? Change(from: maybe(value), to: maybe(value)) : nil
  }

  private mutating func ruleChanged() -> RuleChanged {
    var changed = RuleChanged(on: date())
    changed.frequency = change { $0.one(Frequency.allCases) }
    changed.interval = change { $0.number() }
    changed.start = change { $0.date() }
    changed.end = change { $0.date() }
    changed.monthEnd = change { $0.one(MonthEndPolicy.allCases) }
    changed.kind = change { $0.one(TransactionKind.allCases) }
    changed.money = change { Money(minorUnits: $0.integer(), currency: $0.currency()) }
    changed.vendor = change { $0.text() }
    changed.category = change { $0.text() }
    changed.payment = change { $0.one(PaymentMethod.allCases) }
    changed.group = change { GroupID($0.id()) }
    changed.note = change { $0.text() }
    changed.account = change { $0.text() }
    changed.toAccount = later { $0.change { $0.text() } } ?? nil
    changed.received = later { $0.change { $0.money() } } ?? nil
    changed.expression = later { $0.maybe { $0.text() } } ?? nil
    changed.tags = maybe { TagsChanged(added: $0.list { $0.text() }, removed: $0.list { $0.text() }) }
    changed.paid = maybe { $0.flagChange() }
    changed.reimbursed = maybe { $0.flagChange() }
    changed.enabled = maybe {
      RuleChanged.Pausing(
        from: $0.chance(), to: $0.chance(), since: $0.date(),
        pause: $0.maybe { $0.reference() })
    }
    changed.rejoined = maybe { RuleChanged.Rejoining(rule: RuleID($0.id()), date: $0.date()) }
    return changed
  }

  /// The fields that events about one field are about. The halves of a transfer have events of their own.
  static let fields = TransactionField.allCases.filter { $0 != .toAccount && $0 != .received }

  private mutating func transfer() -> TransferRecorded {
    TransferRecorded(
      origin: one(RecordOrigin.allCases), on: date(), money: money(), received: maybe { $0.money() },
      date: date(),
      account: text(), toAccount: text(), category: maybe { $0.text() }, vendor: maybe { $0.text() },
      note: maybe { $0.text() }, tags: list { $0.text() }, expression: later { $0.text() },
      receivedExpression: later { $0.text() })
  }

  private mutating func transferChanged() -> TransferChanged {
    TransferChanged(
      received: change { Amount(currency: $0.currency(), minorUnits: $0.maybe { $0.integer() }) },
      toAccount: change { $0.text() }, expression: later { $0.text() })
  }

  /// A random event of a type.
  mutating func event(_ type: EventType) -> RecordEvent {
    let field = one(Self.fields)
    switch type {
    case .receiptCaptured:
      return .transaction(
        .receiptCaptured(
          ReceiptCaptured(
            source: one(CaptureSource.allCases), attachments: list { $0.attachment() },
            name: maybe { $0.text() },
            on: date())))
    case .attachmentAdded:
      return .transaction(.attachmentAdded(AttachmentAdded(attachment: attachment(), on: date())))
    case .attachmentRemoved: return .transaction(.attachmentRemoved(AttachmentRemoved(digest: digest())))
    case .textRecognized:
      return .transaction(
        .textRecognized(TextRecognized(engine: text(), text: text(), confidence: maybe { $0.number() })))
    case .extractionCompleted:
      return .transaction(
        .extractionCompleted(
          ExtractionCompleted(
            extractor: text(), version: number(), method: one(ExtractionMethod.allCases),
            readings: allReadings(),
            assumedCurrency: maybe { $0.currency() })))
    case .extractionFailed:
      return .transaction(.extractionFailed(ExtractionFailed(engine: text(), reason: text())))
    case .extractionCancelled: return .transaction(.extractionCancelled(ExtractionCancelled(engine: text())))
    case .fieldConfirmed:
      return .transaction(.fieldConfirmed(FieldConfirmed(field: field, value: value(of: field))))
    case .alternatePicked:
      return .transaction(
        .alternatePicked(
          AlternatePicked(
            field: field, from: maybe { $0.value(of: field) }, to: value(of: field),
            reading: text(),
            extraction: reference())))
    case .fieldCorrected:
      return .transaction(
        .fieldCorrected(
          FieldCorrected(
            field: field, from: maybe { $0.value(of: field) }, to: maybe { $0.value(of: field) },
            expression: later { $0.text() })))
    case .fieldReverted:
      return .transaction(
        .fieldReverted(
          FieldReverted(
            event: reference(), field: field, from: maybe { $0.value(of: field) },
            to: maybe { $0.value(of: field) }, origin: maybe { $0.one(WriteOrigin.allCases) },
            actor: maybe { $0.text() }, settled: list { $0.one(Self.fields) })))
    case .receiptSaved: return .transaction(.receiptSaved)
    case .receiptReopened: return .transaction(.receiptReopened)
    case .receiptDiscarded: return .transaction(.receiptDiscarded)
    case .transactionRecorded: return .transaction(.transactionRecorded(recorded()))
    case .transferRecorded: return .transaction(.transferRecorded(transfer()))
    case .transferChanged: return .transaction(.transferChanged(transferChanged()))
    case .transactionFiled:
      return .transaction(
        .transactionFiled(
          TransactionFiled(from: maybe { GroupID($0.id()) }, to: maybe { GroupID($0.id()) })))
    case .tagsChanged:
      return .transaction(.tagsChanged(TagsChanged(added: list { $0.text() }, removed: list { $0.text() })))
    case .flagsChanged:
      return .transaction(
        .flagsChanged(FlagsChanged(paid: maybe { $0.flagChange() }, reimbursed: maybe { $0.flagChange() })))
    case .transactionCleared: return .transaction(.transactionCleared)
    case .transactionUncleared: return .transaction(.transactionUncleared)
    case .lineItemAdded:
      return .transaction(
        .lineItemAdded(
          LineItemAdded(item: LineItemID(id()), content: lineItem(), expression: later { $0.text() })))
    case .lineItemChanged:
      return .transaction(
        .lineItemChanged(
          LineItemChanged(
            item: LineItemID(id()), name: maybe { $0.change() }, quantity: maybe { $0.change() },
            money: maybe { MoneyChange(from: $0.maybe { $0.money() }, to: $0.maybe { $0.money() }) },
            category: maybe { $0.change() }, expression: later { $0.text() })))
    case .lineItemRemoved:
      return .transaction(
        .lineItemRemoved(LineItemRemoved(item: LineItemID(id()), from: maybe { $0.lineItem() })))
    case .duplicateDismissed:
      return .transaction(.duplicateDismissed(DuplicateDismissed(of: TransactionID(id()))))
    case .duplicateReopened:
      return .transaction(.duplicateReopened(DuplicateReopened(of: TransactionID(id()))))
    case .extractionProposed: return .transaction(.extractionProposed(proposed()))
    case .proposalAccepted:
      return .transaction(
        .proposalAccepted(
          ProposalAccepted(
            field: field, from: maybe { $0.value(of: field) }, to: value(of: field),
            reading: text(), proposal: reference())))
    case .proposalRejected:
      return .transaction(
        .proposalRejected(
          ProposalRejected(field: field, value: value(of: field), proposal: reference())))
    case .transactionDeleted: return .transaction(.transactionDeleted)
    case .transactionRestored: return .transaction(.transactionRestored)
    case .transactionLinkedToRule: return .transaction(.transactionLinkedToRule(link()))
    case .transactionUnlinkedFromRule: return .transaction(.transactionUnlinkedFromRule(link()))
    case .bankRowLinked:
      return .transaction(
        .bankRowLinked(
          BankRowLinked(
            row: id(), file: text(), line: number(), bankID: maybe { $0.text() }, account: maybe { $0.text() },
            date: date(), otherDate: maybe { $0.date() }, money: money(), payee: maybe { $0.text() },
            text: maybe { $0.text() }, isBooked: chance())))
    case .bankRowUnlinked: return .transaction(.bankRowUnlinked(BankRowUnlinked(row: id())))
    case .transactionMerged:
      return .transaction(.transactionMerged(TransactionMerged(into: TransactionID(id()))))
    case .ruleCreated:
      return .rule(
        .ruleCreated(
          RuleCreated(
            series: RuleID(id()), since: maybe { $0.date() }, template: maybe { $0.instance() }, terms: terms(),
            enabled: chance(), on: date(), expression: later { $0.text() })))
    case .ruleChanged: return .rule(.ruleChanged(ruleChanged()))
    case .recurrenceGenerated:
      return .rule(
        .recurrenceGenerated(
          RecurrenceGenerated(
            from: date(), through: date(), revision: revision(), made: list { $0.instance() },
            changed: list { $0.instance() }, removed: list { $0.instance() }, restored: list { $0.instance() },
            on: date())))
    case .ruleSplit: return .rule(.ruleSplit(RuleSplit(date: date(), rule: RuleID(id()), on: date())))
    case .ruleDeleted:
      return .rule(
        .ruleDeleted(RuleDeleted(scope: one(RuleDeletionScope.allCases), transactions: number(), on: date())))
    case .ruleRestored: return .rule(.ruleRestored)
    case .groupCreated: return .group(.groupCreated(GroupCreated(name: text(), on: date())))
    case .groupRenamed: return .group(.groupRenamed(GroupRenamed(from: text(), to: text())))
    case .groupDeleted:
      return .group(
        .groupDeleted(GroupDeleted(disposition: one(GroupDisposition.allCases), receipts: number())))
    case .groupRestored: return .group(.groupRestored)
    case .groupExported: return .group(.groupExported(seal()))
    case .rangeExported: return .ledger(.rangeExported(seal()))
    case .statementImported:
      return .ledger(
        .statementImported(
          StatementImported(
            file: text(), format: text(), digest: digest(), account: maybe { $0.text() }, new: number(),
            matched: number(), known: number(), refused: number(), on: date())))
    case .importProfileChanged:
      return .ledger(
        .importProfileChanged(
          ImportProfileChanged(
            shape: text(), from: maybe { $0.profile() }, to: maybe { $0.profile() })))
    case .vendorRenamed:
      return .ledger(
        .vendorRenamed(
          VendorRenamed(vendor: text(), from: maybe { $0.vendor() }, to: maybe { $0.vendor() })))
    case .categoryAdded:
      return .category(
        .categoryAdded(
          CategoryAdded(
            key: text(), name: text(), emoji: maybe { $0.text() },
            kinds: list { $0.one(TransactionKind.allCases) })))
    case .categoryChanged:
      var changed = CategoryChanged(
        name: maybe { $0.change() }, emoji: maybe { $0.change() }, color: maybe { $0.change() },
        kinds: maybe {
          KindsChange(
            from: $0.list { $0.one(TransactionKind.allCases) }, to: $0.list { $0.one(TransactionKind.allCases) }
          )
        }, header: later { $0.change() })
      changed.rank = later { $0.change { $0.integer() } } ?? nil
      return .category(.categoryChanged(changed))
    case .categoryDeactivated: return .category(.categoryDeactivated)
    case .categoryReactivated: return .category(.categoryReactivated)
    case .ledgerCreated:
      return .ledger(
        .ledgerCreated(
          LedgerCreated(
            device: text(), currency: currency(), locale: one(LedgerLocale.all),
            weeks: one(WeekSetting.allCases),
            on: date())))
    case .defaultsChanged:
      return .ledger(
        .defaultsChanged(
          DefaultsChanged(
            currency: maybe { $0.change() }, payment: maybe { $0.change() },
            group: later { Change(from: $0.maybe { GroupID($0.id()) }, to: $0.maybe { GroupID($0.id()) }) },
            account: later { $0.change() })))
    case .deviceJoined:
      return .ledger(.deviceJoined(DeviceJoined(name: text(), continues: maybe { $0.reference() })))
    case .eventRedacted: return .ledger(.eventRedacted(EventRedacted(event: reference(), why: text())))
    case .eventSkipped: return .ledger(.eventSkipped(EventSkipped(event: reference(), why: text())))
    case .accountOpened:
      return .account(
        .accountOpened(
          AccountOpened(
            key: text(), name: text(), rank: integer(),
            terms: AccountTerms(kind: one(AccountKind.allCases), opening: money(), on: date()))))
    case .accountRenamed: return .account(.accountRenamed(AccountRenamed(from: text(), to: text())))
    case .accountMoved: return .account(.accountMoved(AccountMoved(from: integer(), to: integer())))
    case .accountClosed: return .account(.accountClosed)
    case .accountReopened: return .account(.accountReopened)
    case .accountWithdrawn: return .account(.accountWithdrawn)
    case .categoryBudgeted:
      let amount = money()
      return .budget(
        .categoryBudgeted(
          CategoryBudgeted(
            month: date().civilMonth, category: text(),
            from: maybe { Money(minorUnits: $0.integer(), currency: amount.currency) }, to: amount,
            origin: one(BudgetOrigin.allCases), expression: maybe { $0.text() }, other: maybe { $0.text() })))
    case .categoryCarriesOver:
      return .budget(
        .categoryCarriesOver(
          CategoryCarriesOver(
            month: date().civilMonth, currency: money().currency, category: text(), from: maybe { $0.chance() },
            to: maybe { $0.chance() })))
    case .goalCreated:
      return .goal(
        .goalCreated(
          GoalCreated(
            name: text(), emoji: maybe { $0.text() }, target: money(), by: maybe { $0.date() }, on: date())))
    case .goalChanged:
      return .goal(
        .goalChanged(
          GoalChanged(
            name: change { $0.text() }, emoji: change { $0.text() }, target: change { $0.money() },
            by: change { $0.date() })))
    case .goalContributed: return .goal(.goalContributed(contribution()))
    case .goalContributionRemoved: return .goal(.goalContributionRemoved(contribution()))
    case .goalCompleted: return .goal(.goalCompleted)
    case .goalReopened: return .goal(.goalReopened)
    case .goalDeleted: return .goal(.goalDeleted)
    case .goalRestored: return .goal(.goalRestored)
    case .copyRequested:
      return .copy(
        .copyRequested(
          CopyRequested(
            transaction: TransactionID(id()), plan: text(), account: text(), withItems: chance(), on: date())))
    case .copyAttempted:
      return .copy(
        .copyAttempted(
          CopyAttempted(
            importID: text(), remote: maybe { $0.text() }, body: text(), values: list { $0.copyValue() },
            items: list { LineItemID($0.id()) }, on: date())))
    case .copyAcknowledged:
      return .copy(
        .copyAcknowledged(
          CopyAcknowledged(
            remote: text(), items: list { CopyItem(item: LineItemID($0.id()), remote: $0.text()) },
            values: list { $0.copyValue() }, ignored: list { $0.copyValue() }, wasThere: chance(), on: date())))
    case .copyRefused:
      return .copy(.copyRefused(CopyRefused(status: Int(number()), reason: text(), on: date())))
    case .copyDeferred:
      return .copy(
        .copyDeferred(CopyDeferred(status: maybe { Int($0.number()) }, reason: text(), on: date())))
    case .remoteChangeObserved:
      return .copy(
        .remoteChangeObserved(
          RemoteChangeObserved(
            changes: list {
              CopyChange(
                $0.copyKey(), base: $0.maybe { $0.text() }, ours: $0.maybe { $0.text() },
                theirs: $0.maybe { $0.text() })
            }, isDeleted: chance(), on: date())))
    case .copyMerged:
      return .copy(
        .copyMerged(
          CopyMerged(
            fields: list {
              CopyMerge($0.copyKey(), side: $0.one(CopySide.allCases), remote: $0.maybe { $0.text() })
            }, on: date())))
    case .copyDetached:
      return .copy(.copyDetached(CopyDetached(remote: maybe { $0.text() }, on: date())))
    default: preconditionFailure("no random event of type \(type.rawValue): add one here")
    }
  }
}

extension EventCodec {
  /// What a payload of a type decodes to, on a stream of its kind.
  func decode(_ type: EventType, _ payload: [UInt8]) -> Decoded {
    decode(
      type: type.rawValue, schema: schema(of: type), streamKind: type.streamKind.rawValue, payload: payload)
  }
}

extension CodecEvents {
  /// The record of an exported file.
  fileprivate mutating func seal() -> ExportSeal {
    ExportSeal(
      format: text(), filter: list { FilterCondition(name: $0.text(), values: $0.list { $0.text() }) },
      name: text(),
      digest: digest(), byteCount: Int64(number()), receipts: number(),
      heads: list { ExportSeal.Head(device: $0.id(), size: Int64($0.number()), root: $0.digest()) },
      amends: maybe { $0.digest() }, on: date())
  }
}
