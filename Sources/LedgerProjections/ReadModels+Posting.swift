public import EventLog
public import LedgerBytes
internal import LedgerSQLite

/// What a command has just appended, folded: all that posting it needs, so that nothing is read and folded a second
/// time.
public struct AppendedFolds {
  /// The last position before the command's events.
  public let after: Int64
  /// The position of the last of them.
  public let through: Int64
  /// The leaf of the event there.
  public let leaf: SHA256Digest
  /// The streams that were appended to, each once, folded to their ends.
  public let streams: [(stream: KeyedStream, fold: StreamFold)]

  /// What a command has appended.
  public init(
    after: Int64, through: Int64, leaf: SHA256Digest, streams: [(stream: KeyedStream, fold: StreamFold)]
  ) {
    self.after = after
    self.through = through
    self.leaf = leaf
    self.streams = streams
  }
}

extension ReadModels {
  /// Posts what a command has just appended. Where the models are not just before it (another process has posted it
  /// already, or they are further behind), they catch up as always.
  ///
  /// Call it after the commit, without the log's write lock.
  public func post(_ appended: AppendedFolds) throws {
    guard horizon == .now, inMemorySince == nil, let generation, posted == appended.after, !generation.isGone,
      try isPosted(appended, to: generation)
    else { return try catchUp() }
  }

  private func isPosted(_ appended: AppendedFolds, to generation: Generation) throws -> Bool {
    var isOfCategory = false
    var written: Generation.Head?
    try generation.connection.transaction(.immediate) {
      guard var head = try generation.headInTransaction(), head.isComplete, !head.isSuperseded,
        head.position == appended.after
      else { return }
      var poster = try Poster(generation.writer(), isBatch: false)
      for (stream, fold) in appended.streams {
        if case .category = fold.state { isOfCategory = true }
        try poster.post(fold, stream: stream.stream, key: stream.key)
      }
      try poster.finish()
      (head.position, head.leaf) = (appended.through, appended.leaf.bytes)
      try generation.advance(to: head.position, leaf: head.leaf)
      written = head
    }
    guard let written else { return false }
    generation.keep(written)
    posted = appended.through
    if isOfCategory { categories = nil }
    return true
  }

  /// Whether the models are known to stand at a position of the log.
  public func isAt(_ position: Int64) -> Bool { posted == position }

  /// Whether the models are known to stand closely behind a position of the log: then a command brings them to its end
  /// under the log's lock, in no time.
  public func isCloselyBehind(_ position: Int64) -> Bool {
    guard let posted else { return false }
    return position - posted <= Self.close
  }

  /// Events that are posted within a millisecond or two.
  private static let close: Int64 = 100
}
