internal import EventLog
package import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension Book {
  /// Makes a folder of a ledger that exists on other devices. Nothing is seeded: its events come from there.
  ///
  /// Nobody finds the folder before all is in, and nothing is left of it if `filling` throws.
  ///
  /// - Parameters:
  ///   - settings: How the new folder is opened.
  ///   - ledger: The ledger's id.
  ///   - filling: Imports the events that other devices have recorded.
  /// - Returns: The ledger, in which this device has recorded that it joined.
  /// - Throws: `EventLogError.ledgerExists`, and what `filling` throws.
  package static func join(
    _ settings: Settings, ledger: UniqueID, filling: (Book) throws -> Void
  ) throws -> Book {
    try LedgerLog.create(
      at: settings.folder, ledger: ledger, device: settings.newID(), stateFolder: settings.stateFolder
    ) { log in
      var staged = settings
      staged.folder = log.folder
      let book = Book(log: log, settings: staged)
      try filling(book)
      let joined = SettingsEvent.deviceJoined(
        SettingsEvent.DeviceJoined(name: try book.unusedDeviceName(), continues: nil))
      _ = try book.execute(id: nil, content: .object(["command": "join"]), posting: false) { $0.append(joined) }
    }
    return try open(settings)
  }

  /// Gives a folder that was copied or restored a device of its own now.
  ///
  /// - Returns: The device, new or as it was.
  package func takeOwnDevice() throws -> UniqueID {
    if case .own(let device) = log.identity { return device }
    return try log.write { writer in
      switch writer.identity {
      case .own(let device): device
      case .foreign(let previous): try join(previous, writer, settings.clock())
      }
    }
  }

  /// Records another name for this folder's device.
  ///
  /// - Parameter name: The name.
  /// - Throws: `Rejection` if the name is empty or too long.
  public func renameDevice(_ name: String) throws -> Done {
    let name = NFC.trimmed(name)
    guard !name.isEmpty else { throw Rejection.emptyName }
    guard name.utf8.count <= 200 else { throw Rejection.tooLong(what: "name", limit: 200) }
    guard case .own(let device) = log.identity else { throw EventLogError.foreignFolder(previous: nil) }
    let stream = StreamID(kind: StreamKind.ledger.rawValue, id: log.ledgerID)
    let continues = try fold(stream).ledger.devices.first { $0.device == device }?.continues
    return try execute(id: nil, content: .object(["command": "renameDevice", "name": .string(name)])) { batch in
      batch.append(SettingsEvent.deviceJoined(SettingsEvent.DeviceJoined(name: name, continues: continues)))
    }
  }
}
