package import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

/// The events that can be read in a ledger's folder, however damaged its log is.
///
/// The pages of `log.sqlite` and of its write-ahead logs are read one by one, without SQLite. An event counts if its parts
/// give its leaf hash. So damage cannot make an event that nobody recorded, and it takes only the events in its bytes.
///
///     let salvaged = try SalvagedLog(folder)
///     for entry in salvaged.entries { try log.takeBack(salvaged.event(entry), …) }
package final class SalvagedLog {
  /// An event that can be read.
  package struct Entry: Hashable {
    /// The device that recorded it, and its number there.
    package let reference: EventReference
    /// Its place in the order of arrival in this folder.
    package let position: Position
    /// The wall clock when it arrived in this folder, or 0 if it was recorded here.
    package let receivedAtMilliseconds: Int64
    /// Its leaf hash.
    package let leaf: SHA256Digest
    /// Whether its content was erased.
    package let isRedacted: Bool
    let place: Place
  }

  /// The place of an event's parts.
  enum Place: Hashable {
    /// In a page of the database.
    case page(DamagedDatabase.Place)
    /// Among the events that were given.
    case given(Int)
  }

  /// The folder.
  package let folder: String
  /// The ledger, or `nil` if nothing in the folder tells.
  package private(set) var ledger: UniqueID?
  /// When the ledger's log was made, by the wall clock of the device that made it.
  package private(set) var createdAtMilliseconds: Int64?
  /// The device as which the folder records events.
  package private(set) var identity = DeviceIdentity.foreign(previous: nil)
  /// The events that can be read, in the order in which they arrived in this folder, each once.
  package private(set) var entries: [Entry] = []
  /// Events of other branches of their devices.
  package private(set) var branches: [ForeignEvent] = []
  /// The known number of events of each device.
  ///
  /// The log, `log.head`, this machine's mark and the events themselves tell it.
  package private(set) var sizes: [UniqueID: UInt64] = [:]
  /// The devices whose number of events the log, `log.head` or this machine's marks tell.
  package private(set) var measured: Set<UniqueID> = []
  /// The last position that the log is known to have given.
  package private(set) var lastPosition: Position = 0
  /// The size of the log and of its write-ahead logs in bytes.
  package var byteCount: Int { database?.byteCount ?? 0 }

  /// The number of events that the files have room for.
  private var eventsMax: UInt64 { UInt64(byteCount / 64) }

  let head: LogHead?
  private let database: DamagedDatabase?
  private let given: [ForeignEvent]
  private var names = SalvagedNames()

  /// Reads the folder. No connection of this process may have its log open.
  ///
  /// - Parameters:
  ///   - folder: The folder. Any part of it may be missing.
  ///   - stateFolder: The folder in which this machine marks its devices.
  ///   - knownNames: Names of streams' kinds and of events, for a log that has lost its own.
  /// - Throws: `FileError`.
  /// - Complexity: O(bytes), and memory of some 100 bytes per event.
  package init(_ folder: String, stateFolder: String? = nil, knownNames: [String] = []) throws {
    let files = LedgerFolder(folder)
    self.folder = files.path
    given = []
    let database = try DamagedDatabase(
      files.log, writeAheadLogs: [files.writeAheadLogBeforeRecovery, files.writeAheadLog])
    self.database = database
    let headBytes = try? OpenFile(files.head, .read, forLedger: true).read(upTo: LedgerLog.headBytesMax)
    head = headBytes.flatMap { LogHead($0) }
    let machine = stateFolder.map { StateFolder($0, ledger: .zero) }
    identity = (try? DeviceFile.read(files, machine)) ?? .foreign(previous: nil)
    names.knownNames = knownNames
    for entry in head?.devices.entries ?? [] { names.knownDevices.append(entry.device) }
    if let device = identity.namedDevice { names.knownDevices.append(device) }
    read(database)
    guard let ledger, let stateFolder else { return }
    let state = StateFolder(stateFolder, ledger: ledger)
    identity = (try? DeviceFile.read(files, state)) ?? identity
    if case .own(let device) = identity, let mark = state.mark(of: device) { note(mark.size, of: device) }
  }

  /// The events that were read from elsewhere, such as a shared folder. Their leaves are checked.
  package init(_ folder: String, ledger: UniqueID, events: [ForeignEvent]) {
    (self.folder, self.ledger, given, database, head) = (folder, ledger, events, nil, nil)
    for (index, event) in events.enumerated() where event.computedLeaf == event.leaf {
      entries.append(
        Entry(
          reference: event.reference, position: Position(Int64(index) + 1), receivedAtMilliseconds: 0,
          leaf: event.leaf, isRedacted: event.payload == nil, place: .given(index)))
    }
  }

  /// Returns the event of an entry, or `nil` if it can no longer be read.
  package func event(_ entry: Entry) -> ForeignEvent? {
    switch entry.place {
    case .page(let place): database?.record(at: place).flatMap { names.event($0) }
    case .given(let index): given[index]
    }
  }

  private func note(_ size: UInt64, of device: UniqueID) {
    sizes[device] = max(sizes[device] ?? 0, size)
    measured.insert(device)
  }

  // MARK: Reading

  private func read(_ database: DamagedDatabase) {
    var rows: [DamagedDatabase.Place] = []
    var others: [FoundRecord] = []
    var ledgers: [(id: UniqueID, created: Int64)] = []
    database.forEachRecord(columns: SalvagedNames.eventColumns) { place, record in
      if SalvagedNames.isEvent(record) {
        rows.append(place)
      } else if record.values.count == SalvagedNames.eventColumns {
        others.append(record)
      } else if let row = SalvagedNames.ledger(record) {
        ledgers.append(row)
      } else {
        note(names.add(record))
      }
    }
    for record in others {
      if let event = SalvagedNames.branchEvent(record), event.computedLeaf == event.leaf {
        branches.append(event)
      }
    }
    read(rows, database)
    let found = ledgers.first { $0.id == head?.ledger } ?? ledgers.first
    createdAtMilliseconds = found?.created
    ledger = found?.id ?? head?.ledger ?? names.ledgers.first
    if let head, head.ledger == ledger {
      for entry in head.devices.entries { note(entry.tree.size, of: entry.device) }
    }
  }

  private func note(_ found: SalvagedNames.Found?) {
    switch found {
    // A number that the file has no room for is damage.
    case .device(let device, let size):
      if size <= eventsMax { note(size, of: device) }
    case .position(let position):
      if position.rawValue <= Int64(eventsMax) { lastPosition = max(lastPosition, position) }
    case nil: break
    }
  }

  private func read(_ rows: [DamagedDatabase.Place], _ database: DamagedDatabase) {
    var places: [EventReference: Int] = [:]
    for place in rows {
      guard let record = database.record(at: place), let event = names.event(record), let key = record.key
      else {
        continue
      }
      let entry = Entry(
        reference: event.reference, position: Position(key),
        receivedAtMilliseconds: record.values[11].integer ?? 0, leaf: event.leaf,
        isRedacted: event.payload == nil, place: .page(place))
      lastPosition = max(lastPosition, entry.position)
      sizes[event.reference.device] = max(sizes[event.reference.device] ?? 0, event.reference.sequence)
      guard let known = places[event.reference] else {
        places[event.reference] = entries.count
        entries.append(entry)
        continue
      }
      // An old version of a page has the content that was erased since.
      if entry.isRedacted, !entries[known].isRedacted { entries[known] = entry }
    }
    entries.sort { $0.position < $1.position }
  }
}

@available(*, unavailable)
extension SalvagedLog: Sendable {}

extension DeviceIdentity {
  /// The device, also if it is that of another folder.
  package var namedDevice: UniqueID? {
    switch self {
    case .own(let device): device
    case .foreign(let previous): previous
    }
  }
}
