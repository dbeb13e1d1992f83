internal import Dispatch

/// Events being posted on a thread of its own, while the next are decided and appended: what these wait for longest is
/// the disk.
///
/// Unchecked, because a semaphore says whose turn it is, which types can't: from `begin` to the end of `wait` the
/// generation, and the log that is read, belong to that thread alone. `ReadModels` hands nothing of them out before it
/// has waited.
final class PostingUnderWay: @unchecked Sendable {
  /// The position that the models stand at when all goes well.
  let reaching: Int64
  /// Whether what categories there are may change.
  let isOfCategory: Bool
  /// Whether it goes on to the log's end, whatever is appended meanwhile.
  let isCatchingUp: Bool
  private let work: () throws -> Int64?
  private let done = DispatchSemaphore(value: 0)
  private var reached: Int64?

  private static let queue = DispatchQueue(
    label: "ledger.posting", qos: .userInitiated, attributes: .concurrent)

  private init(
    _ reaching: Int64, _ isOfCategory: Bool, _ isCatchingUp: Bool, _ work: @escaping () throws -> Int64?
  ) {
    self.reaching = reaching
    self.isOfCategory = isOfCategory
    self.isCatchingUp = isCatchingUp
    self.work = work
  }

  /// Begins work that says where the models stand when it is done; nil: it is not known.
  static func begin(
    reaching: Int64, isOfCategory: Bool, isCatchingUp: Bool = false, _ work: @escaping () throws -> Int64?
  ) -> PostingUnderWay {
    let posting = PostingUnderWay(reaching, isOfCategory, isCatchingUp, work)
    queue.async {
      posting.reached = try? posting.work()
      posting.done.signal()
    }
    return posting
  }

  /// Whether it has come to its end, without waiting.
  var isDone: Bool {
    guard done.wait(timeout: .now()) == .success else { return false }
    done.signal()
    return true
  }

  /// Waits for its end, and says where the models stand; nil: it is not known. Once.
  func wait() -> Int64? {
    done.wait()
    return reached
  }
}
