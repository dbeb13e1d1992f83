internal import EventLog
internal import LedgerBytes
internal import LedgerSQLite

extension Generation {
  /// Posts what a command has appended, where the tables stand just before it; whether they do.
  ///
  /// Touches nothing but this generation, so that it may run on a thread of its own.
  func post(_ appended: AppendedFolds) throws -> Bool {
    var written: Head?
    try connection.transaction(.immediate) {
      guard var head = try headInTransaction(), head.isComplete, !head.isSuperseded,
        head.position == appended.after
      else { return }
      var poster = try Poster(writer(), isBatch: false)
      for (stream, fold) in appended.streams { try poster.post(fold, stream: stream.stream, key: stream.key) }
      try poster.finish()
      (head.position, head.leaf) = (appended.through, appended.leaf.bytes)
      try advance(to: head.position, leaf: head.leaf)
      written = head
    }
    guard let written else { return false }
    keep(written)
    return true
  }
}
