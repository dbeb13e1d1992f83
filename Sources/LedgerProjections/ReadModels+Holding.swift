internal import EventLog
package import LedgerBytes
internal import LedgerSQLite

// One snapshot of the log, the models and the search index for several reads. SQLite has snapshots of one file only. So
// those of two files are taken one after the other, and are used if both are of one position.
extension ReadModels {
  /// The snapshot that is being read.
  struct Held {
    let generation: Generation
    /// The part of the search index that was asked for while the index was ahead of the snapshot.
    var missed = SearchPart.none
  }

  /// The part of the search index that belongs to a snapshot from its beginning.
  enum SearchPart: Int, Comparable {
    case none, indexed, all

    static func < (left: SearchPart, right: SearchPart) -> Bool { left.rawValue < right.rawValue }
  }

  /// The attempts to take a snapshot for one call of `holding`.
  private struct Attempts {
    var count = 0
    var search = SearchPart.none
  }

  /// After so many attempts while another process appends, that process waits for one.
  private static let freeAttemptsMax = 3

  /// Runs `body`, whose reads of log, models, search and history are all of one position.
  ///
  /// Events are posted until the models are at the log's position. While others keep on appending, they are made to wait
  /// for that after a few attempts. So this ends, whatever the number of writers. In a write, and in another snapshot,
  /// `body` just runs.
  ///
  /// `body` runs a second time if the models turn out to be damaged. So it does if another process has brought the search
  /// index beyond the position.
  ///
  /// - Parameter body: Reads. It gets the position. What it records or rebuilds throws `EventLogError.readOnly`.
  /// - Complexity: Some look-ups more than `body`, and those of posting what the models lack.
  package func holding<T>(_ body: (Position) throws -> T) throws -> T {
    if log.isOnSnapshot { return try body(min(try log.lastPosition(), horizon.position)) }
    // A moment of the past does not change.
    guard horizon == .now else { return try log.holding { try body(min($0, horizon.position)) } }
    return try mending {
      var attempts = Attempts()
      while true {
        if let result = try hold(&attempts, body) { return result }
        attempts.count += 1
      }
    }
  }

  /// Throws an error while a snapshot is read, in which nothing is built or closed.
  package func requireNotHeld() throws {
    if log.isHeld { throw EventLogError.readOnly(folder: log.folder) }
  }

  /// Takes a snapshot and runs `body`. Returns `nil` if the snapshots of the files are of different positions.
  private func hold<T>(_ attempts: inout Attempts, _ body: (Position) throws -> T) throws -> T? {
    let generation = try ready()
    try follow(attempts.search)
    guard attempts.search > .none || attempts.count >= Self.freeAttemptsMax else {
      return try hold(generation, &attempts, release: {}, body)
    }
    return try log.withoutAppends { release in try hold(generation, &attempts, release: release, body) }
  }

  private func hold<T>(
    _ generation: Generation, _ attempts: inout Attempts, release: () -> Void, _ body: (Position) throws -> T
  ) throws -> T? {
    try log.holding { last in
      // Events are read from the snapshot of the log, so the models are posted no further than that.
      if service.expectedPosition != last { while try step(generation) {} }
      return try generation.connection.transaction(.deferred) {
        guard let head = try headUnlessGone(generation), !head.isSuperseded, head.position == last else {
          return nil
        }
        note(position: last)
        held = Held(generation: generation)
        defer { held = nil }
        func run() throws -> T {
          release()
          return try body(last)
        }
        do {
          try follow(attempts.search)
          let result = try attempts.search > .none ? searchIndex.holding(run) : run()
          if held?.missed == SearchPart.none { return result }
        } catch {
          if held?.missed == SearchPart.none { throw error }
        }
        attempts.search = max(attempts.search, held?.missed ?? .none)
        return nil
      }
    }
  }

  /// Brings the search index to the log's position.
  private func follow(_ part: SearchPart) throws {
    switch part {
    case .none: return
    case .indexed: try searching { try searchIndex.completeIfClose() }
    case .all: try searching(.all) { try searchIndex.complete() }
    }
  }
}
