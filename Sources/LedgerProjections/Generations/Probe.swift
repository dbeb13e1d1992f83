internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// A small history, embedded in the program, whose folded rows are part of the fingerprint.
///
/// A changed fold or row is thereby noticed even if nobody raised a version. A test checks that every event type occurs
/// in it.
enum Probe {
  /// One event of the history.
  struct Line: Sendable {
    let type: EventType
    /// The stream's number among those of its kind.
    let stream: UInt64
    let actor: String
    /// The number of the device that recorded it. Devices have not seen each other's events.
    let device: UInt64
    let payload: String

    var kind: StreamKind { type.streamKind }

    /// Reads a line of `text`, with its values in the order above, or returns `nil` if a value is missing.
    init?(_ line: some StringProtocol) {
      let words = line.utf8.split(separator: UInt8(ascii: " "), maxSplits: 4).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard words.count == 5, let type = EventType(rawValue: words[0]), let stream = UInt64(words[1]),
        let device = UInt64(words[3])
      else { return nil }
      (self.type, self.stream, actor, self.device, payload) = (type, stream, words[2], device, words[4])
    }
  }

  /// The events of the history.
  static let history: [Line] = {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    let history = lines.compactMap { Line($0) }
    precondition(history.count == lines.count, "every line of the probe is an event")
    return history
  }()

  /// Sixteen hexadecimal digits of the rows that the history gives.
  static let digest = digest(of: history)

  /// Sixteen hexadecimal digits of the texts that words are found in.
  static let digestOfTexts = digestOfTexts(of: history)

  /// Returns the digest of the texts of any history.
  static func digestOfTexts(of history: [Line]) -> String {
    String(SHA256.hash(bytes(of: rows(of: history).texts)).description.prefix(16))
  }

  private static func bytes(of texts: [String?]) -> [UInt8] {
    texts.flatMap { Array(($0 ?? "").utf8) + [$0 == nil ? 0 : 1] }
  }

  /// Returns the digest of the rows of any history.
  static func digest(of history: [Line]) -> String {
    var bytes: [UInt8] = []
    func take(_ part: UnsafeRawBufferPointer) { bytes.append(contentsOf: part) }
    let (rows, totals, texts) = rows(of: history)
    for table in ModelTable.allCases { rows[table].feed(take) }
    for (tag, keys) in rows.tags.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      bytes += tag + [0] + keys.map { UInt8(truncatingIfNeeded: $0.rawValue) }
    }
    totals.forEachRows { $1.feed(take) }
    // History records when the words of a transaction changed.
    bytes += Self.bytes(of: texts)
    return String(SHA256.hash(bytes).description.prefix(16))
  }

  /// Returns the rows that a history gives, and the texts that words are found in.
  static func rows(of history: [Line]) -> (rows: ModelRows, totals: Totals, texts: [String?]) {
    var streams: [(stream: StreamID, events: [StoredEvent])] = []
    for (index, line) in history.enumerated() {
      let stream = StreamID(kind: line.kind.rawValue, id: id(of: line, in: history))
      let event = line.event(index + 1, stream)
      if let known = streams.firstIndex(where: { $0.stream == stream }) {
        streams[known].events.append(event)
      } else {
        streams.append((stream, [event]))
      }
    }
    var rows = ModelRows()
    var totals = Totals()
    var texts: [String?] = []
    for (index, entry) in streams.enumerated() {
      let fold = StreamFold(kind: entry.stream.kind, events: entry.events)
      // An unreadable line gives other rows too.
      rows.add(fold, stream: entry.stream, key: StreamKey(index + 1), totals: &totals) { _ in }
      if case .transaction(let state) = fold.state { texts += SearchTexts.of(state) ?? [] }
    }
    return (rows, totals, texts)
  }

  /// Returns the identifier of a line's stream.
  ///
  /// The stream's first event implies it, or it consists of the numbers of the kind and of the stream.
  private static func id(of line: Line, in history: [Line]) -> UniqueID {
    let first = history.first { $0.kind == line.kind && $0.stream == line.stream } ?? line
    let decoded = EventCodec.current.decode(
      type: first.type.rawValue, schema: first.type.schema, streamKind: first.kind.rawValue,
      payload: Array(first.payload.utf8))
    if case .event(let event) = decoded, let implied = event.impliedID { return implied }
    let number = numbered.firstIndex(of: line.kind) ?? StreamKind.allCases.firstIndex(of: line.kind) ?? 0
    return UniqueID(high: UInt64(number), low: line.stream)
  }

  /// The kinds whose numbers are in payloads of the history.
  private static let numbered: [StreamKind] = [.ledger, .category, .group, .transaction, .rule, .account]
}

extension Probe.Line {
  fileprivate func event(_ number: Int, _ stream: StreamID) -> StoredEvent {
    StoredEvent(
      position: Position(number), version: 0, receivedAtMilliseconds: 0,
      reference: EventReference(device: UniqueID(high: 0, low: device), sequence: UInt64(number)),
      time: HybridTime(rawValue: UInt64(number) << 16), recordedAtMilliseconds: 0, offsetMinutes: 0,
      stream: stream,
      seen: [], type: type.rawValue, schema: type.schema, correlation: .zero, cause: nil, actor: actor,
      salt: [], payload: Array(payload.utf8), leaf: SHA256Digest(word0: 0, word1: 0, word2: 0, word3: 0))
  }
}
