internal import EventLog
internal import LedgerAnswers

extension Command {
  private static let quick = Option.flag("quick", "Compare only hash trees, and read no payloads")

  static let compare = Command(
    path: ["compare"], section: .travel,
    summary: "Compare two folders of one ledger, or a ledger with a shared folder",
    operands: [
      Operand("A", "A ledger's folder or a shared folder", isFile: true),
      Operand("B", "The other folder (default: --ledger)", isOptional: true, isFile: true),
    ],
    options: [quick],
    run: compareLedgers)

  private static func compareLedgers(_ invocation: Invocation) throws -> ExitCode {
    let operands = invocation.arguments.operands
    let (here, there) =
      operands.count > 1 ? (operands[0], operands[1]) : (try invocation.ledgerFolder(), operands[0])
    let sides = try (
      here: ComparedSide(here, now: invocation.clock().milliseconds),
      there: ComparedSide(there, now: invocation.clock().milliseconds)
    )
    defer {
      sides.here.close()
      sides.there.close()
    }
    let progress = invocation.progress("Comparing: event")
    defer { progress.finish() }
    let answer = try sides.here.comparison(with: sides.there, !invocation.arguments.has(quick)) {
      progress.update($0, of: $1)
    }
    progress.finish()
    return try invocation.show(answer)
  }
}
