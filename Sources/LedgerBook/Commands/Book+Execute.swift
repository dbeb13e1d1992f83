internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerSQLite

extension Book {
  /// Runs a command: locks, catches up, decides, appends, commits, and then posts.
  ///
  /// - Parameters:
  ///   - id: The caller's id of the command. The same id with the same content does nothing a second time.
  ///   - content: The command as the caller gave it, without anything that differs from one try to the next.
  ///   - posting: Whether the models are kept at the end of the log. One of many commands in a row leaves that
  ///     to the last, and decides without them.
  ///   - decide: Fills the batch, or throws why not.
  func execute(
    id: UniqueID?, content: JSONValue, basedOn version: StreamVersion? = nil, about stream: StreamID? = nil,
    posting: Bool = true, _ decide: (inout Batch) throws -> Void
  ) throws -> Outcome {
    do {
      return try executed(id: id, content: content, basedOn: version, about: stream, posting: posting, decide)
    } catch let error as SQLiteError where error.kind == .io {
      // In a folder that was moved or deleted meanwhile, SQLite finds its files missing and reports a failing disk.
      try log.requireInPlace()
      throw error
    }
  }

  private func executed(
    id: UniqueID?, content: JSONValue, basedOn version: StreamVersion?, about stream: StreamID?, posting: Bool,
    _ decide: (inout Batch) throws -> Void
  ) throws -> Outcome {
    guard horizon == .now else { throw BookError.past }
    let content = content.encoded()
    let clock = settings.clock()
    var generator = SystemRandomNumberGenerator()
    let command =
      id ?? UniqueID.timeOrdered(milliseconds: UInt64(clamping: clock.milliseconds), using: &generator)
    var isCaughtUp = false
    var continued: DeviceContinuation?
    while true {
      // Whatever the models lack is posted before the lock is taken, so that it is held for the command alone.
      if posting, log.access == .readWrite, !models.isPlaceKnown { try models.catchUp() }
      var appended: AppendedFolds?
      let outcome = try log.write { writer -> Outcome? in
        if id != nil, let known = try writer.command(command, content: content) {
          let positions = try log.positions(of: known)
          let action = try positions.first.flatMap { try log.event(at: $0)?.reference }
          return try self.outcome(positions, action, about: stream, repeated: true)
        }
        if posting, !isCaughtUp, !models.lagsLittle(to: writer.lastPosition) { return nil }
        var batch = Batch(ledger: self.log.ledgerID, actor: self.settings.actor)
        batch.basedOn = version
        folded = posting ? [:] : nil
        if lastFolded?.write != writer.previousWrite { lastFolded = nil }
        defer { folded = nil }
        try decide(&batch)
        guard !batch.isEmpty else { return try self.outcome([], nil, about: stream, repeated: false) }
        continued = try self.continueIfCopied(writer, clock)
        let positions: [Position]
        let action: EventReference?
        (positions, action, appended) = try self.append(batch, correlation: command, clock, writer)
        if batch.erases { _ = try writer.obeyRedactions { $0.namedPages } }
        // Nobody can give an id again that was made here.
        if id != nil {
          try writer.remember(
            command: command, content: content, first: positions[0], count: Int64(positions.count))
        }
        return try self.outcome(positions, action, about: stream ?? batch.firstStream, repeated: false)
      }
      guard let outcome else {
        try models.catchUp()
        isCaughtUp = true
        continue
      }
      if let continued { continuation = continued }
      if let appended, let write = log.lastWrite {
        lastFolded = (write, appended)
      }
      // The events are on record. If the models cannot be posted now, the next use catches up.
      if posting, !outcome.repeated, !outcome.positions.isEmpty {
        if let appended { try? models.post(appended) } else { try? models.catchUp() }
      }
      return outcome
    }
  }

  /// Appends a command's events with the folds of their streams.
  ///
  /// Streams that were folded to decide need not be folded again to post.
  private func append(
    _ batch: Batch, correlation: UniqueID, _ clock: WallClock, _ writer: LogWriter
  ) throws -> ([Position], EventReference?, AppendedFolds?) {
    guard folded != nil, batch.count <= Self.foldedStreamsMax else {
      let positions = Array(try writer.record(batch.drafts, correlation: correlation, clock: clock))
      return (positions, try positions.first.flatMap { try log.event(at: $0)?.reference }, nil)
    }
    let before = writer.lastPosition
    let events = try writer.append(
      batch.drafts, correlation: correlation, clock: clock, salts: LedgerLog.randomSalt)
    let positions = events.map(\.position)
    precondition(
      positions.first == before + 1 && positions.last == before + Int64(batch.count),
      "the events of a command have the next positions of the log")
    let action = events.first?.reference
    guard let last = events.last, models.isAt(before) else { return (positions, action, nil) }
    var streams: [(stream: KeyedStream, fold: StreamFold)] = []
    var places: [StreamID: Int] = [:]
    for event in events {
      if let place = places[event.stream] {
        streams[place].fold.append(event)
        continue
      }
      guard let key = writer.key(ofAppended: event.stream),
        var fold = event.version == 1 ? StreamFold(kind: event.stream.kind, events: []) : folded?[event.stream]
      else { return (positions, action, nil) }
      fold.append(event)
      places[event.stream] = streams.count
      streams.append((KeyedStream(key: key, stream: event.stream), fold))
    }
    let folds = AppendedFolds(after: before, through: last.position, leaf: last.leaf, streams: streams)
    return (positions, action, folds)
  }

  /// Events and streams whose folds are kept for posting.
  private static let foldedStreamsMax = 64

  private func outcome(
    _ positions: [Position], _ action: EventReference?, about stream: StreamID?, repeated: Bool
  ) throws -> Outcome {
    let about = try stream ?? positions.first.flatMap { try log.event(at: $0)?.stream }
    let kind = about.flatMap { StreamKind(rawValue: $0.kind) }
    return Outcome(
      positions: positions, action: action,
      transaction: kind == .transaction ? about.map { TransactionID($0.id) } : nil,
      group: kind == .group ? about.map { GroupID($0.id) } : nil,
      rule: kind == .rule ? about.map { RuleID($0.id) } : nil, category: nil,
      account: kind == .account ? about.map { AccountID($0.id) } : nil,
      goal: kind == .goal ? about.map { GoalID($0.id) } : nil, repeated: repeated)
  }

  /// Returns the fold of one stream at the horizon.
  func fold(_ stream: StreamID) throws -> StreamFold {
    // Inside a command nobody else writes: what was at the end of the last still is.
    if folded != nil,
      let known = lastFolded?.appended.streams.first(where: { $0.stream.stream == stream })?.fold
    {
      folded?[stream] = known
      return known
    }
    let fold = StreamFold(kind: stream.kind, events: try events(of: stream))
    if let count = folded?.count, count < Self.foldedStreamsMax { folded?[stream] = fold }
    return fold
  }

  /// Returns the events of one stream that are known at the horizon, by version.
  func events(of stream: StreamID) throws -> [StoredEvent] { horizon.admitted(try log.events(of: stream)) }

  /// Returns the context of decisions: the categories, the named groups, and accounts if one is named.
  func decisionContext(groups ids: [GroupID], namesAccount: Bool = false) throws -> DecisionContext {
    var groups: [GroupID: GroupRow] = [:]
    if !ids.isEmpty {
      try models.read { reader in for id in ids { groups[id] = try reader.groupRow(id) } }
    }
    var context = DecisionContext(today: today, categories: try models.categoriesByKey(), groups: groups)
    if namesAccount {
      let rows = try models.read { try $0.accountRows() }
      context.accounts = Dictionary(rows.map { ($0.key, $0) }) { first, _ in first }
    }
    return context
  }
}
