import LedgerDomain

/// Something that a random history found wrong.
struct PropertyFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// What occurred in one history, or in all.
struct PropertyCounts: Sendable {
  var histories = 0
  var commands = 0
  var devices = 0
  /// By the events' type names, each event once, wherever it travelled.
  var types: [String: Int] = [:]
  var rejections: [String: Int] = [:]
  /// Events that a device learned of after one of the same stream that follows them in the fold.
  var lateArrivals = 0
  /// Transactions with a conflict, and with a deletion that waits, at the end.
  var conflicts = 0
  var pendingDeletions = 0
  /// Commands that were undone at once and brought back, by the type of their first event.
  var undone: [String: Int] = [:]
  /// Those after which a rule made changes that an undo leaves. Neither they nor sums are compared.
  var partialUndos = 0
  /// Comparisons of all tables with another way to compute them.
  var comparisons = 0

  mutating func reject(_ rejection: Rejection) {
    let words = String(describing: rejection)
    rejections[String(words.prefix { $0 != "(" }), default: 0] += 1
  }

  mutating func add(_ other: PropertyCounts) {
    histories += other.histories
    commands += other.commands
    devices += other.devices
    types.merge(other.types, uniquingKeysWith: +)
    rejections.merge(other.rejections, uniquingKeysWith: +)
    undone.merge(other.undone, uniquingKeysWith: +)
    lateArrivals += other.lateArrivals
    conflicts += other.conflicts
    pendingDeletions += other.pendingDeletions
    partialUndos += other.partialUndos
    comparisons += other.comparisons
  }

  /// The lines that a run prints.
  var summary: String {
    func table(_ counts: [String: Int]) -> String {
      counts.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }.joined(separator: "\n")
    }
    return """
      \(histories) histories, \(devices) devices, \(commands) commands, \(comparisons) comparisons of all tables
      late arrivals: \(lateArrivals); at the end \(conflicts) transactions in conflict, \
      \(pendingDeletions) deletions waiting
      events
      \(table(types))
      undone at once (\(undone.values.reduce(0, +)), of which \(partialUndos) without what their rule had generated)
      \(table(undone))
      rejections
      \(table(rejections))
      """
  }
}
