internal import LedgerBytes

extension LedgerState {
  /// Returns the events that undo a batch. `self` is the ledger's current state.
  public func undo(
    _ events: [UndoneEvent<LedgerEvent>], before: LedgerState, _ context: UndoContext
  ) -> Undoing<LedgerEvent> {
    var undoing = Undoing<LedgerEvent>()
    for item in events.reversed() where !undoing.isDone(item.reference, context) {
      switch item.event {
      case .defaultsChanged(let changed):
        let currency = Self.back(
          changed.currency, "the currency", item.reference, currency, before.currency, &undoing)
        let back = DefaultsChanged(
          // The device changed the currency before it knew of the ledger's creation: there is no value to put back.
          currency: before.currency.value == nil ? nil : currency,
          payment: Self.back(changed.payment, "the payment", item.reference, payment, before.payment, &undoing),
          group: Self.back(changed.group, "the group", item.reference, group, before.group, &undoing),
          account: Self.back(changed.account, "the account", item.reference, account, before.account, &undoing))
        guard !back.isEmpty else { continue }
        undoing.compensate(item.reference, with: .defaultsChanged(back))
      case .ledgerCreated: undoing.note(.notUndoable(.beginning))
      case .deviceJoined:
        undoing.note(.notUndoable(.deviceJoined))
      case .eventRedacted: undoing.note(.notUndoable(.redaction))
      case .eventSkipped:
        undoing.note(
          .notUndoable(.skipping))
      // The rows of the file go back on streams of their own.
      case .statementImported: continue
      case .importProfileChanged(let changed):
        let now = profiles[changed.shape] ?? Register()
        let earlier = before.profiles[changed.shape]?.value
        guard undoing.stillWins(now, item.reference, "the profile"), now.value != earlier else { continue }
        undoing.compensate(
          item.reference,
          with: .importProfileChanged(
            ImportProfileChanged(shape: changed.shape, from: now.value, to: earlier)))
      case .vendorRenamed(let renamed):
        let now = vendors[renamed.vendor] ?? Register()
        let earlier = before.vendors[renamed.vendor]?.value
        guard undoing.stillWins(now, item.reference, "the vendor’s name"), now.value != earlier else {
          continue
        }
        undoing.compensate(
          item.reference,
          with: .vendorRenamed(VendorRenamed(vendor: renamed.vendor, from: now.value, to: earlier)))
      case .rangeExported: undoing.note(.notUndoable(.exported))
      }
    }
    return undoing
  }

  private static func back<Value>(
    _ change: Change<Value>?, _ what: String, _ reference: EventReference, _ now: Register<Value>,
    _ earlier: Register<Value>, _ undoing: inout Undoing<LedgerEvent>
  ) -> Change<Value>? {
    guard change != nil, undoing.stillWins(now, reference, what) else { return nil }
    return Change(from: now.value, to: earlier.value)
  }
}
