internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

/// `replay --propose`: shows what today's extractor reads differently, and then proposes it for review.
struct ReplayPropose {
  let ledger: OpenLedger
  /// The number of differences that people see.
  private static let offersMax = 20

  func run() throws -> ExitCode {
    let invocation = ledger.invocation
    let progress = invocation.progress("Reading again: event")
    var found: [TransactionID] = []
    var fields = 0
    func report(_ done: Int64, _ total: Int64) { progress.update(done, of: total) }
    try ledger.book.forEachExtractionOffer(progress: report) { offer in
      found.append(offer.row.id)
      fields += offer.proposal.fields.count
      let isLeftOut = found.count > Self.offersMax
      if !isLeftOut { progress.finish() }
      _ = try ledger.show(ExtractionOfferAnswer(offer, isLeftOut: isLeftOut))
    }
    progress.finish()
    let isDryRun = ledger.arguments.has(.dryRun)
    func report(_ outcome: ExtractionProposalsAnswer.Outcome) throws -> ExitCode {
      try ledger.show(
        ExtractionProposalsAnswer(outcome, transactions: found.count, fields: fields, isDryRun: isDryRun))
    }
    guard !found.isEmpty else { return try report(.nothing) }
    let others = found.count - Self.offersMax
    _ = try ledger.show(
      CommandAnswer(nil) { _ in
        (others > 0 ? [.line("… and \(counted(others, "receipt")) more.")] : []) + [.gap]
      })
    if isDryRun { return try report(.dryRun) }
    let words = "\(counted(fields, "field")) of \(counted(found.count, "receipt"))"
    guard try invocation.agrees(to: "This will propose \(words). No current value changes. Go on?") else {
      return .no
    }
    return try report(.proposed(try ledger.book.proposeExtractions(for: found)))
  }
}
