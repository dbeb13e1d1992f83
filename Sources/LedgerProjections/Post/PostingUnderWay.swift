internal import LedgerSQLite

/// Events being posted on a thread of its own, while the next are decided and appended: what these wait for longest is
/// the disk.
///
/// Until its end the generation, and the log that is read, belong to that thread: `ReadModels` hands nothing of them out
/// before it has waited.
struct PostingUnderWay {
  /// The position that the models stand at when all goes well.
  private(set) var reaching: Int64
  /// Whether what categories there are may change.
  private(set) var isOfCategory: Bool
  /// What commands put in line for it; nil: it goes on to the log's end, whatever is appended meanwhile.
  private let line: PostingLine?
  private let work: WorkUnderWay<Int64?>

  /// Begins catching up, which says where the models stand when it is done; nil: it is not known.
  static func catchUp(reaching: Int64, _ work: @escaping () throws -> Int64?) -> PostingUnderWay {
    PostingUnderWay(reaching: reaching, isOfCategory: true, line: nil, work: .begin(work))
  }

  /// Begins posting what commands append, the first and those that are put in line behind it.
  static func begin(_ first: AppendedFolds, to generation: Generation) -> PostingUnderWay {
    let line = PostingLine(first)
    return PostingUnderWay(
      reaching: first.through, isOfCategory: first.isOfCategory, line: line,
      work: .begin { try line.run { try !generation.isGone && generation.post($0) } })
  }

  /// Whether it goes on to the log's end.
  var isCatchingUp: Bool { line == nil }

  /// Puts what the next command has appended in line; false where it comes too late, or after something else.
  mutating func add(_ appended: AppendedFolds) -> Bool {
    guard let line, appended.after == reaching, line.add(appended) else { return false }
    reaching = appended.through
    if appended.isOfCategory { isOfCategory = true }
    return true
  }

  /// Whether it has come to its end, without waiting.
  var isDone: Bool { work.isDone }

  /// Waits for its end, and says where the models stand; nil: it is not known. Once.
  func wait() -> Int64? {
    line?.hurry()
    return (try? work.wait()) ?? nil
  }
}
