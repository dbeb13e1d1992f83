internal import LedgerSQLite

extension AsyncBook {
  /// Returns long work that may record, with a book of its own.
  ///
  /// Commands and screens go on meanwhile, because the work holds the log's lock only during its own commands. Works of
  /// this kind are done one after the other. When a task is cancelled or the ledger is closed, the next call of `tell`
  /// throws. What was recorded until then is kept.
  ///
  ///     let work = book.work { book, tell in
  ///       for (number, request) in requests.enumerated() {
  ///         try book.record(request)
  ///         try tell(number + 1)
  ///       }
  ///     }
  ///     try await work.value
  ///
  /// - Parameter body: The work. It calls `tell` with its progress.
  public nonisolated func work<Progress: Sendable, Value: Sendable>(
    _ body: @escaping @Sendable (Book, _ tell: @escaping (Progress) throws -> Void) throws -> Value
  ) -> LongWork<Progress, Value> {
    LongWork { try await self.work(on: self.readers.work, body, $0) }
  }

  /// Returns long work that only reads, which is ended within milliseconds.
  package nonisolated func reading<Progress: Sendable, Value: Sendable>(
    _ body: @escaping @Sendable (Book, _ tell: @escaping (Progress) throws -> Void) throws -> Value
  ) -> LongWork<Progress, Value> {
    LongWork { try await self.work(on: self.readers.upkeep, body, $0) }
  }

  /// Returns a long read, for which no rebuild, backup or verification waits.
  package nonisolated func exporting<Progress: Sendable, Value: Sendable>(
    _ body: @escaping @Sendable (Book, _ tell: @escaping (Progress) throws -> Void) throws -> Value
  ) -> LongWork<Progress, Value> {
    LongWork { try await self.work(on: self.readers.exports, body, $0) }
  }

  private nonisolated func work<Progress: Sendable, Value: Sendable>(
    on lanes: BookLanes,
    _ body: @escaping @Sendable (Book, _ tell: @escaping (Progress) throws -> Void) throws -> Value,
    _ tell: @escaping @Sendable (Progress) -> Void
  ) async throws -> Value {
    try await use(lanes) { book, interruption in
      try body(book) { progress in
        tell(progress)
        if interruption.isRaised { throw CancellationError() }
      }
    }
  }
}
