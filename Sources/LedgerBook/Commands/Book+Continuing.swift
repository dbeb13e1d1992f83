public import EventLog
public import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// A folder that was copied or restored went on as a new device.
public struct DeviceContinuation: Hashable, Sendable {
  /// The new device.
  public let device: UniqueID
  /// The device that it continues, and the last of its events here. `nil` if the folder did not know.
  public let continues: EventReference?
  /// The events that this folder's devices had recorded on this machine and that are missing here.
  ///
  /// The folder was then restored from an older copy. Empty if it was merely copied, or if the machine keeps no
  /// notes.
  public let missing: [LostEvents]
}

extension Book {
  /// Goes on as a new device in a folder that was copied, restored or synced as files.
  ///
  /// Records which device the new one continues, and how much of it. Returns `nil` if the folder writes in its
  /// own name.
  func continueIfCopied(_ writer: LogWriter, _ clock: WallClock) throws -> DeviceContinuation? {
    guard case .foreign(let previous) = writer.identity else { return nil }
    // Before the first event of the new device: it has no mark yet.
    let missing = try log.missingByMarks()
    return DeviceContinuation(
      device: try join(previous, writer, clock), continues: try head(of: previous), missing: missing)
  }

  /// Takes a new device id and records which device it continues.
  func join(_ previous: UniqueID?, _ writer: LogWriter, _ clock: WallClock) throws -> UniqueID {
    let continues = try head(of: previous)
    let device = settings.newID()
    try writer.adopt(device: device)
    var batch = Batch(ledger: log.ledgerID, actor: settings.actor.text)
    batch.append(
      SettingsEvent.deviceJoined(SettingsEvent.DeviceJoined(name: try unusedDeviceName(), continues: continues))
    )
    var generator = SystemRandomNumberGenerator()
    let correlation = UniqueID.timeOrdered(
      milliseconds: UInt64(clamping: clock.milliseconds), using: &generator)
    _ = try writer.append(batch.drafts, correlation: correlation, clock: clock, salts: LedgerLog.randomSalt)
    return device
  }

  /// Returns the name for a new device: that of the settings, with a number if it is taken.
  func unusedDeviceName() throws -> String {
    let stream = StreamID(kind: StreamKind.ledger.rawValue, id: log.ledgerID)
    let names = Set(try fold(stream).ledger.devices.map(\.name))
    let name = settings.deviceName
    if !names.contains(name) { return name }
    var number = 2
    while names.contains("\(name) \(number)") { number += 1 }
    return "\(name) \(number)"
  }

  /// Returns the last event of a device that is here.
  private func head(of device: UniqueID?) throws -> EventReference? {
    guard let device else { return nil }
    return try log.devices().first { $0.device == device }.map {
      EventReference(device: device, sequence: $0.size)
    }
  }
}
