/// How much of a log a build processes at a time. The sizes do not change the result.
struct BuildSizes: Sendable {
  /// Streams that a thread folds at once.
  var shard: Int64 = 256
  /// Values that are put in order at a time (`SortedRuns`).
  var sorted = 1 << 18
  /// Sums that a thread keeps to itself (`SharedTotals`).
  var sums = 8_192
}
