public import LedgerProjections

/// A step of a rebuild.
public enum RebuildStep: Hashable, Sendable {
  /// It goes on.
  case progress(RebuildProgress)
  /// It is done, and its models are in service.
  case finished(RebuildReport)
}

extension AsyncBook {
  /// Computes every figure again in a new file and reports how far it is.
  ///
  /// A slow reader gets only the latest step. A reader that stops listening stops the rebuild, and the models
  /// in service stay.
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

  /// One piece of work as a sequence of elements. The work is cancelled when its reader stops listening.
  private nonisolated func stream<Element: Sendable>(
    _ work: @escaping @Sendable (Book, @escaping (Element) -> Void) throws -> Void
  ) -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        do {
          try await self.run { book in try work(book) { continuation.yield($0) } }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
