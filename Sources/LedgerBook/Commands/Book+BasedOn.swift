internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension Book {
  /// Checks a command on fields against the version of the transaction that the person looked at.
  ///
  /// Only this device's own events count. The log notes which events of other devices a person had seen, and keeps both
  /// values of a conflict with them. It has no such note for events of one device, which come one after the other.
  ///
  /// - Throws: `BookError.versionAhead`, `BookError.changedMeanwhile`.
  func check(_ version: StreamVersion, of transaction: TransactionID, for command: TransactionCommand) throws {
    let events = try self.events(of: transaction.stream)
    let newest = events.last?.version ?? 0
    guard version <= newest else { throw BookError.versionAhead(given: version, newest: newest) }
    let fields = command.fields
    guard version < newest, !fields.isEmpty, case .own(let device) = log.identity else { return }
    func state(_ isIncluded: (StoredEvent) -> Bool) -> TransactionState {
      StreamFold(kind: transaction.stream.kind, events: events.filter(isIncluded)).transaction
    }
    let seen = state { $0.version <= version }
    let changed = state { $0.version <= version || $0.reference.device == device }
    for field in fields where seen.value(of: field) != changed.value(of: field) {
      let present = changed.value(of: field)
      if case .correct(_, let new, _) = command, new == present { continue }
      if case .file(let group) = command, group.map({ .group($0) }) == present { continue }
      throw BookError.changedMeanwhile(field)
    }
  }
}

extension TransactionCommand {
  /// The fields that the command sets.
  var fields: [TransactionField] {
    switch self {
    case .correct(let field, _, _), .pick(let field, _): [field]
    case .confirm(let fields), .accept(let fields): fields
    case .file: [.group]
    case .correctTransfer: [.account, .toAccount, .total, .received, .kind]
    case .capture, .recognize, .save, .discard, .record, .transfer, .tag, .flag, .clear, .attach, .detach,
      .addItem,
      .changeItem, .removeItem, .restoreItem, .propose, .reject, .dismissDuplicate, .delete, .restore, .unlink:
      []
    }
  }
}
