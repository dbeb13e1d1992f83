public import LedgerBook

extension AsyncBook {
  /// Exchanges events with other devices through a shared folder.
  ///
  /// Commands and screens go on meanwhile: the log is locked for a few thousand events at a time. If it is cancelled, the
  /// events and pages that came are kept, and the next sync goes on from there.
  ///
  ///     let synced = try await book.sync(with: sharedFolder).value
  ///
  /// - Parameters:
  ///   - folder: The shared folder, which must exist.
  ///   - options: The additional work.
  /// - Throws: `SyncError` and the errors of `Book.sync(with:options:progress:)`.
  public nonisolated func sync(
    with folder: String, options: SyncOptions = SyncOptions()
  ) -> LongWork<SyncReport, SyncReport> {
    work { book, tell in try book.sync(with: folder, options: options, progress: tell) }
  }
}
