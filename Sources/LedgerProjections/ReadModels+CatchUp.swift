internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

extension ReadModels {
  /// Events posted in one transaction of the models.
  private static let chunk: Int64 = 10_000

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
    var reached: Int64?
    let isBehind = try generation.connection.transaction(.immediate) {
      guard let head = try generation.head(), !head.isSuperseded else { return false }
      return try log.reading {
        let last = try log.lastPosition()
        guard last > head.position, try fits(head) else { return false }
        if head.position != posted { categories = nil }
        let through = min(last, head.position + Self.chunk)
        var poster = try Poster(generation.writer())
        try post(after: head.position, through: through, to: &poster)
        try poster.finish()
        guard let leaf = try log.leaf(at: through) else { throw ModelError.damaged("no event at \(through)") }
        try generation.advance(to: through, leaf: leaf.bytes)
        reached = through
        return through < last
      }
    }
    if let reached { posted = reached }
    return isBehind
  }

  /// Posts the folds of the streams that have an event between two positions.
  ///
  /// Streams whose keys follow each other, as those of new ones do, are read in one go.
  private func post(after position: Int64, through last: Int64, to poster: inout Poster) throws {
    let folder = StreamFolder(log, through: last, detail: .rows)
    var actors = ActorNames()
    func end() throws {
      guard folder.count > 0 else { return }
      let (stream, key) = (folder.stream.stream, folder.stream.key)
      if stream.kind == StreamKind.category.rawValue { categories = nil }
      try poster.post(try folder.finish(), stream: stream, key: key)
    }
    for keys in try log.keyRanges(touchedAfter: position, through: last) {
      try log.forEachRow(
        ofKeys: keys, through: last, actors: &actors,
        stream: { next in
          try end()
          folder.begin(next)
        }, { try folder.apply($0) })
    }
    try end()
  }
}
