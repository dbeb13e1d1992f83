internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes

extension Command {
  static let deviceBranches = Command(
    path: ["device", "branches"], section: .exchange,
    summary: "List branches of devices whose id was used twice, or print one",
    operands: [
      Operand("BRANCH", "The branch to print; with --json one event per line, for import", isOptional: true)
    ],
    run: onLedger { ledger in
      if let name = ledger.arguments.operands.first {
        return try ledger.show(BranchAnswer(try ledger.book.events(of: try ledger.branch(name))))
      }
      return try ledger.show(ledger.book.answer(.branches))
    })

  static let deviceAdopt = Command(
    path: ["device", "adopt"], section: .exchange,
    summary: "Adopt a branch as a device of its own, so that its events count",
    operands: [Operand("BRANCH", "The branch's device and first number, as device branches prints them")],
    shared: [.ledger, .json, .verbose],
    run: onLedger(adoptBranch))

  private static func adoptBranch(_ ledger: OpenLedger) throws -> ExitCode {
    let branch = try ledger.branch(ledger.arguments.operands[0])
    guard branch.isJoined else {
      throw Failure(
        .no, "events of the branch before \(branch.sequences.lowerBound) are missing",
        advice: "Sync with the device that recorded them, or import its events")
    }
    let adopted = try ledger.book.adopt(branch)
    let words =
      adopted.taken == 0
      ? "This branch was adopted before, as device \(adopted.device)"
      : "\(counted(adopted.taken, "event")) adopted, as device \(adopted.device)"
    return try ledger.show(
      Reply(["device": .string(adopted.device.description), "taken": .count(adopted.taken)], Line(words)))
  }
}

extension OpenLedger {
  /// Returns the branch that `laptop:12` names, or the only one of the device `laptop`.
  ///
  /// If several begin at one number, the beginning of the first event's leaf follows: `laptop:12:3f2a`.
  fileprivate func branch(_ text: String) throws -> DeviceBranch {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let devices = try book.devices(parts[0])
    let found = try book.branches().filter { branch in
      guard devices.contains(branch.device) else { return false }
      if parts.count > 1, UInt64(parts[1]) != branch.sequences.lowerBound { return false }
      return parts.count < 3 || branch.firstLeaf.description.hasPrefix(parts[2])
    }
    if found.count == 1, parts.count <= 3 { return found[0] }
    throw Failure(
      .noInput,
      found.isEmpty ? "there is no branch “\(text)”" : "“\(text)” is several branches",
      advice: try notation.names(of: book.branches()))
  }
}
