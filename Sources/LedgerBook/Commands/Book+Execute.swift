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
  ) throws -> Done {
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
  ) throws -> Done {
    guard isForCommands else { throw BookError.past }
    let content = content.encoded()
    // A command that was carried out is known, even while another program writes.
    if let id, let known = try log.command(id, content: content) {
      return try repeated(try log.positions(of: known), about: stream)
    }
    let clock = settings.clock()
    var generator = SystemRandomNumberGenerator()
    let command =
      id ?? UniqueID.timeOrdered(milliseconds: UInt64(clamping: clock.milliseconds), using: &generator)
    var isCaughtUp = false
    var continued: DeviceContinuation?
    while true {
      // Whatever the models lack is posted before the lock is taken, so that it is held for the command alone.
      if posting, log.access == .readWrite, !models.isPlaceKnown { try models.catchUp() }
      var appended: Appended?
      var before: LogEnd?
      let done = try log.write { writer -> Done? in
        before = writer.logEnd
        commandEnd = before
        defer { commandEnd = nil }
        if id != nil, let known = try writer.command(command, content: content) {
          return try repeated(try log.positions(of: known), about: stream)
        }
        if posting, !isCaughtUp, !models.lagsLittle(to: writer.lastPosition) { return nil }
        var batch = Batch(ledger: self.log.ledgerID, actor: self.settings.actor.text)
        batch.basedOn = version
        try decide(&batch)
        guard !batch.isEmpty else {
          return Done(about: stream, state: posting ? try stream.flatMap { try fold($0).state } : nil)
        }
        continued = try self.continueIfCopied(writer, clock)
        commandEnd = writer.logEnd
        let written = try self.append(batch, correlation: command, clock, writer, keepingRecords: posting)
        appended = written
        if batch.erases { _ = try writer.obeyRedactions { $0.namedPages } }
        // Nobody can give an id again that was made here.
        if id != nil {
          try writer.remember(
            command: command, content: content, first: written.positions[0], count: Int64(batch.count))
        }
        return try self.result(batch, written, about: stream ?? batch.firstStream)
      }
      // A write without an event has a number of its own, too.
      if appended == nil, let before, let end = log.lastWrite { memo.advance(from: before, to: end) }
      guard let done else {
        try models.catchUp()
        isCaughtUp = true
        continue
      }
      if let continued { continuation = continued }
      // The events are on record. If the models cannot be posted now, the next use catches up.
      if let appended {
        keep(appended)
        if posting { if let folds = appended.folds { try? models.post(folds) } else { try? models.catchUp() } }
      }
      return done
    }
  }

  /// The events that a command has appended.
  private struct Appended {
    /// The end of the log before them.
    let before: LogEnd
    let positions: [Position]
    let action: EventReference?
    /// Whether records may have changed that nothing was appended to.
    let passesOver: Bool
    /// The records that were appended to. Empty after a batch of more than `FoldMemo.recordsMax` events.
    var records: [(stream: StreamID, record: FoldedRecord)] = []
    /// The folds of these records for the models, or `nil` without records.
    var folds: AppendedFolds?
  }

  /// Appends a command's events, and folds their records on, so that nothing of them is read back.
  private func append(
    _ batch: Batch, correlation: UniqueID, _ clock: WallClock, _ writer: LogWriter, keepingRecords: Bool
  ) throws -> Appended {
    let before = writer.logEnd
    guard keepingRecords, batch.count <= FoldMemo.recordsMax else {
      memo.forget(batch.streams)
      let positions = Array(try writer.record(batch.drafts, correlation: correlation, clock: clock))
      return Appended(
        before: before, positions: positions, action: writer.firstAppended, passesOver: batch.passesOver)
    }
    var records: [(stream: StreamID, record: FoldedRecord)] = []
    var places: [StreamID: Int] = [:]
    for stream in batch.streams where places[stream] == nil {
      places[stream] = records.count
      records.append(
        (stream, try memo.take(stream, at: before) ?? FoldedRecord(stream, try events(of: stream))))
    }
    let events = try writer.append(
      batch.drafts, correlation: correlation, clock: clock, salts: LedgerLog.randomSalt)
    precondition(
      events.first?.position == before.position + 1
        && events.last?.position == before.position + Int64(batch.count),
      "the events of a command have the next positions of the log")
    for event in events {
      if let place = places[event.stream] { records[place].record.append(event) }
    }
    var appended = Appended(
      before: before, positions: events.map(\.position), action: events.first?.reference,
      passesOver: batch.passesOver, records: records)
    guard let last = events.last else { return appended }
    let streams = records.compactMap { stream, record in
      writer.key(ofAppended: stream).map { (stream: KeyedStream(key: $0, stream: stream), fold: record.fold) }
    }
    appended.folds = AppendedFolds(
      after: before.position, through: last.position, leaf: last.leaf, streams: streams)
    return appended
  }

  /// Keeps what is known of records after a commit.
  private func keep(_ appended: Appended) {
    guard !appended.passesOver, let end = log.lastWrite else { return memo.forget() }
    memo.advance(from: appended.before, to: end)
    for (stream, record) in appended.records { memo.keep(record, of: stream, at: end) }
  }

  private func result(_ batch: Batch, _ appended: Appended, about stream: StreamID?) throws -> Done {
    var state: RecordState?
    if let stream, !appended.records.isEmpty {
      let own = appended.records.first { $0.stream == stream }?.record.fold
      state = try (own ?? fold(stream)).state
    }
    return Done(
      positions: appended.positions, events: batch.events, action: appended.action, about: stream, state: state)
  }

  /// Returns the result of a command that had been given before.
  private func repeated(_ positions: [Position], about stream: StreamID?) throws -> Done {
    let first = try positions.first.flatMap { try log.event(at: $0) }
    var about = stream ?? first?.stream
    // The identifier of a new record differs from one try to the next.
    if let stream, try log.key(of: stream) == nil {
      let same = try positions.first { try log.event(at: $0)?.stream.kind == stream.kind }
      about = try same.flatMap { try log.event(at: $0)?.stream }
    }
    return Done(
      positions: positions, action: first?.reference, about: about,
      state: try about.flatMap { try fold($0).state }, repeated: true)
  }

  /// Returns the fold of one stream at the horizon.
  func fold(_ stream: StreamID) throws -> StreamFold { try record(stream).fold }

  /// Returns the record of one stream at the horizon. It is folded unless it is known.
  func record(_ stream: StreamID) throws -> FoldedRecord {
    guard horizon == .now else { return FoldedRecord(stream, try events(of: stream)) }
    let end = try commandEnd ?? log.end()
    if let known = memo.record(stream, at: end) { return known }
    let record = FoldedRecord(stream, try events(of: stream))
    memo.keep(record, of: stream, at: end)
    return record
  }

  /// Returns the context of decisions: the categories, the named groups, and accounts if one is named.
  func decisionContext(
    groups ids: [GroupID], namesAccount: Bool = false, opensAccounts: Bool = false
  ) throws -> DecisionContext {
    var groups: [GroupID: GroupRow] = [:]
    if !ids.isEmpty {
      try models.read { reader in for id in ids { groups[id] = try reader.groupRow(id) } }
    }
    var context = DecisionContext(today: today, categories: try models.categoriesByKey(), groups: groups)
    if namesAccount {
      context.accounts = try models.read { try $0.accountDirectory() }
      context.accounts?.opensUnknown = opensAccounts
    }
    return context
  }
}
