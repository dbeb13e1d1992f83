internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerPlatform

/// The questions about entries that a person types, one line after the other.
///
/// A line that is pasted with others is an entry, and never the answer to a question.
final class EntryDialogue {
  private let ledger: OpenLedger
  /// Whether the input consists of entries, so that a line may be one instead of an answer.
  private let isSeries: Bool
  /// The lines that were typed or pasted and are not read yet.
  private var waiting: [String] = []
  private var agreed: Set<Doubt> = []
  /// How many entries of a series are on record.
  var recordedCount = 0
  /// Whether the current line is one of several that were pasted. Nothing is asked about it.
  private(set) var isPasted = false

  private var invocation: Invocation { ledger.invocation }

  /// Whether a question about the current line can be asked.
  var canAsk: Bool { invocation.canAsk && !isPasted }

  init(ledger: OpenLedger, isSeries: Bool) {
    self.ledger = ledger
    self.isSeries = isSeries
  }

  // MARK: Lines

  /// Asks for the next entry. Returns `nil` at the end of the input.
  func nextLine(_ prompt: String) throws -> String? {
    try gather()
    let isContinued = isPasted && !waiting.isEmpty
    try invocation.prompt(prompt)
    guard let line = try takeLine() else {
      invocation.endPrompt()
      return nil
    }
    try gather()
    let next = waiting.first { !$0.isEmpty }
    isPasted =
      isSeries
      && (next.map { Agreement($0) == nil && (isContinued || !canBeAnswer($0)) } ?? isContinued)
    return line
  }

  /// Whether another line is typed or pasted already.
  var hasMore: Bool { !waiting.isEmpty }

  /// How long the next line of a pasted text may take to arrive.
  private static let pasteMilliseconds: Int32 = 30

  /// Reads the lines that are typed or pasted already.
  private func gather() throws {
    // Only the line after the last one may take its time: many lines would wait for nothing.
    while invocation.input.isWaiting(withinMilliseconds: waiting.isEmpty ? Self.pasteMilliseconds : 0),
      let line = try readLine()
    {
      waiting.append(line)
    }
  }

  /// Returns the next line, and waits for it. It is `nil` at the end of the input.
  private func takeLine() throws -> String? {
    guard waiting.isEmpty else { return waiting.removeFirst() }
    // Ctrl-C at a question ends a series, after the person has read how much of it is on record.
    System.holdingEndings {
      while !invocation.input.isWaiting(withinMilliseconds: Self.endingMilliseconds) {
        guard System.isAskedToEnd else { continue }
        if isSeries {
          invocation.endPrompt()
          tellCount()
        }
        return
      }
    }
    return try readLine()
  }

  /// How long a person who ends the tool may wait for it.
  private static let endingMilliseconds: Int32 = 100

  /// Tells how much of a series was recorded.
  func tellCount() {
    invocation.remark(
      recordedCount == 0 ? "Nothing was recorded." : "Recorded: \(counted(recordedCount, "entry", "entries")).")
  }

  private func readLine() throws -> String? {
    guard let line = try invocation.input.nextLine(limit: EntryLoop.lineBytesMax) else { return nil }
    guard case .bytes(let bytes) = line else { throw Failure(.dataError, "the line is too long") }
    return NFC.trimmed(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether a line can be an answer.
  ///
  /// An entry has an amount and another word, or is the date of the next ones.
  private func canBeAnswer(_ line: String) -> Bool {
    if !isSeries { return true }
    return !line.contains(where: \.isWhitespace) && !line.contains(where: \.isNumber) && !isDate(line)
  }

  private func isDate(_ line: String) -> Bool {
    let vocabulary = QuickEntry.Vocabulary(
      today: ledger.book.today, categories: [], currency: ledger.settings.currency, locale: ledger.locale)
    return QuickEntry(line, vocabulary).isOnlyDate
  }

  /// Returns the answer to a question.
  ///
  /// It is `nil` at the end of the input, and if the next line is an entry.
  private func answer(among choices: [String] = [], _ showQuestion: () throws -> Void) throws -> String? {
    try showQuestion()
    guard let line = try takeLine() else {
      invocation.endPrompt()
      return nil
    }
    let isChoice = choices.contains { NFC.foldedKey($0) == NFC.foldedKey(line) }
    if isChoice || canBeAnswer(line) || Agreement.beginsWithNo(line) { return line }
    waiting.insert(line, at: 0)
    invocation.endPrompt()
    return nil
  }

  // MARK: Questions

  /// Asks whether to record an entry.
  ///
  /// A pasted entry is recorded, and so is one whose question is answered with the next entry.
  func records() throws -> Bool {
    if isPasted { return true }
    if let agreement = try agreement("Record it?", byDefault: true) { return agreement == .yes }
    if waiting.isEmpty { return false }
    invocation.remark("The answer is another entry, so this one is recorded.")
    return true
  }

  /// Asks a yes-or-no question until the answer is one. Returns `nil` at the end of the input.
  private func agreement(_ question: String, byDefault: Bool) throws -> Agreement? {
    if invocation.arguments.has(.yes) || !invocation.canAsk { return .yes }
    while let text = try answer({ try invocation.ask(question, byDefault: byDefault) }) {
      if let agreement = Agreement(text, byDefault: byDefault) { return agreement }
      invocation.remark(Agreement.advice)
    }
    return nil
  }

  /// Asks whether something unusual is right, once in a series.
  func confirm(_ doubt: Doubt?) throws {
    guard let doubt, !invocation.arguments.has(.yes), !agreed.contains(doubt) else { return }
    let words = Refusal(doubt, in: ledger.locale).sentence
    guard canAsk else {
      throw Failure(.dataError, "\(words); nothing was recorded", advice: ledger.advice(about: doubt))
    }
    guard try agreement("\(words). Is that right?", byDefault: false) == .yes else {
      throw Failure(.no, "\(words); nothing was recorded")
    }
    agreed.insert(doubt)
  }

  /// Asks for a value until the answer is one.
  ///
  /// - Parameters:
  ///   - name: The name of the value.
  ///   - choices: The values to choose from, the most likely one first.
  ///   - usual: The value of an empty answer, or `nil` if it is no answer.
  ///   - read: Reads an answer. A refusal is shown, and the question is asked again.
  func value<Value>(
    _ name: String, among choices: [String], usual: Value? = nil, read: (String) throws -> Value?
  ) throws -> Value? {
    while true {
      let first = usual == nil ? "" : ", an empty line for \(choices[0])"
      let text = try answer(among: choices) {
        try invocation.prompt("\(name) (\(choices.joined(separator: " "))\(first))")
      }
      guard let text else { return nil }
      if text.isEmpty { return usual }
      do {
        if let value = try read(text) { return value }
      } catch let error where concernsOneLine(error) {
        invocation.remark(explanation(of: error, in: ledger.locale).summary)
      }
    }
  }

  /// Returns the key of the category that a person names, and offers to add an unknown one.
  func category(_ text: String) throws -> String? {
    do {
      return try ledger.category(text)
    } catch let rejection as Rejection {
      guard case .unknownCategory = rejection, canAsk, !ledger.arguments.has(.dryRun) else { throw rejection }
      let question = "\(rejection.refusal(in: ledger.locale).sentence). Add it as a new category?"
      guard try agreement(question, byDefault: false) == .yes else { return nil }
      let key = try ledger.book.addCategory(name: text).category ?? ledger.category(text)
      invocation.remark("A new category: \(text), key \(key)")
      return key
    }
  }
}
