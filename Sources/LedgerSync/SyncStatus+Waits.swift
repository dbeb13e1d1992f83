internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension Book {
  /// Returns what waits, for one of the folders that the ledger was synced with.
  func waits(_ memory: SyncMemory, _ path: String) -> [SyncWait] {
    guard let folder = memory.folders[path] else { return [] }
    var waits: [SyncWait] = []
    if !SharedFolder.isThere(path) {
      waits.append(
        SyncWait(
          reason: .folderMissing, count: 1, device: nil, sequences: nil, folder: path,
          sinceMilliseconds: folder.syncedAtMilliseconds))
    }
    waits += ((try? lossesAtOpening()) ?? []).map { lost in
      let isShorter = lost.found < lost.expected
      return SyncWait(
        reason: .eventsLost, count: isShorter ? Int(clamping: lost.expected - lost.found) : 1,
        device: lost.device, sequences: isShorter ? lost.found + 1...lost.expected : nil, folder: path,
        sinceMilliseconds: nil)
    }
    var unsent = 0
    var since: Int64?
    let heads = (try? log.devices()) ?? []
    let own = ownDevices()
    for head in heads where own.contains(head.device) {
      // An older version did not note what each folder has.
      let earlier = folder.sent == nil ? memory.ends[head.device]?.edge.size ?? head.size : 0
      let sent = folder.sent?[head.device] ?? earlier
      guard head.size > sent else { continue }
      unsent += Int(clamping: head.size - sent)
      let first = try? log.event(EventReference(device: head.device, sequence: sent + 1))
      since = [since, first?.recordedAtMilliseconds].compactMap { $0 }.min()
    }
    if unsent > 0 {
      waits.append(
        SyncWait(
          reason: .unsent, count: unsent, device: nil, sequences: nil, folder: path, sinceMilliseconds: since))
    }
    return waits
      + folder.waits.compactMap { wait in
        // Scans may have come another way meanwhile.
        let count = wait.reason == .scansMissing ? memory.missingPages?.count ?? wait.count : wait.count
        guard count > 0 else { return nil }
        return SyncWait(
          reason: wait.reason, count: count, device: wait.device, sequences: wait.sequences, folder: path,
          sinceMilliseconds: wait.sinceMilliseconds)
      }
  }

  /// Returns the devices that this folder publishes: its own, its earlier ones, and adopted ones.
  ///
  /// Nobody else may have adopted the same branches yet.
  func ownDevices() -> [UniqueID] { earlierSelves() + ((try? log.branches()) ?? []).map(\.adoptedDevice) }

  /// Returns the device of this folder, and those that the folder was before.
  func earlierSelves() -> [UniqueID] {
    let devices = (try? participants()) ?? []
    var selves: [UniqueID] = []
    var next: UniqueID? =
      switch log.identity {
      case .own(let device): device
      case .foreign(let previous): previous
      }
    while let device = next, !selves.contains(device) {
      selves.append(device)
      next = devices.first { $0.device == device }?.continues?.device
    }
    return selves
  }

  /// Returns the branches about which nobody has decided.
  func branchWaits() -> [SyncWait] {
    let branches = (try? log.branches()) ?? []
    guard !branches.isEmpty, let devices = try? log.devices() else { return [] }
    return branches.compactMap { branch in
      guard !devices.contains(where: { $0.device == branch.adoptedDevice }) else { return nil }
      return SyncWait(
        reason: .branch, count: branch.leaves.count, device: branch.device, sequences: branch.sequences,
        folder: nil, sinceMilliseconds: nil)
    }
  }

  /// Returns the devices that take part, as the ledger's own stream tells.
  func participants() throws -> [LedgerState.Participant] {
    let stream = StreamID(kind: StreamKind.ledger.rawValue, id: log.ledgerID)
    return StreamFold(kind: stream.kind, events: try log.events(of: stream)).ledger.devices
  }
}

extension SyncMemory.Folder {
  /// Notes that a person has to agree to what other devices take away.
  mutating func wait(for error: SyncError, _ folder: String, _ now: Int64) {
    guard case .losesMuch(let erased, let deleted) = error else { return }
    let since = waits.first { $0.reason == .manyLosses }?.sinceMilliseconds
    waits.removeAll { $0.reason == .manyLosses }
    waits.append(
      SyncWait(
        reason: .manyLosses, count: erased + deleted, device: nil, sequences: nil, folder: folder,
        sinceMilliseconds: since ?? now))
  }
}

extension SyncReport {
  /// Returns what the sync left waiting.
  ///
  /// - Parameters:
  ///   - earlier: What the sync before left waiting, of which the beginning is kept.
  ///   - now: The time.
  func waits(since earlier: [SyncWait], folder: String, now: Int64) -> [SyncWait] {
    var waits: [SyncWait] = []
    func add(_ reason: SyncWait.Reason, _ count: Int, _ range: DeviceRange? = nil) {
      guard count > 0 else { return }
      let before = earlier.first { $0.reason == reason && $0.device == range?.device }
      waits.append(
        SyncWait(
          reason: reason, count: count, device: range?.device, sequences: range?.sequences, folder: folder,
          sinceMilliseconds: before?.sinceMilliseconds ?? now))
    }
    for missing in missingInFolder { add(.folderLacksEvents, missing.sequences.count, missing) }
    for wait in waiting { add(.earlierEventsMissing, wait.held, wait.missing) }
    add(.scansMissing, missingPages.count)
    add(.filesUnreadable, quarantined.filter { !$0.isBranch }.count)
    add(.notDownloaded, placeholders)
    return waits
  }
}
