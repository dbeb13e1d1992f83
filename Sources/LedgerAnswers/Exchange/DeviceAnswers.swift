package import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
package import LedgerSync

/// Every device of the ledger: last seen, how far, and whether its clock is ahead.
package struct DevicesAnswer: Answer {
  let devices: [SyncStatus.Device]

  package init(_ devices: [SyncStatus.Device]) { self.devices = devices }

  package func document(_ notation: Notation) throws -> Document {
    let names = try DeviceNames(notation.book.log)
    return .lines(
      devices.map { device in
        [
          "ahead": .integer(device.aheadMilliseconds), "device": .string(device.device.description),
          "lastRecorded": .string(isoTime(milliseconds: device.lastRecordedMilliseconds)),
          "name": .optional(names[device.device]), "own": .boolean(device.isOwn),
          "size": .integer(Int64(clamping: device.size)),
        ]
      })
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let names = try DeviceNames(notation.book.log)
    var table = AnswerTable([.left(), .name(shrinksTo: 8), .right(), .left(), .left()])
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
package struct BranchesAnswer: Answer {
  let branches: [DeviceBranch]

  package func document(_ notation: Notation) throws -> Document {
    let names = try DeviceNames(notation.book.log)
    return .lines(
      try branches.map { branch in
        [
          "adopted": .boolean(try notation.book.hasAdopted(branch)),
          "adoptedDevice": .string(branch.adoptedDevice.description), "complete": .boolean(branch.isJoined),
          "device": .string(branch.device.description), "events": .count(branch.leaves.count),
          "first": .integer(Int64(clamping: branch.sequences.lowerBound)),
          "firstLeaf": .string(branch.firstLeaf.description), "name": .optional(names[branch.device]),
        ]
      })
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    guard !branches.isEmpty else { return [.line("No device's id was used twice")] }
    var table = AnswerTable([.name(shrinksTo: 12), .right(), .left()])
    let names = try DeviceNames(notation.book.log)
    for branch in branches {
      let isAdopted = try notation.book.hasAdopted(branch)
      let state = isAdopted ? "adopted" : branch.isJoined ? "kept aside" : "events before it are missing"
      table.row([
        .init(names.words(of: branch)), .init(counted(branch.leaves.count, "event")), .init(state),
      ])
    }
    return [.table(table)]
  }
}

/// The events of a branch, as import reads them.
package struct BranchAnswer: Answer {
  let events: [ForeignEvent]

  package init(_ events: [ForeignEvent]) { self.events = events }

  package func document(_ notation: Notation) -> Document {
    .encoded(
      events.map { event in
        var writer = JSONWriter()
        EventLine.write(event, ledger: notation.book.ledgerID, to: &writer)
        return writer.bytes
      })
  }

  package func blocks(_ notation: Notation) -> [Block] {
    var table = AnswerTable([.right(minimum: 5), .left(), .left(minimum: 16), .name(shrinksTo: 8)])
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

extension Notation {
  /// Returns the names by which branches can be chosen, each with the beginning of its first leaf.
  package func names(of branches: [DeviceBranch]) throws -> [String] {
    let names = try DeviceNames(book.log)
    return branches.map { "\(names.words(of: $0)):\($0.firstLeaf.description.prefix(8))" }
  }
}

extension DeviceNames {
  /// Returns the name of a branch: its device and first number.
  fileprivate func words(of branch: DeviceBranch) -> String {
    "\(self[branch.device] ?? String(branch.device.description.prefix(8))):\(branch.sequences.lowerBound)"
  }
}
