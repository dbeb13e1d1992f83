internal import LedgerBytes
internal import LedgerSQLite

extension ReadModels {
  /// The file of models in use, and who may use it.
  enum Service {
    /// No file is open. The next use finds or builds one.
    case closed
    /// The owner's thread uses it.
    ///
    /// `position` is where the models were last seen, or `nil` if that has to be read. It only grows. `hasPosted` is
    /// whether a command was posted to it before, because a single command gains nothing by a thread.
    case open(Generation, position: Position?, hasPosted: Bool)
    /// The background worker posts to it. The owner calls `takeBack` before it uses the connection.
    case lent(Generation, Pending)

    /// The file. While the worker has it, only its name and state on disk may be looked at.
    var generation: Generation? {
      switch self {
      case .closed: nil
      case .open(let generation, _, _), .lent(let generation, _): generation
      }
    }

    /// The position of the models once pending events are posted, or `nil` if it is not known.
    var expectedPosition: Position? {
      switch self {
      case .closed: nil
      case .open(_, let position, _): position
      case .lent(_, let pending): pending.reaching
      }
    }
  }

  /// The events that the background worker has to post.
  struct Pending {
    /// The position of the models if all goes well.
    var reaching: Position
    /// Whether categories may have been added or changed.
    var isOfCategory: Bool
  }

  /// The time since when models are in memory, because the folder could not be written.
  struct MemorySpell {
    let began: ContinuousClock.Instant
    /// The log's end at that time if the disk was full.
    let fullAt: Position?
  }

  /// Puts a generation into service whose position has to be read.
  func use(_ generation: Generation) {
    _ = takeBack()
    service = .open(generation, position: nil, hasPosted: false)
  }

  /// Notes the position of the generation in service, or that it is not known.
  func note(position: Position?) {
    guard case .open(let generation, _, let hasPosted) = service else { return }
    service = .open(generation, position: position, hasPosted: hasPosted)
  }

  /// Returns the open generation, for this thread alone. Waits for a transaction of the background worker.
  func takeBack() -> Generation? {
    switch service {
    case .closed: return nil
    case .open(let generation, _, _): return generation
    case .lent(let generation, let pending):
      let position = worker?.takeBack()
      service = .open(generation, position: position, hasPosted: true)
      if position == nil || pending.isOfCategory { categories = nil }
      return generation
    }
  }

  /// Closes the file, and that of history after the requested update.
  package func close() {
    if let generation = takeBack() {
      if let folder, generation.path != nil {
        folder.retire(generation)
      } else {
        try? generation.connection.close()
      }
    }
    service = .closed
    categories = nil
    source = nil
    searchIndex.close()
    currentIndex?.close()
    folded?.models.close()
    folded = nil
    worker?.close()
  }
}
