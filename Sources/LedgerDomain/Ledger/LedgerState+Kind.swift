internal import LedgerBytes

extension LedgerState: KindState {
  static let plural = "settings"

  var record: RecordState { .ledger(self) }

  func values(of id: UniqueID) -> RecordValues { LedgerRow(self)?.values ?? RecordValues() }

  /// Whether the record exists: always, because a device may join before the creation has arrived.
  var isBegun: Bool { true }

  var writes: RecordWrites {
    var writes = RecordWrites()
    writes.add(.currency, currency) { CurrencyCode($0).map(TypedValue.currency) }
    writes.add(.payment, payment) { .word($0) }
    writes.add(.group, group) { .group($0) }
    writes.add(.account, account) { .text($0) }
    return writes
  }
}

extension LedgerEvent {
  var summary: String {
    switch self {
    case .ledgerCreated(let event):
      "on \(event.device), \(event.currency.code), \(event.locale.id), weeks \(event.weeks.rawValue)"
    case .defaultsChanged(let event):
      [
        ("currency", event.currency), ("payment", event.payment), ("group", event.groupInShort),
        ("account", event.account),
      ].compactMap { name, change in
        change.map { "\(name) \($0.from ?? "none") → \($0.to ?? "none")" }
      }.listed()
    case .deviceJoined(let event):
      event.name
        + (event.continues.map { ", continues \($0.device.description.prefix(8)):\($0.sequence)" } ?? "")
    case .eventRedacted(let event):
      "\(event.event.device.description.prefix(8)):\(event.event.sequence), \(event.why)"
    case .eventSkipped(let event):
      "\(event.event.device.description.prefix(8)):\(event.event.sequence), \(event.why)"
    case .rangeExported(let seal): seal.summary
    case .statementImported(let event):
      "\(event.file): \(event.new) new, \(event.matched) matched, \(event.known) known, \(event.refused) refused"
    case .importProfileChanged(let event):
      event.to.map { "\($0.name): \($0.answers.map { "\($0.option) \($0.value)" }.listed())" } ?? "deleted"
    case .vendorRenamed(let event):
      "\(event.to?.printed ?? event.vendor) → \(event.to?.name ?? "as printed")"
    }
  }
}

extension DefaultsChanged {
  /// The change of the group, by the beginnings of their ids.
  fileprivate var groupInShort: TextChange? {
    func short(_ id: GroupID?) -> String? { id.map { String($0.description.prefix(8)) } }
    return group.map { TextChange(from: short($0.from), to: short($0.to)) }
  }
}

extension ExportSeal {
  var summary: String {
    "\(name), \(receipts) receipt\(receipts == 1 ? "" : "s"), \(digest.description.prefix(8))"
  }
}
