internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Brings the tables of a generation to the end of a log, a chunk of events at a time.
///
/// It uses only the generation and the log, so it may run on a thread of its own with a log of its own.
struct CatchingUp {
  let log: LedgerLog
  let generation: Generation

  /// Events posted in one transaction of the models.
  private static let chunk: Int64 = 10_000

  /// The result for a chunk.
  struct Step {
    /// The position of the tables before it.
    let began: Position
    /// The position of the tables after it.
    let reached: Position
    /// Whether one of its events was about a category.
    let isOfCategory: Bool
    /// Whether there are more events.
    let isBehind: Bool
  }

  /// Posts a chunk.
  ///
  /// It returns `nil` if there is nothing to post, or if the tables are superseded or of another log.
  func step() throws -> Step? {
    try generation.connection.transaction(.immediate) {
      guard let head = try generation.head(), !head.isSuperseded else { return nil }
      return try log.reading {
        let last = try log.lastPosition()
        guard last > head.position, try head.fits(log, .models) else { return nil }
        let through = min(last, head.position + Self.chunk)
        var poster = try Poster(generation.writer())
        let isOfCategory = try post(after: head.position, through: through, to: &poster)
        try poster.finish()
        guard let leaf = try log.leaf(at: through) else { throw ModelError.damaged("no event at \(through)") }
        precondition(
          through > head.position && through <= last, "a chunk ends after the models and within the log")
        try generation.advance(to: through, leaf: leaf.bytes)
        return Step(
          began: head.position, reached: through, isOfCategory: isOfCategory, isBehind: through < last)
      }
    }
  }

  /// Posts chunk after chunk. Returns the position reached, or `nil` if nothing was posted.
  func run() throws -> Position? {
    var reached: Position?
    while let step = try step() {
      reached = step.reached
      if !step.isBehind { break }
    }
    return reached
  }

  /// Posts the folds of the streams that have an event, redacted ones too, between two positions.
  ///
  /// Returns whether a category is among them. Streams with consecutive keys, such as new ones, are read together.
  private func post(after position: Position, through last: Position, to poster: inout Poster) throws -> Bool {
    let folder = StreamFolder(log, through: last, detail: .rows)
    var actors = ActorNames()
    var isOfCategory = false
    func end() throws {
      guard folder.count > 0 else { return }
      let (stream, key) = (folder.stream.stream, folder.stream.key)
      if stream.kind == StreamKind.category.rawValue { isOfCategory = true }
      try poster.post(try folder.finish(), stream: stream, key: key)
    }
    let touched = try log.keyRanges(touchedAfter: position, through: last)
    let redacted = try log.streamsPassedOver(after: position, through: last).map(\.key)
      .filter { key in !touched.contains { $0.contains(key) } }
    for keys in touched + redacted.map({ $0...$0 }) {
      try log.forEachRow(
        ofKeys: keys, through: last, actors: &actors,
        stream: { next in
          try end()
          folder.begin(next)
        }, { try folder.apply($0) })
    }
    try end()
    return isOfCategory
  }
}
