internal import Synchronization

/// The sums of a rebuild, to which each of its threads adds what it has gathered.
///
/// Every thread comes across nearly all days and groups. Had each its own sums to the end, there would be as many times all
/// of them as there are threads: 65 MB at ten million events.
final class SharedTotals: Sendable {
  private let totals = Mutex(Totals())

  private let most: Int

  /// - Parameter most: sums that a thread keeps to itself; some thousands are those of a hundred ranges of streams, since
  ///   neighbours are of the same days.
  init(most: Int) { self.most = most }

  /// Takes a thread's sums, where they are many, and leaves it none.
  func takeIfMany(_ sums: inout Totals) {
    guard sums.count > most else { return }
    totals.withLock { $0.merge(sums) }
    sums = Totals()
  }

  /// All that was taken, when nobody adds any more; forgets it.
  func take() -> Totals {
    totals.withLock { totals in
      defer { totals = Totals() }
      return totals
    }
  }
}
