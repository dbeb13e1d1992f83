internal import LedgerBytes

extension LedgerState {
  /// Applies one event, the latest so far in the order of the fold. Total.
  public mutating func evolve(_ event: LedgerEvent, _ context: EventContext) {
    switch event {
    case .ledgerCreated(let creation):
      guard created == nil else { return }
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
      profiles[changed.shape, default: Register()].write(changed.to, origin: .set, context)
    case .vendorRenamed(let renamed):
      vendors[renamed.vendor, default: Register()].write(renamed.to, origin: .set, context)
    }
  }

  private mutating func join(_ device: UniqueID, _ name: String, continues: EventReference?) {
    devices.removeAll { $0.device == device }
    devices.append(Participant(device: device, name: name, continues: continues))
  }
}
