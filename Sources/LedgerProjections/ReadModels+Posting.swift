package import EventLog
package import LedgerBytes
internal import LedgerDomain

/// The events that a command has just appended, with their folds.
///
/// Posting then needs to read and fold nothing again.
package struct AppendedFolds: Sendable {
  /// The last position before the command's events.
  package let after: Position
  /// The position of the last of them.
  package let through: Position
  /// The leaf of the event at `through`.
  package let leaf: SHA256Digest
  /// The streams that were appended to, each once, folded to their ends.
  package let streams: [(stream: KeyedStream, fold: StreamFold)]

  /// Creates the record of a command's events.
  package init(
    after: Position, through: Position, leaf: SHA256Digest, streams: [(stream: KeyedStream, fold: StreamFold)]
  ) {
    precondition(after < through, "a command that is posted has appended events")
    self.after = after
    self.through = through
    self.leaf = leaf
    self.streams = streams
  }

  /// Whether categories may have been added or changed.
  var isOfCategory: Bool {
    streams.contains { if case .category = $0.fold.state { true } else { false } }
  }

  /// Whether an event may be passed over from now on: then streams change that nothing was appended to.
  var mayPassOver: Bool {
    streams.contains {
      if case .ledger(let state) = $0.fold.state {
        !state.redacted.isEmpty || !state.skipped.isEmpty
      } else {
        false
      }
    }
  }
}

extension ReadModels {
  /// Posts the events that a command has just appended.
  ///
  /// If the models are not just before them, they catch up as always. Another process may have posted the events
  /// already, or the models may lag. The first command is posted when this returns. From the second on, the background
  /// worker posts several together, and the next reader of these models waits for it. A series of commands therefore
  /// waits for the disk alone. Call it after the commit, without the log's write lock.
  package func post(_ appended: AppendedFolds) throws {
    guard !appended.mayPassOver else { return try catchUp() }
    if case .lent(let generation, var pending) = service {
      if pending.reaching == appended.after, worker?.post(appended) == true {
        pending.reaching = appended.through
        if appended.isOfCategory { pending.isOfCategory = true }
        service = .lent(generation, pending)
        worker?.follow(to: appended.through)
        return
      }
      _ = takeBack()
    }
    guard horizon == .now, inMemory == nil, let worker,
      case .open(let generation, appended.after?, let hasPosted) = service, generation.path != nil,
      !generation.isGone
    else { return try catchUp() }
    if hasPosted {
      worker.lend(generation, at: appended.after)
      _ = worker.post(appended)  // The queue is empty.
      service = .lent(generation, Pending(reaching: appended.through, isOfCategory: appended.isOfCategory))
    } else {
      guard try generation.post([appended]) else { return try catchUp() }
      service = .open(generation, position: appended.through, hasPosted: true)
      if appended.isOfCategory { categories = nil }
    }
    // A history that exists is updated in the background. Without one, only the folder is read, once a second.
    worker.follow(to: appended.through)
  }

  /// Whether the position of the models is known.
  package var isPlaceKnown: Bool { service.expectedPosition != nil }

  /// Whether the models lag a position by at most `closeEventsMax` events.
  ///
  /// A command then brings them to the log's end under the log's lock, which takes almost no time.
  package func lagsLittle(to position: Position) -> Bool {
    guard let expected = service.expectedPosition else { return false }
    return expected.distance(to: position) <= Self.closeEventsMax
  }

  /// The maximal number of events that are posted within a millisecond or two.
  private static let closeEventsMax: Int64 = 100
}
