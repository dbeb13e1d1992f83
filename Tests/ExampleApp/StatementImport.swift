import Ledger

/// The code of the guide on statements, in the order in which it shows it.
///
/// A test runs it with files of banks and checks the answers.
struct StatementImport {
  let book: AsyncBook
  /// The app's own dialogue: it shows a question and returns the person's answer.
  let ask: @Sendable (ImportQuestion) async throws -> String

  /// Imports files, after a person agreed to what would be done.
  func run(
    _ files: [(name: String, bytes: [UInt8])], agrees: @Sendable ([FilePlan]) async -> Bool
  ) async throws -> ImportResult? {
    var session = try await book.read { try $0.importSession(files) }
    while let question = session.questions.first(where: { !$0.isOptional }) {
      let text = try await ask(question)
      do { try session.answer(question, text) } catch { await warn(error) }
    }
    for file in session.files {
      if let refusal = file.refusal { throw refusal }
    }
    let plans = try await book.read { [session] in try $0.plan(session) }
    guard await agrees(plans) else { return nil }
    return try await book.carryOut(session).value
  }

  private func warn(_ refusal: Refusal) async {}

  /// Links a receipt with the bank's row of the same purchase, and takes the link apart again.
  func link(_ receipt: TransactionID, _ row: TransactionID) async throws -> [TransactionID] {
    let matched = try await book.run { try $0.match(receipt, withRow: row) }
    let rows = try await book.run { try $0.unmatch(receipt).rows }
    return matched.isUnchanged ? [] : rows
  }

  /// Changes an answer that was kept for a bank's files.
  func change(_ topic: ImportQuestion.Topic, to text: String) async throws -> [ImportProfile] {
    try await book.run { book in
      for (shape, profile) in try book.importProfiles() {
        let changed = try profile.answering(topic, text)
        try book.setImportProfile(changed, for: shape)
      }
      return Array(try book.importProfiles().values)
    }
  }
}
