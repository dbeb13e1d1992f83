import LedgerBytes
import LedgerTestSupport

@testable import LedgerDomain

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
  mutating func later<Value>(_ value: (inout CodecEvents) -> Value) -> Value? {
    guard drawsLaterMembers else { return nil }
    swap(&generator, &laterGenerator)
    defer { swap(&generator, &laterGenerator) }
    return maybe(value)
  }

  /// A random event of a type.
  mutating func event(_ type: EventType) -> LedgerEvent {
    let field = one(Self.fields)
    switch type {
    case .receiptCaptured:
      return .transaction(
        .receiptCaptured(
          TransactionEvent.ReceiptCaptured(
            source: one(CaptureSource.allCases), attachments: list { $0.attachment() },
            name: maybe { $0.text() },
            on: date())))
    case .attachmentAdded:
      return .transaction(
        .attachmentAdded(TransactionEvent.AttachmentAdded(attachment: attachment(), on: date())))
    case .attachmentRemoved:
      return .transaction(.attachmentRemoved(TransactionEvent.AttachmentRemoved(digest: digest())))
    case .textRecognized:
      return .transaction(
        .textRecognized(
          TransactionEvent.TextRecognized(
            engine: text(), text: text(), confidence: maybe { $0.number() }, boxes: later { $0.text() })))
    case .extractionCompleted:
      return .transaction(
        .extractionCompleted(
          TransactionEvent.ExtractionCompleted(
            extractor: text(), version: number(), method: one(ExtractionMethod.allCases),
            readings: allReadings(),
            assumedCurrency: maybe { $0.currency() })))
    case .extractionFailed:
      return .transaction(.extractionFailed(TransactionEvent.ExtractionFailed(engine: text(), reason: text())))
    case .extractionCancelled:
      return .transaction(.extractionCancelled(TransactionEvent.ExtractionCancelled(engine: text())))
    case .fieldConfirmed:
      return .transaction(
        .fieldConfirmed(TransactionEvent.FieldConfirmed(field: field, value: value(of: field))))
    case .alternatePicked:
      return .transaction(
        .alternatePicked(
          TransactionEvent.AlternatePicked(
            field: field, from: maybe { $0.value(of: field) }, to: value(of: field),
            reading: text(),
            extraction: reference())))
    case .fieldCorrected:
      return .transaction(
        .fieldCorrected(
          TransactionEvent.FieldCorrected(
            field: field, from: maybe { $0.value(of: field) }, to: maybe { $0.value(of: field) },
            expression: later { $0.text() })))
    case .fieldReverted:
      return .transaction(
        .fieldReverted(
          TransactionEvent.FieldReverted(
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
          TransactionEvent.Filed(from: maybe { GroupID($0.id()) }, to: maybe { GroupID($0.id()) })))
    case .tagsChanged:
      return .transaction(
        .tagsChanged(TransactionEvent.TagsChanged(added: list { $0.text() }, removed: list { $0.text() })))
    case .flagsChanged:
      return .transaction(
        .flagsChanged(
          TransactionEvent.FlagsChanged(paid: maybe { $0.flagChange() }, reimbursed: maybe { $0.flagChange() }))
      )
    case .transactionCleared: return .transaction(.transactionCleared)
    case .transactionUncleared: return .transaction(.transactionUncleared)
    case .lineItemAdded:
      return .transaction(
        .lineItemAdded(
          TransactionEvent.LineItemAdded(
            item: LineItemID(id()), content: lineItem(), expression: later { $0.text() })))
    case .lineItemChanged:
      return .transaction(
        .lineItemChanged(
          TransactionEvent.LineItemChanged(
            item: LineItemID(id()), name: maybe { $0.change() }, quantity: maybe { $0.change() },
            money: maybe { MoneyChange(from: $0.maybe { $0.money() }, to: $0.maybe { $0.money() }) },
            category: maybe { $0.change() }, expression: later { $0.text() })))
    case .lineItemRemoved:
      return .transaction(
        .lineItemRemoved(
          TransactionEvent.LineItemRemoved(item: LineItemID(id()), from: maybe { $0.lineItem() })))
    case .duplicateDismissed:
      return .transaction(.duplicateDismissed(TransactionEvent.DuplicateDismissed(of: TransactionID(id()))))
    case .duplicateReopened:
      return .transaction(.duplicateReopened(TransactionEvent.DuplicateReopened(of: TransactionID(id()))))
    case .extractionProposed: return .transaction(.extractionProposed(proposed()))
    case .proposalAccepted:
      return .transaction(
        .proposalAccepted(
          TransactionEvent.ProposalAccepted(
            field: field, from: maybe { $0.value(of: field) }, to: value(of: field),
            reading: text(), proposal: reference())))
    case .proposalRejected:
      return .transaction(
        .proposalRejected(
          TransactionEvent.ProposalRejected(field: field, value: value(of: field), proposal: reference())))
    case .transactionDeleted: return .transaction(.transactionDeleted)
    case .transactionRestored: return .transaction(.transactionRestored)
    case .transactionLinkedToRule: return .transaction(.transactionLinkedToRule(link()))
    case .transactionUnlinkedFromRule: return .transaction(.transactionUnlinkedFromRule(link()))
    case .bankRowLinked:
      return .transaction(
        .bankRowLinked(
          TransactionEvent.BankRowLinked(
            row: id(), file: text(), line: number(), bankID: maybe { $0.text() }, account: maybe { $0.text() },
            date: date(), otherDate: maybe { $0.date() }, money: money(), payee: maybe { $0.text() },
            text: maybe { $0.text() }, isBooked: chance())))
    case .bankRowUnlinked: return .transaction(.bankRowUnlinked(TransactionEvent.BankRowUnlinked(row: id())))
    case .transactionMerged:
      return .transaction(.transactionMerged(TransactionEvent.Merged(into: TransactionID(id()))))
    case .ruleCreated:
      return .rule(
        .ruleCreated(
          RuleEvent.Created(
            series: RuleID(id()), since: maybe { $0.date() }, template: maybe { $0.instance() }, terms: terms(),
            enabled: chance(), on: date(), expression: later { $0.text() })))
    case .ruleChanged: return .rule(.ruleChanged(ruleChanged()))
    case .recurrenceGenerated:
      return .rule(
        .recurrenceGenerated(
          RuleEvent.Generated(
            from: date(), through: date(), revision: revision(), made: list { $0.instance() },
            changed: list { $0.instance() }, removed: list { $0.instance() }, restored: list { $0.instance() },
            on: date())))
    case .ruleSplit: return .rule(.ruleSplit(RuleEvent.Split(date: date(), rule: RuleID(id()), on: date())))
    case .ruleDeleted:
      return .rule(
        .ruleDeleted(
          RuleEvent.Deleted(scope: one(RuleDeletionScope.allCases), transactions: number(), on: date())))
    case .ruleRestored: return .rule(.ruleRestored)
    case .groupCreated: return .group(.groupCreated(GroupEvent.Created(name: text(), on: date())))
    case .groupRenamed: return .group(.groupRenamed(GroupEvent.Renamed(from: text(), to: text())))
    case .groupDeleted:
      return .group(
        .groupDeleted(GroupEvent.Deleted(disposition: one(GroupDisposition.allCases), receipts: number())))
    case .groupRestored: return .group(.groupRestored)
    case .groupExported: return .group(.groupExported(seal()))
    case .rangeExported: return .ledger(.rangeExported(seal()))
    case .statementImported:
      return .ledger(
        .statementImported(
          SettingsEvent.StatementImported(
            file: text(), format: text(), digest: digest(), account: maybe { $0.text() }, new: number(),
            matched: number(), known: number(), refused: number(), on: date())))
    case .importProfileChanged:
      return .ledger(
        .importProfileChanged(
          SettingsEvent.ImportProfileChanged(
            shape: text(), from: maybe { $0.profile() }, to: maybe { $0.profile() })))
    case .vendorRenamed:
      return .ledger(
        .vendorRenamed(
          SettingsEvent.VendorRenamed(vendor: text(), from: maybe { $0.vendor() }, to: maybe { $0.vendor() })))
    case .categoryAdded:
      return .category(
        .categoryAdded(
          CategoryEvent.Added(
            key: text(), name: text(), emoji: maybe { $0.text() },
            kinds: list { $0.one(TransactionKind.allCases) })))
    case .categoryChanged:
      var changed = CategoryEvent.Changed(
        name: maybe { $0.change() }, emoji: maybe { $0.change() }, color: maybe { $0.change() },
        kinds: maybe {
          CategoryEvent.KindsChange(
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
          SettingsEvent.LedgerCreated(
            device: text(), currency: currency(), locale: one(LedgerLocale.all),
            weeks: one(WeekSetting.allCases),
            on: date())))
    case .defaultsChanged:
      return .ledger(
        .defaultsChanged(
          SettingsEvent.DefaultsChanged(
            currency: maybe { $0.change() }, payment: maybe { $0.change() },
            group: later {
              ChangedValue(from: $0.maybe { GroupID($0.id()) }, to: $0.maybe { GroupID($0.id()) })
            },
            account: later { $0.change() })))
    case .deviceJoined:
      return .ledger(
        .deviceJoined(SettingsEvent.DeviceJoined(name: text(), continues: maybe { $0.reference() })))
    case .eventRedacted:
      return .ledger(.eventRedacted(SettingsEvent.EventRedacted(event: reference(), why: text())))
    case .eventSkipped:
      return .ledger(.eventSkipped(SettingsEvent.EventSkipped(event: reference(), why: text())))
    case .accountOpened:
      return .account(
        .accountOpened(
          AccountEvent.Opened(
            key: text(), name: text(), rank: integer(),
            terms: AccountTerms(kind: one(AccountKind.allCases), opening: money(), on: date()))))
    case .accountRenamed: return .account(.accountRenamed(AccountEvent.Renamed(from: text(), to: text())))
    case .accountMoved: return .account(.accountMoved(AccountEvent.Moved(from: integer(), to: integer())))
    case .accountClosed: return .account(.accountClosed)
    case .accountReopened: return .account(.accountReopened)
    case .accountWithdrawn: return .account(.accountWithdrawn)
    case .categoryBudgeted:
      let amount = money()
      return .budget(
        .categoryBudgeted(
          BudgetEvent.Budgeted(
            month: date().civilMonth, category: text(),
            from: maybe { Money(minorUnits: $0.integer(), currency: amount.currency) }, to: amount,
            origin: one(BudgetOrigin.allCases), expression: maybe { $0.text() }, other: maybe { $0.text() })))
    case .categoryCarriesOver:
      return .budget(
        .categoryCarriesOver(
          BudgetEvent.CarriesOver(
            month: date().civilMonth, currency: money().currency, category: text(), from: maybe { $0.chance() },
            to: maybe { $0.chance() })))
    case .goalCreated:
      return .goal(
        .goalCreated(
          GoalEvent.Created(
            name: text(), emoji: maybe { $0.text() }, target: money(), by: maybe { $0.date() }, on: date())))
    case .goalChanged:
      return .goal(
        .goalChanged(
          GoalEvent.Changed(
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
          CopyEvent.Requested(
            transaction: TransactionID(id()), plan: text(), account: text(), withItems: chance(), on: date())))
    case .copyAttempted:
      return .copy(
        .copyAttempted(
          CopyEvent.Attempted(
            importID: text(), remote: maybe { $0.text() }, body: text(), values: list { $0.copyValue() },
            items: list { LineItemID($0.id()) }, on: date())))
    case .copyAcknowledged:
      return .copy(
        .copyAcknowledged(
          CopyEvent.Acknowledged(
            remote: text(), items: list { CopyEvent.Item(item: LineItemID($0.id()), remote: $0.text()) },
            values: list { $0.copyValue() }, ignored: list { $0.copyValue() }, wasThere: chance(), on: date())))
    case .copyRefused:
      return .copy(.copyRefused(CopyEvent.Refused(status: Int(number()), reason: text(), on: date())))
    case .copyDeferred:
      return .copy(
        .copyDeferred(CopyEvent.Deferred(status: maybe { Int($0.number()) }, reason: text(), on: date())))
    case .remoteChangeObserved:
      return .copy(
        .remoteChangeObserved(
          CopyEvent.RemoteChangeObserved(
            changes: list {
              CopyEvent.Change(
                $0.copyKey(), base: $0.maybe { $0.text() }, ours: $0.maybe { $0.text() },
                theirs: $0.maybe { $0.text() })
            }, isDeleted: chance(), on: date())))
    case .copyMerged:
      return .copy(
        .copyMerged(
          CopyEvent.Merged(
            fields: list {
              CopyEvent.Merge(
                $0.copyKey(), side: $0.one(CopyEvent.Side.allCases), remote: $0.maybe { $0.text() })
            }, on: date())))
    case .copyDetached:
      return .copy(.copyDetached(CopyEvent.Detached(remote: maybe { $0.text() }, on: date())))
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
