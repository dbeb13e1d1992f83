internal import EventLog
internal import LedgerBytes
internal import LedgerSQLite

extension Generation {
  /// Posts the events of consecutive commands if the tables are just before them.
  ///
  /// Returns whether they were.
  ///
  /// It uses only this generation, so it may run on a thread of its own.
  func post(_ appended: [AppendedFolds]) throws -> Bool {
    guard let first = appended.first, let last = appended.last else { return true }
    precondition(
      zip(appended, appended.dropFirst()).allSatisfy { $0.through == $1.after },
      "posted commands follow each other")
    // If several commands changed a stream, the last fold contains all changes.
    var seen: Set<StreamKey> = []
    let streams = appended.reversed().flatMap(\.streams).filter { seen.insert($0.stream.key).inserted }
    var written: Head?
    try connection.transaction(.immediate) {
      guard var head = try headInTransaction(), head.isComplete, !head.isSuperseded,
        head.position == first.after
      else { return }
      var poster = try Poster(writer(), isBatch: false)
      for (stream, fold) in streams.reversed() { try poster.post(fold, stream: stream.stream, key: stream.key) }
      try poster.finish()
      precondition(head.position < last.through, "posting moves the models forward")
      (head.position, head.leaf) = (last.through, last.leaf.bytes)
      try advance(to: head.position, leaf: head.leaf)
      written = head
    }
    guard let written else { return false }
    keep(written)
    return true
  }
}
