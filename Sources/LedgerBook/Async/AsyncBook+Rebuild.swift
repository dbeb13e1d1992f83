public import LedgerProjections
internal import LedgerSQLite

/// A step of a rebuild.
///
///     for try await step in book.rebuild() {
///       if case .progress(let progress) = step { bar = progress.fraction }
///       if case .finished(let report) = step { count = report.transactions }
///     }
public enum RebuildStep: Hashable, Sendable {
  /// It is in progress.
  case progress(RebuildProgress)
  /// It is done, and its models are in service.
  case finished(RebuildReport)
}

extension AsyncBook {
  /// Computes every figure again in a new file and reports how far it is.
  ///
  /// Commands and screens go on meanwhile. A slow reader gets only the latest step. A reader that stops listening stops
  /// the rebuild, and the models in service stay.
  ///
  ///     for try await step in book.rebuild() {
  ///       if case .progress(let progress) = step { bar = progress.fraction }
  ///     }
  public nonisolated func rebuild() -> AsyncThrowingStream<RebuildStep, any Error> {
    stream { book, tell in
      let report = try book.rebuild { progress in
        tell(.progress(progress))
        try Task.checkCancellation()
      }
      tell(.finished(report))
    }
  }

  /// Brings the read models to the end of the log before the first screen asks.
  ///
  /// They have to be built after an update of the app, or when a backup came back. Then the sequence reports
  /// progress. Otherwise it ends at once, without an element.
  public nonisolated func prepare() -> AsyncThrowingStream<RebuildProgress, any Error> {
    stream { book, tell in
      try book.prepare { progress in
        tell(progress)
        try Task.checkCancellation()
      }
    }
  }

  /// Indexes the words of everything for the search, and reports how far it is.
  ///
  /// Commands, screens and searches go on meanwhile. What is done is kept, also if a reader stops listening or the app is
  /// killed. After the last record the sequence ends.
  ///
  /// - Parameter again: Whether an index that exists is removed first.
  public nonisolated func indexSearch(again: Bool = false) -> AsyncThrowingStream<SearchCoverage, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        do {
          if again { try await self.upkeep { try $0.discardSearch() } }
          var coverage: SearchCoverage
          repeat {
            // Each step is a piece of work of its own, so that a rebuild does not wait for all.
            coverage = try await self.upkeep { try $0.stepSearch(Interruption.check) }
            continuation.yield(coverage)
          } while !coverage.isComplete
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// One piece of work as a sequence of elements. The work is cancelled when its reader stops listening.
  private nonisolated func stream<Element: Sendable>(
    _ work: @escaping @Sendable (Book, @escaping (Element) -> Void) throws -> Void
  ) -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        do {
          try await self.upkeep { book in try work(book) { continuation.yield($0) } }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
