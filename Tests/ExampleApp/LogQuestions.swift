import Ledger

/// The code of the guide on questions to the log, in the order in which it shows it.
///
/// A test runs it and checks the answers.
struct LogQuestions {
  let book: AsyncBook
  /// A receipt, and the event that a person doubts.
  let receipt: TransactionID
  let doubted: EventReference
  /// A copy of the ledger, such as a backup.
  let copy: String

  /// The answers, as lines of JSON.
  struct Result {
    var audit = ""
    var blame = ""
    var difference = ""
    var titles: [String] = []
    var without = ""
    var patched = ""
    var isSame = false
    var proof = ""
    var isProven = false
    var growth = ""
    var reproduced = ""
    var rest: [String] = []
  }

  func run() async throws -> Result {
    var result = Result()
    // Who set a value.
    let audit = try await book.answer(.audit(receipt)).value
    result.audit = audit.jsonLines
    let total = try await book.answer(.blame(receipt.stream, field: .total, history: true)).value
    result.blame = total.jsonLines

    // What changed.
    let end = try await book.read { try $0.lastPosition() }
    let difference = try await book.answer(.difference(from: 8, through: end)).value
    for block in difference.blocks {
      if case .title(let line) = block { result.titles.append(line.text) }
    }
    let lines = difference.jsonLines
    result.difference = lines
    let comparison = try await book.answer(.comparison(with: copy)).value
    result.isSame = comparison.verdict == .yes

    // What would have been.
    let without = try await book.answer(.without([doubted])).value
    result.without = without.jsonLines
    let patch = Array(#"{"position":2,"payload":null}"#.utf8)
    result.patched = try await book.answer(.patched(patch, named: "patch")).value.jsonLines

    // What is proved.
    let kept = try await book.read { book in
      try book.answer(.checkpoints()).blocks(Notation(book)).compactMap { block in
        if case .line(let line) = block { line.text } else { nil }
      }.joined(separator: "\n")
    }
    let proof = try await book.answer(.proof(of: doubted, in: Array(kept.utf8))).value
    let verdict = try Book.checkProofs(Array(proof.jsonLines.utf8), kept: Array(kept.utf8)).verdict
    (result.proof, result.isProven) = (proof.jsonLines, verdict == .yes)
    let growth = try await book.answer(.growth(since: Array(kept.utf8))).value
    result.growth = growth.jsonLines

    // A bug report.
    let report = try await book.answer(.reproduction([receipt.stream], standIns: true)).value
    result.reproduced = report.jsonLines

    // The others.
    for question in [LedgerQuestion.accuracy, .orderOfArrival, .readingAgain, .branches, .profiles] {
      for try await step in book.answer(question) {
        if let answer = step.value { result.rest.append(answer.jsonLines) }
      }
    }
    return result
  }
}
