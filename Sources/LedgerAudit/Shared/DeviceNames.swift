package import EventLog
package import LedgerBook
package import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The names of devices, which they recorded when they joined.
package struct DeviceNames: Sendable {
  private let names: [UniqueID: String]
  /// Whether more than one device has events here.
  package let isShared: Bool

  /// Reads the names from the ledger's own stream, which has one or two events per device.
  package init(_ log: LedgerLog) throws {
    var names: [UniqueID: String] = [:]
    for stream in try log.streams(kind: StreamKind.ledger.rawValue) {
      let state = StreamFold(kind: stream.kind, events: try log.events(of: stream)).ledger
      for participant in state.devices { names[participant.device] = participant.name }
    }
    self.names = names.merging(try log.adoptedNames(names)) { name, _ in name }
    isShared = try log.devices().count > 1
  }

  /// Reads the names of a ledger's devices.
  package init(_ book: Book) throws { try self.init(book.log) }

  private init(names: [UniqueID: String], isShared: Bool) {
    self.names = names
    self.isShared = isShared
  }

  /// Returns the names, together with those of another log for other devices.
  package func merging(_ other: DeviceNames) -> DeviceNames {
    DeviceNames(names: names.merging(other.names) { name, _ in name }, isShared: isShared || other.isShared)
  }

  /// A device's name, or `nil` if it has no name.
  package subscript(device: UniqueID) -> String? { names[device] }

  /// Returns a device's name, or the first eight digits of its id if it has no name.
  package func words(_ device: UniqueID) -> String { names[device] ?? String(device.description.prefix(8)) }
}
