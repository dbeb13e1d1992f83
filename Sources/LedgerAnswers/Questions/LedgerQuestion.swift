public import LedgerBytes
public import LedgerDomain

/// A question to the log: who set a value, what changed, what would have been, and what is proved.
///
/// Each is what a command of the tool asks, and its answer is the one that the command shows.
///
///     let difference = try await book.answer(.difference(from: first, through: last)).value
///     let rows = difference.jsonLines
public enum LedgerQuestion: Hashable, Sendable {
  // MARK: Who and why

  /// The events that gave a receipt's fields their values, and its corrections (`events audit R`).
  case audit(TransactionID)
  /// The corrections of all receipts, and how often each confidence was right (`events audit --all`).
  case accuracy
  /// The event that set each field of a record, or one field (`events blame`).
  ///
  /// With `history`, also the events that set earlier values, and conflicts.
  case blame(StreamID, field: RecordField? = nil, history: Bool = false)

  /// The transactions and events that make up a figure, which its name means (`events why`).
  ///
  /// `limit` is the greatest number of transactions. If it is `nil`, all of them.
  case why(String, limit: Int? = nil)
  /// The event after which a condition is false: an invariant, or `group Berlin EUR = 1284.50`.
  ///
  /// `good` is a position at which it was as expected. `bad` is the end of the log by default (`events bisect`).
  case bisect(String, good: Position? = nil, bad: Position? = nil)

  // MARK: What changed

  /// The records and sums that differ between two positions (`events diff`).
  ///
  /// A record or a group selects what is compared. An inner `nil` is Unfiled. `shown` is the number of records that
  /// people see, and `nil` leaves all records out.
  case difference(
    from: Position, through: Position, record: StreamID? = nil, group: GroupID?? = nil, shown: Int? = 200)
  /// The differences between this ledger and another folder of it, or a shared folder (`events compare`).
  ///
  /// If payloads are not read, only the hash trees are compared.
  case comparison(with: String, readsPayloads: Bool = true)

  // MARK: What would have been

  /// The records and sums that would differ without some events (`events replay --without`).
  case without([EventReference])
  /// The differences if events of JSON lines replaced recorded ones (`events replay --patch`).
  case patched([UInt8], named: String)
  /// The differences if events counted in their order of arrival (`events replay --order`).
  case orderOfArrival
  /// The readings of today's extractor in all recorded texts (`events replay --extractor`).
  case readingAgain

  // MARK: What is proved

  /// The size and the root hash of each device's log, to keep or to sign (`events checkpoint`).
  case checkpoints(of: Set<UniqueID>? = nil)
  /// The proof that an event is in the log, or in that of a kept file of checkpoints (`events prove`).
  case proof(of: EventReference, in: [UInt8]? = nil)
  /// A proof for each checkpoint of a kept file that the log only grew since (`events prove --since`).
  case growth(since: [UInt8])

  // MARK: Reports, devices and profiles

  /// The events that reproduce some records in a ledger of their own (`events repro`).
  ///
  /// `upTo` has events: the record of each comes up to that event. `of` has names of figures, which are the same there.
  /// With `figures`, also the transactions that are summed with them. With `standIns`, other texts and amounts.
  case reproduction(
    [StreamID], upTo: [Position] = [], of: [String] = [], figures: Bool = false, standIns: Bool = false)

  /// The branches of devices whose id was used twice (`events device branches`).
  case branches
  /// The answers that imports keep for a bank's files (`events profile list`).
  case profiles
}
