internal import EventLog
public import LedgerDomain
internal import LedgerProjections

/// The date of a book and its views, which stays the same while a snapshot is read.
final class HeldDay {
  var isHeld = false
  var day: CivilDate?
}

extension Book {
  /// Reads several things at one position: everything that `body` asks for is of the same moment.
  ///
  /// That includes the log, screens, sums, the search, the history, and views that `asOf` makes in `body`. In it,
  /// `lastPosition()` is that position, and `today` stays the same. Other processes record meanwhile, and are not seen.
  /// Only what concerns the files is of now: `missing()`, and in `status()` the states of the models, history and search.
  ///
  ///     let (position, count, drafts) = try book.read { book in
  ///       (try book.lastPosition(), try book.count(filter), try book.home().drafts)
  ///     }
  ///
  /// In `body`, a command, a rebuild, a verification, a backup and `close` throw `EventLogError.inSnapshot`. Keep it
  /// short: the log's -wal grows until it returns. It runs a second time if the models turn out to be damaged.
  ///
  /// - Throws: The errors of `body`, and `EventLogError.busy` if others record without a pause.
  /// - Complexity: That of `body`. Catching up is done once for all reads, instead of for each. A search or a history is
  ///   folded from the log if another process has brought its file beyond the position.
  public func read<Value>(_ body: (Book) throws -> Value) throws -> Value {
    // The book that a view was made from may be read in `body`, too.
    if let base { return try base.read { _ in try body(self) } }
    guard !heldDay.isHeld else { return try body(self) }
    heldDay.isHeld = true
    defer { (heldDay.isHeld, heldDay.day) = (false, nil) }
    return try models.holding { try body(self) }
  }

  /// The civil date where the clock is.
  public var today: CivilDate {
    if let day = heldDay.day { return day }
    let now = settings.clock()
    let local = now.milliseconds + Int64(now.offsetMinutes) * 60_000
    let number = local >= 0 ? local / 86_400_000 : (local - 86_399_999) / 86_400_000
    let day = CivilDate(dayNumber: Int32(clamping: number))
    if heldDay.isHeld { heldDay.day = day }
    return day
  }
}
