public import LedgerProjections
internal import LedgerSQLite

// The long work of `Book`, one line each. Whatever else takes long goes through `work`.
extension AsyncBook {
  /// Computes every figure again in a new file, and takes it into service.
  ///
  /// If it is cancelled, the models in service stay.
  public nonisolated func rebuild() -> LongWork<RebuildProgress, RebuildReport> {
    reading { book, tell in try book.rebuild(progress: tell) }
  }

  /// Brings the read models to the end of the log before the first screen asks.
  ///
  /// They have to be built after an update of the app, or when a backup came back. Only then it reports progress. If it
  /// is cancelled, the next use builds them.
  public nonisolated func prepare() -> LongWork<RebuildProgress, Void> {
    reading { book, tell in try book.prepare(progress: tell) }
  }

  /// Indexes the words of everything for the search.
  ///
  /// Searches go on meanwhile, with what is indexed so far. What is done is kept, also if it is cancelled or the app is
  /// killed.
  ///
  /// - Parameter again: Whether an index that exists is removed first.
  public nonisolated func indexSearch(again: Bool = false) -> LongWork<
    SearchResults.Coverage, SearchResults.Coverage
  > {
    LongWork { tell in
      let opening = self.readers.opening
      if again { try await self.upkeep { try $0.discardSearch() } }
      while true {
        // Each step is a piece of work of its own, so that a rebuild does not wait for all. All end with the same close.
        guard self.readers.opening == opening else { throw BookError.closed }
        let coverage = try await self.upkeep { try $0.stepSearch(Interruption.check) }
        tell(coverage)
        if coverage.isComplete { return coverage }
      }
    }
  }

  /// Copies the log and the pages into a folder, and verifies them.
  ///
  /// If it is cancelled or fails, nothing is left in the folder.
  ///
  /// - Throws: The errors of `Book.backup(to:progress:)`.
  public nonisolated func backup(to folder: String) -> LongWork<WorkProgress, BackupReport> {
    reading { book, tell in
      try book.backup(to: folder) { try tell(WorkProgress(done: $0, all: $1)) }
    }
  }

  /// Reads everything and compares it with its hashes. Nothing is changed.
  public nonisolated func verify() -> LongWork<WorkProgress, IntegrityReport> {
    reading { book, tell in try book.verify { try tell(WorkProgress(done: $0, all: $1)) } }
  }

  /// Imports files of banks as one action, which a single undo reverts.
  ///
  /// It is cancelled between two files. Then, and if it fails, nothing is recorded.
  ///
  /// - Parameters:
  ///   - session: The files, none of which is refused.
  ///   - confidenceMin: The percent from which a suggested category is taken, or `nil` to take no suggestion.
  /// - Throws: The `Refusal` of a file.
  public nonisolated func carryOut(
    _ session: ImportSession, takingSuggestionsFrom confidenceMin: Int? = nil
  ) -> LongWork<WorkProgress, ImportResult> {
    work { book, tell in
      let (done, plans) = try book.carryOut(session, takingSuggestionsFrom: confidenceMin) {
        try tell(WorkProgress(done: Int64($0), all: Int64($1)))
      }
      return ImportResult(done: done, plans: plans)
    }
  }
}

/// The outcome of an import of files of banks.
public struct ImportResult: Sendable {
  /// The action that recorded them.
  public let done: Done
  /// The verdict on each row, by file.
  public let plans: [FilePlan]
}
