internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerSQLite

extension SearchResults {
  /// The part of the ledger that the search index covers so far.
  public struct Coverage: Hashable, Sendable {
    /// Records that are indexed, the latest first.
    public let done: Int64
    /// Records in all.
    public let all: Int64
    /// The number of events after the last one whose words are indexed.
    public let eventsBehind: Int64

    /// Whether everything that was recorded can be found.
    public var isComplete: Bool { done == all && eventsBehind == 0 }

    /// The part of the records that is indexed, from 0 to 1, for a bar.
    public var fraction: Double { all > 0 ? Double(done) / Double(all) : 1 }
  }
}

/// The search index, in a file next to the models of a ledger.
///
/// Each step is one transaction, so a killed process loses one step and the next one continues from there. Several
/// processes may take steps. The index grows from the latest records to the first. What it has can be searched
/// meanwhile. A rebuild of the models leaves it as it is, because it depends on nothing but the log.
final class SearchIndex {
  let log: LedgerLog
  private let horizon: Horizon
  /// The folder of the file, or `nil` to keep the index in memory.
  let folder: GenerationFolder?
  private let busyTimeoutMilliseconds: Int32
  private(set) var generation: Generation?
  /// Streams that a step indexes.
  var chunk: Int64 = 32_768
  /// How many threads fold.
  var jobs = Machine.cores

  /// Events that one transaction follows.
  private static let followed: Int64 = 10_000
  /// A search waits for as many events.
  private static let closeEventsMax: Int64 = 1_000
  /// A search waits for as many streams.
  private static let closeStreamsMax: Int64 = 500

  /// Called before each thousand streams and events. An error that it throws ends the step, which is then not kept.
  typealias Check = () throws -> Void

  init(
    of log: LedgerLog, folder: String?, horizon: Horizon = .now, busyTimeoutMilliseconds: Int32 = 5_000
  ) {
    self.log = log
    self.horizon = horizon
    self.folder = folder.map { GenerationFolder($0, .search) }
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
  }

  /// An index as it is in one transaction.
  struct Snapshot {
    let connection: Connection
    /// The file, or `nil` in memory.
    let path: String?
    /// The position of its texts.
    let position: Position
    let coverage: SearchResults.Coverage
    /// The texts that it was made from.
    let texts: SearchTexts
  }

  /// Reads the index as it is.
  func read<T>(_ body: (Snapshot) throws -> T) throws -> T {
    while true {
      let generation = try open()
      let result: T? = try generation.connection.transaction(.deferred) {
        guard let head = try generation.head(), !head.isSuperseded else { return nil }
        try requireNotAhead(head)
        return try body(
          Snapshot(
            connection: generation.connection, path: generation.path, position: head.position,
            coverage: try coverage(generation, head), texts: SearchTexts(log, horizon, at: head.position)))
      }
      if let result { return result }
    }
  }

  /// Returns the part of the ledger that is indexed so far.
  func coverage() throws -> SearchResults.Coverage { try read(\.coverage) }

  /// Returns the state of an index that was begun, or `nil`. It never begins an index.
  func coverageIfBegun() throws -> SearchResults.Coverage? {
    guard try generation != nil || folder?.newest(for: log, busyTimeoutMilliseconds) != nil else { return nil }
    return try coverage()
  }

  private func coverage(_ generation: Generation, _ head: Generation.Head) throws -> SearchResults.Coverage {
    let floor = try floor(generation)
    let all = try log.lastStreamKey()
    let last = min(try log.lastPosition(), horizon.position)
    return SearchResults.Coverage(
      done: max(0, floor.distance(to: all + 1)), all: all.rawValue,
      eventsBehind: max(0, head.position.distance(to: last)))
  }

  /// Closes the file.
  func close() {
    guard let generation else { return }
    if let folder { folder.retire(generation) } else { try? generation.connection.close() }
    self.generation = nil
  }

  // MARK: Opening

  private func open() throws -> Generation {
    if let generation, !generation.isGone, try generation.head()?.isSuperseded == false { return generation }
    close()
    let found = try folder.map { try find(in: $0) } ?? Generation.create(nil, ledger: log.ledgerID, .search)
    if folder == nil { try begin(found) }
    generation = found
    return found
  }

  private func find(in folder: GenerationFolder) throws -> Generation {
    if let found = try folder.newest(for: log, busyTimeoutMilliseconds) { return found }
    try folder.makeFolder(for: log)
    let (lock, _) = try folder.lock(nil)
    defer { withExtendedLifetime(lock) {} }
    if let found = try folder.newest(for: log, busyTimeoutMilliseconds) { return found }
    // One that is beyond a snapshot of the log must stay.
    if log.isHeld, try !folder.finished().isEmpty { throw Ahead() }
    return try folder.make(for: log, busyTimeoutMilliseconds: busyTimeoutMilliseconds) { bare, _ in
      try begin(bare)
    } catchUp: { _ in
    }
  }

  /// Makes an index that has nothing yet, as of the log's end.
  private func begin(_ generation: Generation) throws {
    try generation.connection.transaction(.immediate) {
      let last = min(try log.lastPosition(), horizon.position)
      if let leaf = try log.leaf(at: last) { try generation.advance(to: last, leaf: leaf.bytes) }
      let insert = try generation.connection.statement(
        "INSERT INTO search_floor (one, key, unmerged) VALUES (1, ?1, ?2)")
      try insert.bind(1, try log.lastStreamKey() + 1)
      try insert.bind(2, Int64(SearchTable.allCases.count))
      try insert.run()
    }
  }

  // MARK: Growing

  /// Indexes everything.
  ///
  /// - Complexity: O(events that it does not have).
  func complete(_ check: Check = {}, progress: (SearchResults.Coverage) throws -> Void = { _ in }) throws {
    while try step(check) { try progress(try coverage()) }
  }

  /// Does what takes a few milliseconds, so that a search finds what was recorded just now.
  ///
  /// It follows a few new events, and indexes a small ledger. More is left to `step`, unless content was removed from the
  /// log.
  func completeIfClose(_ check: Check = {}) throws {
    let coverage = try coverage()
    if coverage.eventsBehind == 0, 1...Self.closeStreamsMax ~= coverage.all - coverage.done {
      return try complete(check)
    }
    let behind = coverage.eventsBehind
    guard behind > 0 else { return }
    let generation = try open()
    let position = try generation.head()?.position ?? 0
    if try behind <= Self.closeEventsMax || log.hasPassing(after: position, through: .max) {
      _ = try follow(generation, check)
    }
  }

  /// Takes one step.
  ///
  /// It follows new events, indexes the streams below those that are indexed, or merges what was written.
  ///
  /// - Returns: Whether there is more to do.
  /// - Complexity: Some thirty microseconds per transaction, in memory too: a kilobyte each.
  func step(_ check: Check = {}) throws -> Bool {
    let generation = try open()
    if try follow(generation, check) { return true }
    let isMore = try generation.connection.transaction(.immediate) {
      guard let head = try generation.head(), !head.isSuperseded else { return true }
      try requireNotAhead(head)
      let floor = try floor(generation)
      guard floor > 1 else { return try merge(generation) }
      let keys = max(1, floor - chunk)...floor - 1
      let writer = try SearchWriter(generation.connection)
      let (horizon, position) = (horizon, head.position)
      _ = try ParallelRanges(log: log, jobs: jobs).run(
        keys, { SearchTextFold($0, horizon, through: position) },
        { part in
          try check()
          for found in part { try writer.add(found.texts, digest: found.digest, key: found.key) }
        })
      try setFloor(keys.lowerBound, generation)
      return true
    }
    return isMore
  }

  /// Brings the texts of what is indexed to a later position. Returns whether there is more to do.
  private func follow(_ generation: Generation, _ check: Check) throws -> Bool {
    guard let head = try generation.head(), !head.isSuperseded else { return true }
    let end = min(try log.lastPosition(), horizon.position)
    guard head.position < end else { return false }
    var isOver = false
    let isMore = try generation.connection.transaction(.immediate) {
      guard let head = try generation.head(), !head.isSuperseded else { return true }
      guard try head.fits(log, .search) else {
        isOver = true
        return true
      }
      let through = min(end, head.position + Self.followed)
      guard head.position < through else { return false }
      // A redacted text must not stay in the index. The log no longer has it, so the index is made again.
      guard try !log.hasPassing(after: head.position, through: through),
        try update(generation, from: head.position, through: through, check)
      else {
        isOver = true
        return true
      }
      guard let leaf = try log.leaf(at: through) else { throw ModelError.damaged("no event at \(through)") }
      try generation.advance(to: through, leaf: leaf.bytes)
      return through < end
    }
    if isOver { try discard(generation) }
    return isMore
  }

  /// Replaces the texts that events changed. Returns `false` if the index does not have the texts that it should.
  private func update(
    _ generation: Generation, from position: Position, through last: Position, _ check: Check
  ) throws -> Bool {
    let floor = try floor(generation)
    let writer = try SearchWriter(generation.connection)
    let (before, after) = (SearchTexts(log, horizon, at: position), SearchTexts(log, horizon, at: last))
    for (index, keyed) in try log.streams(touchedAfter: position, through: last).enumerated() {
      if index.isMultiple(of: 1_000) { try check() }
      guard keyed.key >= floor, keyed.stream.kind == StreamKind.transaction.rawValue else { continue }
      let events = try log.events(ofKey: keyed.key, through: last)
      let (old, new) = (before.of(events.filter { $0.position <= position }), after.of(events))
      if old == new { continue }
      if let old, try !writer.remove(old, key: keyed.key) { return false }
      if let new { try writer.add(new, digest: SearchTexts.digest(new), key: keyed.key) }
    }
    return true
  }

  /// Takes the index out of service for all processes, and removes its file and those before it.
  func discard() throws { if try coverageIfBegun() != nil { try discard(try open()) } }

  private func discard(_ generation: Generation) throws {
    try generation.supersede()
    close()
    try folder?.discard(generation)
  }

  // MARK: The floor

  private func floor(_ generation: Generation) throws -> StreamKey {
    let floor: StreamKey? = try generation.connection.statement("SELECT key FROM search_floor").firstNumber()
    let legal = 1...(try log.lastStreamKey()) + 1
    guard let floor, legal ~= floor else { throw ModelError.damaged("the index of the search") }
    return floor
  }

  private func setFloor(_ key: StreamKey, _ generation: Generation) throws {
    precondition(
      generation.connection.isInTransaction, "the floor moves in the transaction of the texts above it")
    precondition(key > 0, "the keys of streams count from 1")
    let statement = try generation.connection.statement("UPDATE search_floor SET key = ?1")
    try statement.bind(1, key)
    try statement.run()
  }
}
