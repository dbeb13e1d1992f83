public import LedgerProjections

/// How far a rebuild is.
public struct RebuildProgress: Hashable, Sendable {
  /// Events done.
  public let done: Int64
  /// Events in all.
  public let all: Int64

  /// From 0 to 1, for a bar.
  public var fraction: Double { all > 0 ? min(1, Double(done) / Double(all)) : 1 }
}

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
      let report = try book.rebuild { done, all in
        tell(.progress(RebuildProgress(done: done, all: all)))
        try Task.checkCancellation()
      }
      tell(.finished(report))
    }
  }

  /// Brings the read models to the end of the log before the first screen asks, and says how far it is where they have
  /// to be built: after an update of the app, or when a backup came back. Else it ends at once, without an element.
  public nonisolated func prepare() -> AsyncThrowingStream<RebuildProgress, any Error> {
    stream { book, tell in
      try book.prepare { done, all in
        tell(RebuildProgress(done: done, all: all))
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
