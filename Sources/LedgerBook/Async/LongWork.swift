/// Long work on a ledger: its progress as a sequence, and its result.
///
/// Commands and screens go on meanwhile. Nothing is done before the sequence is iterated or `value` is read, and each of
/// these does the work once. A slow reader gets only the latest step. A task that is cancelled, a reader that stops
/// listening, and `AsyncBook.close()` end the work at its next step. The method that returns it tells what is then kept.
///
/// Work of one kind is done one after the other, and waits for no other kind. Syncs, imports and `work` are one kind, which
/// may record. Rebuilds, indexing, backups and verifications are another. Exports and answers are the third.
///
///     for try await step in book.rebuild() {
///       if let progress = step.progress { bar = progress.fraction }
///       if let report = step.value { count = report.transactions }
///     }
///     let report = try await book.rebuild().value
public struct LongWork<Progress: Sendable, Value: Sendable>: AsyncSequence, Sendable {
  /// A step of the work.
  public typealias Element = Step

  /// A step of the work: the progress so far, or at last the result.
  public enum Step: Sendable {
    /// It is in progress.
    case progress(Progress)
    /// It is done.
    case finished(Value)

    /// The progress, or `nil` for the last step.
    public var progress: Progress? { if case .progress(let progress) = self { progress } else { nil } }
    /// The result, or `nil` before the last step.
    public var value: Value? { if case .finished(let value) = self { value } else { nil } }
  }

  /// Does the work, and calls the closure that it gets with the progress.
  private let work: @Sendable (@escaping @Sendable (Progress) -> Void) async throws -> Value

  init(_ work: @escaping @Sendable (@escaping @Sendable (Progress) -> Void) async throws -> Value) {
    self.work = work
  }

  /// The result, once the work is done. When this throws, the work has ended.
  ///
  /// - Throws: The errors of the work, `CancellationError`, and `BookError.closed`.
  public var value: Value { get async throws { try await work { _ in } } }

  /// Begins the work.
  public func makeAsyncIterator() -> AsyncThrowingStream<Step, any Error>.AsyncIterator {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task { [work] in
        do {
          continuation.yield(.finished(try await work { continuation.yield(.progress($0)) }))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }.makeAsyncIterator()
  }
}

extension LongWork.Step: Equatable where Progress: Equatable, Value: Equatable {}

/// How much of some long work is done, in events, transactions or files.
public struct WorkProgress: Hashable, Sendable {
  /// The number that is done.
  public let done: Int64
  /// The number in all.
  public let all: Int64

  /// Creates a progress.
  package init(done: Int64, all: Int64) { (self.done, self.all) = (done, all) }

  /// The part that is done, from 0 to 1, for a bar.
  public var fraction: Double { all > 0 ? min(1, Double(done) / Double(all)) : 1 }
}
