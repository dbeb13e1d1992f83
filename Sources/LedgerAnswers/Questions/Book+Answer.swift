internal import EventLog
internal import LedgerAudit
public import LedgerBook
internal import LedgerBytes
package import LedgerDomain

extension Book {
  /// Answers a question to the log.
  ///
  ///     let changed = try book.answer(.difference(from: first, through: last))
  ///     let lines = try changed.jsonLines(Notation(book))
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - progress: Called repeatedly with what is done, and with all there is to do.
  /// - Throws: `Refusal` if the question names something that does not exist, and the errors of reading.
  /// - Complexity: O(events of the records concerned), O(events of the log) for a question about all of them.
  public func answer(
    _ question: LedgerQuestion, progress: @escaping (Int64, Int64) -> Void = { _, _ in }
  ) throws -> any Answer {
    var parts: [any Answer] = []
    try answer(question, progress: progress) { parts.append($0) }
    return parts.count == 1 ? parts[0] : AnswerParts(parts: parts)
  }

  /// Answers a question to the log in parts, so that a long answer is not held in memory.
  package func answer(
    _ question: LedgerQuestion, progress: @escaping (Int64, Int64) -> Void, show: (any Answer) throws -> Void
  ) throws {
    switch question {
    case .audit(let id): try show(AuditAnswer(audit: try Audit.of(id, in: self), detail: try transaction(id)))
    case .accuracy: try show(try Accuracy.of(self, progress: progress))
    case .blame(let stream, let field, let history): try show(try blame(stream, field, history))
    case .why(let name, let limit):
      let redactions = try RedactionNotes(self)
      try why(try figure(named: name), limit: limit).show(named: name, limit: limit, redactions, show)
    case .bisect(let text, let good, let bad):
      let condition = try LedgerCondition(FigureWords.words(text), in: self, ledgerRow())
      try show(
        BisectAnswer(condition, in: self, good: good, bad: try bad ?? lastPosition(), progress: progress))
    case .difference(let from, let through, let record, let group, let shown):
      var selection = StateDifference.Selection()
      (selection.stream, selection.group) = (record, group)
      try difference(from, through, selection, shown, progress, show)
    case .comparison(let folder, let readsPayloads):
      let sides = try (
        here: ComparedSide(self), there: ComparedSide(folder, now: settings.clock().milliseconds)
      )
      defer { sides.there.close() }
      try show(try sides.here.comparison(with: sides.there, readsPayloads, progress))
    case .without(let references):
      try show(try Replay.of(self, .without(try events(references)), progress: progress))
    case .patched(let lines, let name):
      try show(
        try Replay.of(self, .patched(try EventPatch(book: self, name: name).events(lines)), progress: progress))
    case .orderOfArrival: try show(try Replay.of(self, .arrivalOrder, progress: progress))
    case .readingAgain: try show(try ExtractorReplay.of(self, progress: progress))
    case .checkpoints(let devices):
      let checkpoints = try checkpoints().filter { devices?.contains($0.origin.device) ?? true }
      try show(CheckpointsAnswer(checkpoints: checkpoints))
    case .proof(let reference, let kept): try show(try proof(of: reference, in: kept, progress))
    case .growth(let kept):
      for checkpoint in try KeptCheckpoints(kept).checkpoints {
        try show(try growth(since: checkpoint, progress))
      }
    case .branches: try show(BranchesAnswer(branches: try branches()))
    case .profiles: try show(ProfilesAnswer(try sortedImportProfiles()))
    case .reproduction(let streams, let positions, let names, let figures, let standIns):
      try show(try reproduction(streams, positions, of: names, figures: figures, standIns: standIns))
    }
  }

  private func events(_ references: [EventReference]) throws -> [StoredEvent] {
    try references.map { reference in
      if let event = try event(reference) { return event }
      throw BookError.unknown(what: "event", text: "\(reference)")
    }
  }

  private func blame(_ stream: StreamID, _ field: RecordField?, _ history: Bool) throws -> any Answer {
    guard let blame = try Blame.of(stream, in: self, field: field) else {
      throw BookError.unknown(what: stream.kind, text: "\(stream.id)")
    }
    return BlameAnswer(blame, field, isWhole: history, try RedactionNotes(self, of: stream))
  }

  /// The profiles of banks' files, sorted by name and shape.
  package func sortedImportProfiles() throws -> [(String, ImportProfile)] {
    try importProfiles().sorted { ($0.value.name, $0.key) < ($1.value.name, $1.key) }.map { ($0.key, $0.value) }
  }

  private func reproduction(
    _ streams: [StreamID], _ positions: [Position], of names: [String], figures: Bool, standIns: Bool
  ) throws -> any Answer {
    for stream in streams where try events(of: stream).isEmpty {
      throw BookError.unknown(what: stream.kind, text: "\(stream.id)")
    }
    var generator = SystemRandomNumberGenerator()
    let secret = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return ReproductionAnswer(
      reproduction: try Reproduction.of(
        streams.map { .record($0) } + positions.map { .event(at: $0) }
          + (try names.map { .figure(try figure(named: $0)) }), in: self, sharesFigures: figures,
        standIns: standIns ? StandIns(secret: secret) : nil))
  }
}

extension Answer {
  /// Returns the facts as lines of JSON, as the tool prints them with `--json`.
  public func jsonLines(_ notation: Notation) throws -> String { try document(notation).jsonLines }
}

extension Document {
  /// The facts as lines of JSON.
  public var jsonLines: String {
    switch self {
    case .none: ""
    case .value(let value): value.line
    case .lines(let values): values.map(\.line).joined()
    case .encoded(let lines):
      lines.map { String(decoding: PrintedJSON.escaped($0), as: UTF8.self) + "\n" }.joined()
    }
  }
}

/// An answer in parts, from top to bottom.
struct AnswerParts: Answer {
  let parts: [any Answer]

  func document(_ notation: Notation) throws -> Document {
    .encoded(
      try parts.flatMap { part -> [[UInt8]] in
        switch try part.document(notation) {
        case .none: []
        case .value(let value): [value.encoded()]
        case .lines(let values): values.map { $0.encoded() }
        case .encoded(let lines): lines
        }
      })
  }

  func blocks(_ notation: Notation) throws -> [Block] { try parts.flatMap { try $0.blocks(notation) } }

  var remarks: [Remark] { parts.flatMap(\.remarks) }

  var verdict: Verdict { parts.map(\.verdict).first { $0 != .yes } ?? .yes }
}
