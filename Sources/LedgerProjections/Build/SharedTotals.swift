internal import Synchronization

/// The sums of a rebuild, to which each of its threads adds its own.
///
/// Every thread meets nearly all days and groups. If each kept its sums to the end, all of them would exist once per
/// thread, which is 65 MB at ten million events.
final class SharedTotals: Sendable {
  private let totals = Mutex(Totals())

  private let most: Int

  /// Creates empty sums.
  ///
  /// - Parameter most: How many sums a thread keeps to itself. Some thousands cover a hundred ranges of streams,
  ///   because neighbouring streams are of the same days.
  init(most: Int) { self.most = most }

  /// Takes over a thread's sums if there are many, and empties them.
  func takeIfMany(_ sums: inout Totals) {
    guard sums.count > most else { return }
    totals.withLock { $0.merge(sums) }
    sums = Totals()
  }

  /// Returns all sums and forgets them. Called when no thread adds any more.
  func take() -> Totals {
    totals.withLock { totals in
      defer { totals = Totals() }
      return totals
    }
  }
}
