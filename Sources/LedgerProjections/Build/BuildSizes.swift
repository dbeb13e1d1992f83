/// How much of a log a build has in hand at a time. None of it changes what is built.
struct BuildSizes: Sendable {
  /// Streams that a thread folds at once.
  var shard: Int64 = 256
  /// Values that are put in order at a time (`SortedRuns`).
  var sorted = 1 << 18
  /// Sums that a thread keeps to itself (`SharedTotals`).
  var sums = 8_192
}
