internal import LedgerSQLite

/// Events being posted on a thread of its own, while the next are decided and appended: what these wait for longest is
/// the disk.
///
/// Until its end the generation, and the log that is read, belong to that thread: `ReadModels` hands nothing of them out
/// before it has waited.
struct PostingUnderWay {
  /// The position that the models stand at when all goes well.
  let reaching: Int64
  /// Whether what categories there are may change.
  let isOfCategory: Bool
  /// Whether it goes on to the log's end, whatever is appended meanwhile.
  let isCatchingUp: Bool
  private let work: WorkUnderWay<Int64?>

  /// Begins work that says where the models stand when it is done; nil: it is not known.
  static func begin(
    reaching: Int64, isOfCategory: Bool, isCatchingUp: Bool = false, _ work: @escaping () throws -> Int64?
  ) -> PostingUnderWay {
    PostingUnderWay(
      reaching: reaching, isOfCategory: isOfCategory, isCatchingUp: isCatchingUp, work: .begin(work))
  }

  /// Whether it has come to its end, without waiting.
  var isDone: Bool { work.isDone }

  /// Waits for its end, and says where the models stand; nil: it is not known. Once.
  func wait() -> Int64? { (try? work.wait()) ?? nil }
}
