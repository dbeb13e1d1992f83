internal import LedgerAnswers
internal import LedgerBook

extension Command {
  static let doctor = Command(
    path: ["doctor"], section: .log,
    summary: "List all that is wrong, undecided or late, with the next command",
    run: onLedger { ledger in
      let progress = ledger.invocation.progress("Looking: event")
      defer { progress.finish() }
      let answer = try DoctorAnswer(ledger.book) { progress.update($0, of: $1) }
      progress.finish()
      return try ledger.show(answer)
    })
}
