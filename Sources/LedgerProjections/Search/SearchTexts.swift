internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

/// The texts that words are found in, folded from the log.
struct SearchTexts {
  private let log: LedgerLog
  private let horizon: Horizon
  private let position: Position

  /// Creates a reader of texts.
  ///
  /// - Parameter position: The texts are as of this position of the log.
  init(_ log: LedgerLog, _ horizon: Horizon = .now, at position: Position) {
    self.log = log
    self.horizon = horizon
    self.position = position
  }

  /// A transaction's texts, in the order of the columns of `SearchTable.everything`.
  typealias Texts = [String?]

  /// Returns the texts of some streams, without those in which nothing can be found.
  ///
  /// - Complexity: Some forty microseconds per transaction.
  func of(_ keys: [StreamKey]) throws -> [(key: StreamKey, texts: Texts)] {
    try keys.compactMap { key in
      of(try log.events(ofKey: key, through: position)).map { (key, $0) }
    }
  }

  /// Returns the texts after some events of a stream, or `nil` if nothing can be found in them.
  func of(_ events: [StoredEvent]) -> Texts? {
    guard let stream = events.first?.stream, stream.kind == StreamKind.transaction.rawValue else { return nil }
    return Self.of(StreamFold(kind: stream.kind, events: horizon.admitted(events)).transaction)
  }

  /// Returns the searchable texts of a transaction, or `nil` if it cannot be found.
  static func of(_ state: borrowing TransactionState) -> Texts? {
    guard let stage = state.stage, stage != .deleted else { return nil }
    let items = state.lineItems.compactMap(\.content)
    let names = [
      state.vendor.value.map(unmarked), state.note.value.map(unmarked),
      unmarked(state.tagsThatAreOn.joined(separator: ", ")),
      items.isEmpty ? nil : unmarked(items.map(\.name).joined(separator: ", ")),
    ]
    let paper = state.text.map(unmarked)
    return names + [
      facts(of: state, items), SearchRuns.pairs(in: names), paper, SearchRuns.pairs(in: [paper]),
    ]
  }

  /// Returns the tokens of category, group and amounts, each once, or `nil` without any of them.
  private static func facts(of state: borrowing TransactionState, _ items: [LineItem]) -> String? {
    let categories = [state.category.value] + items.map(\.category)
    let received = state.isWholeTransfer ? state.received.value?.money : nil
    let amounts = [state.amount.value?.money, received] + items.map(\.money)
    var tokens = categories.compactMap { $0 }.map { SearchToken.of(category: $0) }
    if let group = state.group.value { tokens.append(SearchToken.of(group: group)) }
    tokens += amounts.compactMap { $0 }.map { SearchToken.of(PlainDecimal($0)) }
    return tokens.isEmpty ? nil : Set(tokens).sorted().joined(separator: " ")
  }

  /// Returns the text without the characters that mark a match in a snippet.
  private static func unmarked(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 2 || $0 == 3 }) else { return text }
    return String(decoding: text.utf8.map { $0 == 2 || $0 == 3 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// Returns the first eight bytes of the SHA-256 of texts.
  static func digest(_ texts: Texts) -> Int64 {
    var bytes: [UInt8] = []
    for text in texts {
      // No UTF-8 has these bytes, so texts that are cut otherwise have another digest.
      guard let text else {
        bytes.append(0xfe)
        continue
      }
      bytes += Array(text.utf8)
      bytes.append(0xff)
    }
    return Int64(bitPattern: SHA256.hash(bytes).word0)
  }
}

/// Folds the texts of ranges of streams: the work of each thread that builds the index.
final class SearchTextFold: RangeWorker {
  private let log: LedgerLog
  private let horizon: Horizon
  private let last: Position
  private let folder: StreamFolder
  @exclusivity(unchecked) private var actors = ActorNames()

  /// Creates the fold of one thread.
  ///
  /// - Parameter last: The texts are as of this position of the log.
  init(_ log: LedgerLog, _ horizon: Horizon, through last: Position) {
    self.log = log
    self.horizon = horizon
    self.last = last
    folder = StreamFolder(log, through: last, detail: .rows, readsTexts: true)
  }

  /// A transaction that can be found.
  struct Found: Sendable {
    let key: StreamKey
    let texts: SearchTexts.Texts
    let digest: Int64
  }

  var sum: Int { 0 }

  func work(_ keys: ClosedRange<StreamKey>) throws -> [Found] {
    if case .recordedBy = horizon {
      return try SearchTexts(log, horizon, at: last).of(Array(keys)).map {
        Found(key: $0.key, texts: $0.texts, digest: SearchTexts.digest($0.texts))
      }
    }
    var found: [Found] = []
    var isOpen = false
    func end() throws {
      guard isOpen else { return }
      let key = folder.stream.key
      var texts: SearchTexts.Texts?
      if !folder.finishInPlace({ state, _ in texts = SearchTexts.of(state) }) {
        let fold = try folder.finish()
        if case .transaction(let state) = fold.state { texts = SearchTexts.of(state) }
      }
      if let texts { found.append(Found(key: key, texts: texts, digest: SearchTexts.digest(texts))) }
    }
    try log.forEachRow(
      ofKeys: keys, through: last, actors: &actors,
      stream: { next in
        try end()
        isOpen = true
        folder.begin(next)
      }, { try folder.apply($0) })
    try end()
    return found
  }
}
