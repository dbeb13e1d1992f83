package import EventLog
package import LedgerAudit
internal import LedgerBook
package import LedgerBytes
internal import LedgerDomain
package import LedgerSync

/// Every device of the ledger: last seen, how far, and whether its clock is ahead.
package struct DevicesAnswer: PlainAnswer {
  let devices: [SyncStatus.Device]
  let names: DeviceNames

  package init(_ devices: [SyncStatus.Device], _ names: DeviceNames) {
    (self.devices, self.names) = (devices, names)
  }

  package var document: Document {
    .lines(
      devices.map { device in
        [
          "ahead": .integer(device.aheadMilliseconds), "device": .string(device.device.description),
          "lastRecorded": .string(isoTime(milliseconds: device.lastRecordedMilliseconds)),
          "name": .optional(names[device.device]), "own": .boolean(device.isOwn),
          "size": .integer(Int64(clamping: device.size)),
        ]
      })
  }

  package var blocks: [Block] {
    var table = Table([.left(), .name(shrinksTo: 8), .right(), .left(), .left()])
    for device in devices {
      let ahead =
        device.aheadMilliseconds > 60_000 ? "clock \(EventText.span(device.aheadMilliseconds)) ahead" : ""
      table.row([
        .init(String(device.device.description.prefix(8))), .init(names[device.device] ?? ""),
        .init(grouped(Int64(clamping: device.size))),
        .init(localTime(milliseconds: device.lastRecordedMilliseconds)),
        .init(device.isOwn ? "this device" : ahead),
      ])
    }
    return [.table(table)]
  }
}

/// The branches of devices whose id was used twice.
package struct BranchesAnswer: PlainAnswer {
  let branches: [DeviceBranch]
  /// The devices that branches were turned into.
  let adopted: Set<UniqueID>
  let names: DeviceNames

  package init(_ branches: [DeviceBranch], adopted: Set<UniqueID>, _ names: DeviceNames) {
    (self.branches, self.adopted, self.names) = (branches, adopted, names)
  }

  package var document: Document {
    .lines(
      branches.map { branch in
        [
          "adopted": .boolean(adopted.contains(branch.adoptedDevice)),
          "adoptedDevice": .string(branch.adoptedDevice.description), "complete": .boolean(branch.isJoined),
          "device": .string(branch.device.description), "events": .count(branch.leaves.count),
          "first": .integer(Int64(clamping: branch.sequences.lowerBound)),
          "firstLeaf": .string(branch.firstLeaf.description), "name": .optional(names[branch.device]),
        ]
      })
  }

  package var blocks: [Block] {
    guard !branches.isEmpty else { return [.line("No device's id was used twice")] }
    var table = Table([.name(shrinksTo: 12), .right(), .left()])
    for branch in branches {
      let isAdopted = adopted.contains(branch.adoptedDevice)
      let state = isAdopted ? "adopted" : branch.isJoined ? "kept aside" : "events before it are missing"
      table.row([
        .init(names.words(of: branch)), .init(counted(branch.leaves.count, "event")), .init(state),
      ])
    }
    return [.table(table)]
  }
}

/// The events of a branch, as import reads them.
package struct BranchAnswer: PlainAnswer {
  let events: [ForeignEvent]
  let ledger: UniqueID

  package init(_ events: [ForeignEvent], of ledger: UniqueID) { (self.events, self.ledger) = (events, ledger) }

  package var document: Document {
    .encoded(
      events.map { event in
        var writer = JSONWriter()
        EventLine.write(event, ledger: ledger, to: &writer)
        return writer.bytes
      })
  }

  package var blocks: [Block] {
    var table = Table([.right(minimum: 5), .left(), .left(minimum: 16), .name(shrinksTo: 8)])
    for event in events {
      let words = event.words
      table.row([
        .init(String(event.reference.sequence)), .init(localTime(milliseconds: event.recordedAtMilliseconds)),
        .init(event.type), .init(words.problem ?? words.summary),
      ])
    }
    return [.table(table)]
  }
}

extension DeviceNames {
  /// Returns the name of a branch: its device and first number.
  package func words(of branch: DeviceBranch) -> String {
    "\(self[branch.device] ?? String(branch.device.description.prefix(8))):\(branch.sequences.lowerBound)"
  }
}
