public import EventLog
public import LedgerBytes
internal import LedgerDomain

/// What a command has just appended, folded: all that posting it needs, so that nothing is read and folded a second
/// time.
public struct AppendedFolds: Sendable {
  /// The last position before the command's events.
  public let after: Int64
  /// The position of the last of them.
  public let through: Int64
  /// The leaf of the event there.
  public let leaf: SHA256Digest
  /// The streams that were appended to, each once, folded to their ends.
  public let streams: [(stream: KeyedStream, fold: StreamFold)]

  /// What a command has appended.
  public init(
    after: Int64, through: Int64, leaf: SHA256Digest, streams: [(stream: KeyedStream, fold: StreamFold)]
  ) {
    self.after = after
    self.through = through
    self.leaf = leaf
    self.streams = streams
  }

  /// Whether it may change what categories there are.
  var isOfCategory: Bool {
    streams.contains { if case .category = $0.fold.state { true } else { false } }
  }

  /// Whether an event may be passed over from now on: then streams change that nothing was appended to.
  var mayPassOver: Bool {
    streams.contains {
      if case .ledger(let state) = $0.fold.state {
        !state.redacted.isEmpty || !state.skipped.isEmpty
      } else {
        false
      }
    }
  }
}

extension ReadModels {
  /// Posts what a command has just appended. Where the models are not just before it (another process has posted it
  /// already, or they are further behind), they catch up as always.
  ///
  /// The first is posted when this returns. From the second on it is done on a thread of its own, which posts several
  /// together (`PostingLine`), and whatever reads these models next waits for it: a row of commands waits for the disk
  /// alone. Call it after the commit, without the log's write lock.
  public func post(_ appended: AppendedFolds) throws {
    guard !appended.mayPassOver else {
      settle()
      return try catchUp()
    }
    if var line = posting, line.add(appended) {
      posting = line
    } else {
      guard horizon == .now, inMemorySince == nil, let generation, generation.path != nil,
        posted == appended.after, !generation.isGone
      else { return try catchUp() }
      if isPosting {
        posting = PostingUnderWay.begin(appended, to: generation)
      } else {
        guard try generation.post([appended]) else { return try catchUp() }
        posted = appended.through
        if appended.isOfCategory { categories = nil }
        isPosting = true
      }
    }
    // A history that was built stays current, behind; of one that was not, nothing is read but the folder, once a second.
    follower?.follow(to: appended.through)
  }

  /// Where the models stand once what is under way is posted; nil: not known.
  private var expected: Int64? { posting?.reaching ?? posted }

  /// Whether the models are known to stand at a position of the log, or to come there by themselves.
  public func isAt(_ position: Int64) -> Bool { expected == position }

  /// Whether it is known where the models stand.
  public var isPlaceKnown: Bool { expected != nil }

  /// Whether the models are known to stand closely behind a position of the log: then a command brings them to its end
  /// under the log's lock, in no time.
  public func isCloselyBehind(_ position: Int64) -> Bool {
    guard let expected else { return false }
    return position - expected <= Self.close
  }

  /// Events that are posted within a millisecond or two.
  private static let close: Int64 = 100

  /// Waits for what is being posted.
  func settle() {
    guard let posting else { return }
    self.posting = nil
    posted = posting.wait()
    if posted == nil || posting.isOfCategory { categories = nil }
  }
}
