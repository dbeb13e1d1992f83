internal import EventLog
internal import LedgerBytes

extension ReadModels {
  func catchUp(_ generation: Generation) throws {
    guard horizon == .now else { return }
    // If the last known position answers the question, the models are not read. Their position only grows.
    if let posted = service.expectedPosition {
      let last = try log.lastPosition()
      if last == posted { return }
      if last > posted, !isFarBehind(posted, last) {
        while try step(generation) {}
        if let reached = service.expectedPosition, reached >= last { return }
      }
    }
    note(position: nil)
    categories = nil
    guard let head = try generation.head() else {
      throw ModelError.damaged("they do not contain their position")
    }
    if head.isSuperseded { return }
    guard try log.lastPosition() != head.position else {
      note(position: head.position)
      return
    }
    guard try fits(head) else {
      // The models were made from another log: a backup was restored.
      notes.append("the read models belonged to another log and were built again")
      return try replace(generation)
    }
    if isFarBehind(head.position, try log.lastPosition()) { return try replace(generation) }
    while try step(generation) {}
  }

  /// Builds other models, because those of `generation` are of no use.
  private func replace(_ generation: Generation) throws {
    try generation.supersede()
    close()
    try catchUp(try current())
  }

  /// Whether a rebuild is faster than posting, for example after a long absence or the first sync.
  ///
  /// Posting an event takes four times as long as reading it in a rebuild. A rebuild reads in order and on all cores,
  /// and writes each row once.
  private func isFarBehind(_ position: Position, _ last: Position) -> Bool {
    let behind = position.distance(to: last)
    return behind >= rebuildsFrom && behind >= last.rawValue / 3
  }

  /// Posts a chunk of events. Returns whether there are more.
  func step(_ generation: Generation) throws -> Bool {
    guard let step = try CatchingUp(log: log, generation: generation).step() else { return false }
    if step.began != service.expectedPosition || step.isOfCategory { categories = nil }
    note(position: step.reached)
    return step.isBehind
  }

  /// Catches up on the background thread, which has its own reader of the log.
  ///
  /// It is for callers that append batch after batch. The next reader of these models waits for the thread. Events that
  /// cannot be posted now are posted at the next use, which throws the error if it persists.
  package func catchUpInBackground() throws {
    guard let worker, horizon == .now, inMemory == nil else { return try catchUp() }
    let last = try log.lastPosition()
    switch service {
    case .open(let generation, let position?, _) where generation.path != nil && !generation.isGone:
      worker.lend(generation, at: position)
      service = .lent(generation, Pending(reaching: last, isOfCategory: true))
    case .lent(let generation, _):
      service = .lent(generation, Pending(reaching: last, isOfCategory: true))
    case .open, .closed: return try catchUp()
    }
    worker.catchUp()
    worker.follow(to: last)
  }
}
