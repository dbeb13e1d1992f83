internal import LedgerBytes

extension LedgerState {
  /// Applies one event, the latest so far in the order of the fold. Total.
  package mutating func evolve(_ event: SettingsEvent, _ context: EventContext) {
    switch event {
    case .ledgerCreated(let creation):
      // The event that the ledger's id was made with wins, whichever one is dated earlier.
      guard created == nil || context.isFounding && !isFounded else { return }
      if let other = self.creation { currency.remove(other) }
      self.creation = context.reference
      isFounded = context.isFounding
      created = creation
      currency.write(creation.currency.code, origin: .set, context)
      join(context.reference.device, creation.device, continues: nil)
    case .defaultsChanged(let changed):
      if let change = changed.currency { currency.write(change.to, origin: .set, context) }
      if let change = changed.payment { payment.write(change.to, origin: .set, context) }
      if let change = changed.group { group.write(change.to, origin: .set, context) }
      if let change = changed.account { account.write(change.to, origin: .set, context) }
    case .deviceJoined(let joined):
      join(context.reference.device, joined.name, continues: joined.continues)
    case .eventRedacted(let redaction):
      redacted.insert(redaction.event)
    case .eventSkipped(let skip):
      skipped.insert(skip.event)
    case .rangeExported, .statementImported:
      break
    case .importProfileChanged(let changed):
      profiles[changed.shape, default: FieldRegister()].write(changed.to, origin: .set, context)
    case .vendorRenamed(let renamed):
      vendors[renamed.vendor, default: FieldRegister()].write(renamed.to, origin: .set, context)
    }
  }

  private mutating func join(_ device: UniqueID, _ name: String, continues: EventReference?) {
    devices.removeAll { $0.device == device }
    devices.append(Participant(device: device, name: name, continues: continues))
  }

  // MARK: Undo

  /// Returns the events that undo a batch. `self` is the ledger's current state.
  package func undo(
    _ events: [UndoneEvent<SettingsEvent>], before: LedgerState, _ context: UndoContext
  ) -> Undoing<SettingsEvent> {
    var undoing = Undoing<SettingsEvent>()
    for item in events.reversed() where !undoing.isDone(item.reference, context) {
      switch item.event {
      case .defaultsChanged(let changed):
        let currency = undoing.back(changed.currency, "the currency", item.reference, currency, before.currency)
        let back = SettingsEvent.DefaultsChanged(
          // The device changed the currency before it knew of the ledger's creation: there is no value to put back.
          currency: before.currency.value == nil ? nil : currency,
          payment: undoing.back(changed.payment, "the payment", item.reference, payment, before.payment),
          group: undoing.back(changed.group, "the group", item.reference, group, before.group),
          account: undoing.back(changed.account, "the account", item.reference, account, before.account))
        guard !back.isEmpty else { continue }
        undoing.compensate(item.reference, with: .defaultsChanged(back))
      case .ledgerCreated: undoing.note(.notUndoable(.beginning))
      case .deviceJoined:
        undoing.note(.notUndoable(.deviceJoined))
      case .eventRedacted: undoing.note(.notUndoable(.redaction))
      case .eventSkipped: undoing.note(.notUndoable(.skipping))
      // The rows of the file go back on streams of their own.
      case .statementImported: continue
      case .importProfileChanged(let changed):
        let now = profiles[changed.shape] ?? FieldRegister()
        let earlier = before.profiles[changed.shape]?.value
        guard undoing.stillWins(now, item.reference, "the profile"), now.value != earlier else { continue }
        undoing.compensate(
          item.reference,
          with: .importProfileChanged(
            SettingsEvent.ImportProfileChanged(shape: changed.shape, from: now.value, to: earlier)))
      case .vendorRenamed(let renamed):
        let now = vendors[renamed.vendor] ?? FieldRegister()
        let earlier = before.vendors[renamed.vendor]?.value
        guard undoing.stillWins(now, item.reference, "the vendor’s name"), now.value != earlier else {
          continue
        }
        undoing.compensate(
          item.reference,
          with: .vendorRenamed(
            SettingsEvent.VendorRenamed(vendor: renamed.vendor, from: now.value, to: earlier)))
      case .rangeExported: undoing.note(.notUndoable(.exported))
      }
    }
    return undoing
  }
}
