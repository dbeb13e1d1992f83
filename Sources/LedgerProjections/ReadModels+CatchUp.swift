internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

extension ReadModels {
  func catchUp(_ generation: Generation) throws {
    guard horizon == .now else { return }
    // What is known from the last time spares a look into the models: they only go further.
    if let posted {
      let last = try log.lastPosition()
      if last == posted { return }
      if last > posted {
        while try step(generation) {}
        if let reached = self.posted, reached >= last { return }
      }
    }
    posted = nil
    categories = nil
    guard let head = try generation.head() else { throw ModelError.damaged("they do not say where they are") }
    if head.isSuperseded { return }
    guard try log.lastPosition() != head.position else {
      posted = head.position
      return
    }
    guard try fits(head) else {
      // The log is another one than the models were made from: a backup came back.
      notes.append("the read models were of another log and were made anew")
      try generation.supersede()
      close()
      return try catchUp(try current())
    }
    while try step(generation) {}
  }

  /// Posts a chunk of events; whether there are more.
  func step(_ generation: Generation) throws -> Bool {
    guard let step = try CatchingUp(log: log, generation: generation).step() else { return false }
    if step.began != posted || step.isOfCategory { categories = nil }
    posted = step.reached
    return step.isBehind
  }

  /// As `catchUp()`, but on a thread of its own, which reads the log for itself: for whoever appends batch after batch.
  /// Whatever reads these models next waits for it. While an earlier call's is under way, which goes on to the log's end,
  /// nothing more is begun.
  ///
  /// What can't be posted now is caught up at next use, which says why if it still can't.
  public func catchUpBehind() throws {
    if let posting, posting.isCatchingUp, !posting.isDone { return }
    guard horizon == .now, inMemorySince == nil, let generation, generation.path != nil, posted != nil,
      !generation.isGone
    else { return try catchUp() }
    let reader = try logBehind ?? log.anotherReader()
    logBehind = reader
    let last = try log.lastPosition()
    posting = PostingUnderWay.catchUp(reaching: last) {
      try CatchingUp(log: reader, generation: generation).run()
    }
    follower?.follow(to: last)
  }
}
