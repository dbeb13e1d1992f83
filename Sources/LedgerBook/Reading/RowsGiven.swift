/// Counts the rows of a list that were passed on, so that each is passed on once.
///
/// A list is read again from its start if the file of the read models turns out to be damaged.
struct RowsGiven {
  /// Rows passed on so far.
  private var given = 0
  /// Rows read since the list was last begun.
  private var read = 0

  /// Begins the list, for the first time or again.
  mutating func begin() { read = 0 }

  /// Counts a row. Returns `false` if it was passed on before.
  mutating func isNew() -> Bool {
    read += 1
    guard read > given else { return false }
    given = read
    return true
  }
}
