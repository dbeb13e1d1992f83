internal import LedgerBytes

// A folder that was restored from an older copy must not record in its device's name again. That device has given the
// next numbers already, to events that are elsewhere. The mark outside the folder shows it. So does an event of another
// device that had seen or followed one that is not here. So does an event of this device that is not here, or is another
// one here. The device id is then retired, and the folder takes a new one.

extension LogWriter {
  /// Ends this folder's device. Its events stay, and the next event is of another device.
  func retire(_ device: UniqueID) {
    precondition(identity == .own(device), "a folder retires only its own device")
    retired = device
    identity = .foreign(previous: device)
    forgetSeen()
  }

  /// Ends this folder's device if an event from outside shows that it has recorded more than is here.
  func retireIfRestored(_ event: ForeignEvent) {
    guard case .own(let own) = identity, losses != .takeBack else { return }
    let size = heads.key(of: own).map { heads[$0].edge.size } ?? 0
    func isUnknown(_ reference: EventReference) -> Bool { reference.device == own && reference.sequence > size }
    if isUnknown(event.reference) || event.seen.contains(where: isUnknown) || event.cause.map(isUnknown) == true
    {
      retire(own)
    }
  }
}

extension LedgerLog {
  /// Ends this folder's device if its mark is beyond the log, or is of another event.
  ///
  /// - Complexity: A read of the mark, and three look-ups if it was not written by this log's last write.
  func checkMark(_ writer: LogWriter) throws {
    guard case .own(let device) = writer.identity, let mark = state?.mark(of: device) else { return }
    let head = writer.heads.key(of: device).map { writer.heads[$0] }
    if head?.edge.size == mark.size, head?.lastLeaf == mark.leaf { return }
    if try isMissing(mark, size: head?.edge.size ?? 0) { writer.retire(device) }
  }

  /// Whether the event of a mark is not in this log.
  private func isMissing(_ mark: DeviceMark, size: UInt64) throws -> Bool {
    guard mark.size > 0 else { return false }
    guard mark.size <= size else { return true }
    let position = try position(of: EventReference(device: mark.device, sequence: mark.size))
    return try position.map { try leaf(at: $0) != mark.leaf } ?? true
  }

  /// Moves the mark of this folder's device to its last event. Never back: what is lost stays known.
  func moveMark(_ writer: LogWriter) {
    guard let state, writer.losses != .takeBack, case .own(let device) = writer.identity,
      let key = writer.heads.key(of: device), let leaf = writer.heads[key].lastLeaf
    else { return }
    state.write(DeviceMark(ledger: ledgerID, device: device, size: writer.heads[key].edge.size, leaf: leaf))
  }

  /// Returns how many events devices have recorded on this machine that are not in this log.
  ///
  /// The folder was restored from an older copy, or is one. Empty where no marks are kept. Events that a device recorded
  /// in another folder are not missing: they come with a sync.
  ///
  /// - Parameter includingEarlier: Whether the devices count in whose names this folder recorded before. They always do
  ///   in a folder that was copied or restored.
  /// - Complexity: A read per mark.
  package func missingByMarks(includingEarlier: Bool = false) throws -> [LostEvents] {
    guard let state else { return [] }
    let marks: [DeviceMark]
    if !includingEarlier, case .own(let device) = identity {
      marks = state.mark(of: device).map { [$0] } ?? []
    } else {
      marks = try state.all().filter { try $0.device == identity.namedDevice || hasRecorded($0.device) }
    }
    guard !marks.isEmpty else { return [] }
    return try asItIsNow { log in
      let heads = try DeviceHeads(log.connection)
      return try marks.compactMap { mark in
        let size = heads.key(of: mark.device).map { heads[$0].edge.size } ?? 0
        guard try log.isMissing(mark, size: size) else { return nil }
        return LostEvents(device: mark.device, expected: max(mark.size, size), found: size)
      }
    }
  }

  /// Whether a device has recorded events in this folder, or in the one that this is a copy of.
  func hasRecorded(_ device: UniqueID) throws -> Bool {
    try event(EventReference(device: device, sequence: 1))?.receivedAtMilliseconds == 0
  }

  /// How this machine's marks of its devices are kept.
  package var marks: MarkState {
    guard let state else { return .notAsked }
    return state.isUsable ? .kept(folder: state.path) : .impossible(folder: state.path)
  }
}

/// How a machine's marks of its devices are kept, outside the ledger's folder.
package enum MarkState: Hashable, Sendable {
  /// In a folder.
  case kept(folder: String)
  /// The folder cannot be written.
  case impossible(folder: String)
  /// The program named no folder for them.
  case notAsked
}
