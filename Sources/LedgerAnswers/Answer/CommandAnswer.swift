package import LedgerBook
package import LedgerBytes

/// The answer of a command that recorded something, or would record it.
///
/// Its blocks are made only where people read them.
package struct CommandAnswer: Answer {
  /// Returns the facts for programs, or `nil` if the answer is only for people.
  let facts: (Notation) throws -> JSONValue?
  private let text: (Notation) throws -> [Block]
  package var remarks: [Remark] = []
  package var verdict = Verdict.yes

  /// Creates an answer of facts for programs, or `nil` if it is only for people.
  package init(
    _ facts: @autoclosure @escaping () throws -> JSONValue?, _ text: @escaping (Notation) throws -> [Block]
  ) {
    self.init(facts: { _ in try facts() }, text: text)
  }

  package init(
    facts: @escaping (Notation) throws -> JSONValue?, text: @escaping (Notation) throws -> [Block]
  ) {
    (self.facts, self.text) = (facts, text)
  }

  /// Returns the answer with blocks before its own.
  package func preceded(by blocks: @escaping (Notation) throws -> [Block]) -> CommandAnswer {
    var answer = CommandAnswer(facts: facts, text: { try blocks($0) + text($0) })
    (answer.remarks, answer.verdict) = (remarks, verdict)
    return answer
  }

  package func document(_ notation: Notation) throws -> Document {
    try facts(notation).map { .value($0) } ?? .none
  }

  package func blocks(_ notation: Notation) throws -> [Block] { try text(notation) }

  /// Returns what a command would do: `{"dryRun":true,…}`, or a paragraph.
  package static func dryRun(_ words: String, _ facts: [String: JSONValue]) -> CommandAnswer {
    dryRun(facts) { _ in [.paragraph(Line(words))] }
  }

  /// Returns what a command would do, in blocks of its own.
  package static func dryRun(
    _ facts: [String: JSONValue], _ blocks: @escaping (Notation) throws -> [Block]
  ) -> CommandAnswer {
    CommandAnswer(.object(facts.merging(["dryRun": true]) { given, _ in given })) { notation in
      try blocks(notation) + [.line("Nothing was done.")]
    }
  }

  /// Returns the result of a command on a named record: a title with its figures, and what was done.
  ///
  /// - Parameters:
  ///   - done: The result of the command.
  ///   - facts: The members in addition to the events.
  ///   - words: What was done.
  ///   - unchanged: The words if nothing had to change.
  ///   - title: The record, or `nil` if it cannot be read.
  package static func named(
    _ done: Done, _ facts: [String: JSONValue], _ words: String, unchanged: String,
    title: @escaping (Notation) throws -> String?
  ) -> CommandAnswer {
    CommandAnswer(done.document(facts)) { notation in
      try [title(notation), "  \(done.isUnchanged ? unchanged : words)"].compactMap { $0 }.map {
        .fitted(Line($0))
      }
    }
  }
}

extension Done {
  /// The positions of the appended events.
  package var json: JSONValue { .array(positions.map { .integer($0) }) }

  /// The positions of the appended events, and those of the generation after them.
  package var allPositions: [Position] { positions + (generated?.positions ?? []) }

  /// Returns the object of `events` and of other members.
  package func document(_ facts: [String: JSONValue], _ positions: [Position]? = nil) -> JSONValue {
    .object(facts.merging(["events": .array((positions ?? self.positions).map { .integer($0) })]) { $1 })
  }
}
