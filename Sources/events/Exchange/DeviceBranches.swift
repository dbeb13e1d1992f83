internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerScreens
internal import LedgerSync

extension Command {
  static let deviceBranches = Command(
    path: ["device", "branches"], section: .exchange,
    summary: "List the branches of devices whose id was used twice, or print one",
    operands: [
      Operand("BRANCH", "Print its events; with --json one line each, as import reads them", isOptional: true)
    ],
    run: { try $0.withLedger(listBranches) })

  static let deviceAdopt = Command(
    path: ["device", "adopt"], section: .exchange,
    summary: "Turn a branch of a device into a device of its own, whose events count",
    operands: [Operand("BRANCH", "Its device and first number, as device branches lists it")],
    shared: [.ledger, .json, .verbose],
    run: { try $0.withLedger(adoptBranch) })

  private static func listBranches(_ ledger: OpenLedger) throws -> ExitCode {
    if let name = ledger.arguments.operands.first {
      let branch = try ledger.branch(name)
      guard ledger.invocation.isJSON else { return try show(branch, ledger) }
      for event in try ledger.book.log.events(of: branch) {
        var writer = JSONWriter()
        EventLine.write(event, ledger: ledger.book.log.ledgerID, to: &writer)
        try ledger.invocation.print(String(decoding: writer.bytes, as: UTF8.self))
      }
      return .ok
    }
    let names = try DeviceNames(ledger.book.log)
    let adopted = Set(try ledger.book.log.devices().map(\.device))
    var table = TextTable([.name(shrinksTo: 12), .right(), .left()])
    let branches = try ledger.book.log.branches()
    for branch in branches {
      let isAdopted = adopted.contains(branch.adoptedDevice)
      if ledger.invocation.isJSON {
        try ledger.invocation.print(json: [
          "adopted": .boolean(isAdopted), "adoptedDevice": .string(branch.adoptedDevice.description),
          "complete": .boolean(branch.isJoined), "device": .string(branch.device.description),
          "events": .count(branch.leaves.count),
          "first": .integer(Int64(clamping: branch.sequences.lowerBound)),
          "firstLeaf": .string(branch.firstLeaf.description), "name": .optional(names[branch.device]),
        ])
        continue
      }
      let state = isAdopted ? "adopted" : branch.isJoined ? "kept aside" : "events before it are missing"
      table.row([
        .init(visible(names.words(of: branch))), .init(counted(branch.leaves.count, "event")), .init(state),
      ])
    }
    if !ledger.invocation.isJSON {
      if branches.isEmpty { try ledger.invocation.print("No device's id was used twice") }
      try ledger.invocation.print(table)
    }
    return .ok
  }

  /// Prints the events of a branch for a person.
  private static func show(_ branch: DeviceBranch, _ ledger: OpenLedger) throws -> ExitCode {
    var table = TextTable([.right(minimum: 5), .left(), .left(minimum: 16), .name(shrinksTo: 8)])
    for event in try ledger.book.log.events(of: branch) {
      let words = event.words
      table.row([
        .init(String(event.reference.sequence)), .init(localTime(milliseconds: event.recordedAtMilliseconds)),
        .init(visible(event.type)), .init(visible(words.problem ?? words.summary)),
      ])
    }
    try ledger.invocation.print(table)
    return .ok
  }

  private static func adoptBranch(_ ledger: OpenLedger) throws -> ExitCode {
    let branch = try ledger.branch(ledger.arguments.operands[0])
    guard branch.isJoined else {
      throw Failure(
        .no, "events of the branch before \(branch.sequences.lowerBound) are missing",
        advice: "Sync with the device that recorded them, or import its events")
    }
    let adopted = try ledger.book.adopt(branch)
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: [
        "device": .string(adopted.device.description), "taken": .count(adopted.taken),
      ])
    } else if adopted.taken == 0 {
      try ledger.invocation.print("This branch was adopted before, as device \(adopted.device)")
    } else {
      try ledger.invocation.print("\(counted(adopted.taken, "event")) adopted, as device \(adopted.device)")
    }
    return .ok
  }
}

extension OpenLedger {
  /// Returns the branch that `laptop:12` names, or the only one of the device `laptop`.
  ///
  /// If several begin at one number, the beginning of the first event's leaf follows: `laptop:12:3f2a`.
  fileprivate func branch(_ text: String) throws -> DeviceBranch {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let devices = try book.devices(parts[0])
    let found = try book.log.branches().filter { branch in
      guard devices.contains(branch.device) else { return false }
      if parts.count > 1, UInt64(parts[1]) != branch.sequences.lowerBound { return false }
      return parts.count < 3 || branch.firstLeaf.description.hasPrefix(parts[2])
    }
    if found.count == 1, parts.count <= 3 { return found[0] }
    let names = try DeviceNames(book.log)
    let list = try book.log.branches().map { "\(names.words(of: $0)):\($0.firstLeaf.description.prefix(8))" }
    throw Failure(
      .noInput,
      found.isEmpty ? "there is no branch “\(visible(text))”" : "“\(visible(text))” is several branches",
      advice: list.map { visible($0) })
  }
}

extension DeviceNames {
  /// Returns the name of a branch: its device and first number.
  fileprivate func words(of branch: DeviceBranch) -> String {
    "\(self[branch.device] ?? String(branch.device.description.prefix(8))):\(branch.sequences.lowerBound)"
  }
}
