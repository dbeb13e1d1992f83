internal import LedgerBytes
internal import LedgerDomain
internal import Synchronization

/// The filter entries of a range of streams, with values numbered by the thread that folded them.
struct FacetPart: Sendable {
  /// The thread that numbered the values.
  let thread: Int
  /// The values of each facet numbered since the thread's last part, in the order of their numbers.
  fileprivate(set) var values: [[FacetValue]] = Facet.allCases.map { _ in [] }
  /// The entries in the order of their keys.
  fileprivate(set) var entries: [(key: StreamKey, entry: FacetEntry)] = []
}

/// Numbers the values that a thread of a rebuild meets, from 1 and across all of its ranges.
///
/// `FacetBuilder` replaces them by the table's numbers, in the order of keys. Those do not depend on how many threads
/// there are, nor on which was first.
struct FacetNumbering {
  private let thread: Int
  private var numbers = FacetNumbers()
  private var part: FacetPart

  /// How many threads have numbered values, in any rebuild.
  private static let threads = Atomic<Int>(0)

  init() {
    thread = Self.threads.add(1, ordering: .relaxed).newValue
    part = FacetPart(thread: thread)
  }

  /// Adds a transaction, whose key is greater than those before.
  mutating func add(_ row: TransactionRow, key: StreamKey) {
    part.entries.append((key: key, entry: numbers.entry(row, key: key)))
  }

  /// Returns the part since the last call.
  mutating func take() -> FacetPart {
    part.values = numbers.takeValues()
    defer { part = FacetPart(thread: thread) }
    return part
  }
}
