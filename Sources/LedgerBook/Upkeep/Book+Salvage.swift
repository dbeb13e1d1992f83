package import EventLog
package import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension Book {
  /// Makes a ledger in an empty folder from the events that could be read elsewhere.
  ///
  /// - Parameters:
  ///   - settings: How the new folder is opened.
  ///   - ledger: The ledger's id.
  ///   - created: When the ledger's log was made, if that is known.
  ///   - device: The device as which the folder goes on, or `nil` for a new one.
  ///   - continues: The last event of the device that a new one continues.
  ///   - filling: Imports the events.
  /// - Returns: The ledger, with its redactions obeyed. Its events still have to be verified.
  /// - Throws: What `filling` throws, and `FileError`.
  package static func salvage(
    _ settings: Settings, ledger: UniqueID, createdAtMilliseconds created: Int64?, device: UniqueID?,
    continues: EventReference?, filling: (LedgerLog) throws -> Void
  ) throws -> Book {
    var clock = settings.clock()
    if let created { clock.milliseconds = created }
    let log = try LedgerLog.create(
      at: settings.folder, ledger: ledger, device: device ?? settings.newID(),
      stateFolder: settings.stateFolder, clock: clock)
    let book = Book(log: log, settings: settings)
    do {
      try filling(log)
      try book.beginAgain()
      if device == nil { try book.joinAfterLoss(continues) }
      _ = try log.write(losses: .takeBack) { writer in try writer.obeyRedactions { $0.namedPages } }
      try book.redactAgain()
    } catch {
      try? book.close()
      throw error
    }
    return book
  }

  private func joinAfterLoss(_ continues: EventReference?) throws {
    let joined = SettingsEvent.deviceJoined(
      SettingsEvent.DeviceJoined(name: settings.deviceName, continues: continues))
    _ = try execute(id: nil, content: .object(["command": "join"]), posting: false) { $0.append(joined) }
  }

  /// Records a beginning with the usual settings if that of the ledger is lost.
  ///
  /// Every screen needs one. If the lost one comes back, it counts, as it is the earlier one.
  private func beginAgain() throws {
    let stream = StreamID(kind: StreamKind.ledger.rawValue, id: log.ledgerID)
    guard try fold(stream).ledger.created == nil else { return }
    let command = LedgerCommand.create(
      device: settings.deviceName, currency: .eur, locale: .default, weeks: .iso)
    _ = try execute(id: nil, content: .object(["command": "create"]), posting: false) { batch in
      for event in try LedgerState().decide(command, today: self.today) {
        batch.append(.ledger(event), stream, actor: EventActor.recovery)
      }
      Self.seed(&batch)
    }
  }

  /// Records the redactions again whose events are lost. Without them, events without content would count as damaged.
  private func redactAgain() throws {
    var unexplained: [ForeignEvent] = []
    try log.forEachEvent { event in
      if event.payload == nil, event.passedOver != .redacted { unexplained.append(event.envelope) }
    }
    try recordRedactions(of: unexplained, why: "its redaction was lost with a damaged log")
  }
}
