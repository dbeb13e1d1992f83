public import LedgerProjections

/// What a rebuild says on its way.
public enum RebuildStep: Hashable, Sendable {
  /// It goes on.
  case progress(RebuildProgress)
  /// It is done, and its models are in service.
  case finished(RebuildReport)
}

extension AsyncBook {
  /// Computes every figure anew, beside those in service, and says how far it is.
  ///
  /// Only the latest step is kept for who is slow. Whoever stops listening stops the rebuild: the models in service
  /// stay.
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

  /// Brings the read models to the end of the log before the first screen asks, and says how far it is where they have
  /// to be built: after an update of the app, or when a backup came back. Else it ends at once, without an element.
  public nonisolated func prepare() -> AsyncThrowingStream<RebuildProgress, any Error> {
    stream { book, tell in
      try book.prepare { progress in
        tell(progress)
        try Task.checkCancellation()
      }
    }
  }

  /// One piece of work as the elements that it tells of; it is cancelled with whoever listens.
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
