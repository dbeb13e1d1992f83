/// The places where a sync reports and can be stopped.
package struct SyncHooks {
  /// A place where a crash leaves a state of its own.
  package enum Step: String, CaseIterable, Sendable {
    case beforeImport
    case beforeCommit
    case afterCommit
    case beforeErasing
    case beforePages
    case beforePublish
    case fileCreated
    case fileWritten
    case fileSynced
    case fileRenamed
    case beforeMerge
    case beforeRemoval
    case afterRemoval
    case beforeRedacted
    case afterRedacted
    case beforeMemory
    case afterMemory

    /// Whether no file is begun and nothing is locked, so that a person may stop the sync.
    var isBetweenFiles: Bool {
      switch self {
      case .beforeErasing, .beforePages, .beforePublish, .beforeMerge, .beforeRedacted: true
      case .beforeImport, .beforeCommit, .afterCommit, .fileCreated, .fileWritten, .fileSynced, .fileRenamed,
        .beforeRemoval, .afterRemoval, .afterRedacted, .beforeMemory, .afterMemory:
        false
      }
    }
  }

  /// Called at each step. What it throws stops the sync there, as a crash would.
  package var step: (Step) throws -> Void = { _ in }
  /// Called after each transaction. What it throws stops the sync, and what came stays.
  package var progress: (SyncReport) throws -> Void = { _ in }

  /// The number of events from which a transaction of an import ends after a segment. Other writers wait for it.
  package var eventsAtOnce = 8_192

  package init() {}
}
