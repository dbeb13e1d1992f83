internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

/// `review --all`: every draft, one after the other, the earliest first.
///
/// Every answer is recorded at once, so nothing is lost when the person stops.
struct ReviewOfAll {
  let ledger: OpenLedger
  /// Prints the review of one draft where nobody can be asked.
  let show: (TransactionID) throws -> ExitCode

  private var invocation: Invocation { ledger.invocation }

  func run() throws -> ExitCode {
    let drafts = try ledger.book.drafts().map(\.row.id)
    if drafts.isEmpty { try ledger.tell([.line("There are no drafts.")]) }
    guard ledger.canReview else {
      for (index, id) in drafts.enumerated() {
        if index > 0 { try ledger.tell([.gap]) }
        _ = try show(id)
      }
      return .ok
    }
    guard !drafts.isEmpty else { return .ok }
    try invocation.print(paragraph: "\(ReviewDialogue.keys) \(ReviewDialogue.keysOfSeveral)")
    try ask(about: drafts)
    try summarize(drafts)
    return .ok
  }

  private func ask(about drafts: [TransactionID]) throws {
    var index = 0
    var goesBack = false
    while index < drafts.count {
      let id = drafts[index]
      let row = try ledger.book.transaction(id).row
      try invocation.print()
      let place = "\(index + 1) of \(drafts.count)"
      try invocation.print(
        title: "\(place) · \(try ledger.notation.short(id))  \(ledger.notation.summary(row))", stage(row))
      // Another program may have discarded it meanwhile.
      if row.stage == .deleted {
        (index, goesBack) = goesBack && index > 0 ? (index - 1, true) : (index + 1, false)
        continue
      }
      try ledger.draw(ledger.notation.duplicates(of: id))
      switch try ReviewDialogue(ledger: ledger, id: id, isOneOfSeveral: true).run() {
      case .saved, .next: (index, goesBack) = (index + 1, false)
      case .back where index > 0: (index, goesBack) = (index - 1, true)
      case .back: try invocation.print("This is the first draft.")
      case .quit: return
      }
    }
  }

  private func stage(_ row: TransactionRow) -> String { row.stage == .draft ? "" : " · \(row.stage.rawValue)" }

  private func summarize(_ drafts: [TransactionID]) throws {
    let stages = try drafts.map { try ledger.book.transaction($0).row.stage }
    let saved = stages.count { $0 == .saved }
    let left = stages.count { $0 == .draft }
    try invocation.print()
    try invocation.print("\(saved) saved, \(counted(left, "draft")) left. Everything answered is on record.")
    if left > 0 { try invocation.print("Go on with: events review --all") }
  }
}

extension OpenLedger {
  /// Whether a person can be asked about a draft's fields.
  var canReview: Bool {
    invocation.asks && invocation.outputTerminal.isInteractive && !arguments.has(.readOnly)
  }
}
