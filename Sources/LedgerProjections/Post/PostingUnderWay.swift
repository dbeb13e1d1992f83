internal import Dispatch
internal import EventLog
internal import LedgerDomain

/// What a command appended, being posted on a thread of its own while the next command is on its way: what it waits
/// for longest is the disk.
///
/// From `begin` to the end of `wait` the generation belongs to that thread alone. `ReadModels` hands nothing of it out
/// before it has waited.
final class PostingUnderWay: @unchecked Sendable {
  let appended: AppendedFolds
  private let generation: Generation
  private let done = DispatchSemaphore(value: 0)
  private var isPosted = false

  /// One after the other: there is never more than one under way for a generation.
  private static let queue = DispatchQueue(
    label: "ledger.posting", qos: .userInitiated, attributes: .concurrent)

  private init(_ appended: AppendedFolds, _ generation: Generation) {
    self.appended = appended
    self.generation = generation
  }

  static func begin(_ appended: AppendedFolds, to generation: Generation) -> PostingUnderWay {
    let posting = PostingUnderWay(appended, generation)
    queue.async {
      // What can't be posted now is caught up at next use, which says why if it still can't.
      posting.isPosted = (try? posting.generation.post(posting.appended)) ?? false
      posting.done.signal()
    }
    return posting
  }

  /// Waits for its end; whether it was posted. Once.
  func wait() -> Bool {
    done.wait()
    return isPosted
  }

  /// Whether it may change what categories there are.
  var isOfCategory: Bool { appended.isOfCategory }
}
