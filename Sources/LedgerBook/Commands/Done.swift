public import LedgerBytes
public import LedgerDomain

/// The result of a command: what it recorded, and the record that it was about as it is then.
///
///     let first = try book.record(taxi, id: command)
///     let again = try book.record(taxi, id: command)  // nothing is recorded twice
///     let isRepeated = again.repeated && again.transaction == first.transaction
///     let paid = first.row?.money
///     try book.undo(first)
public struct Done: Hashable, Sendable {
  /// The positions of the events appended. Empty if nothing had to change.
  public let positions: [Position]
  /// These events, in the same order. Empty if the command is repeated.
  public let events: [LedgerEvent]
  /// The first of these events, which names the action for `undo(_:)`, or `nil` if nothing was appended.
  public let action: EventReference?
  /// The stream of the record that the command was about.
  ///
  /// If a command is about several, the stream of its first event. `nil` if such a command appended nothing.
  public let about: StreamID?
  /// The state of that record after the command, or `nil` after more than 64 events.
  package let state: RecordState?
  /// Whether the same command had been given before: nothing was appended now.
  public let repeated: Bool
  /// The report of the generation after a command about rules.
  ///
  /// It runs in batches of its own. `nil` if it failed, and then the next generation makes up for it.
  public internal(set) var generated: GenerationReport?

  init(
    positions: [Position] = [], events: [LedgerEvent] = [], action: EventReference? = nil, about: StreamID?,
    state: RecordState?, repeated: Bool = false
  ) {
    self.positions = positions
    self.events = events
    self.action = action
    self.about = about
    self.state = state
    self.repeated = repeated
  }

  /// Whether nothing was appended, now or before.
  public var isUnchanged: Bool { positions.isEmpty }

  // MARK: The record

  /// The transaction that the command was about.
  public var transaction: TransactionID? { id(.transaction).map { TransactionID($0) } }
  /// The group that it was about.
  public var group: GroupID? { id(.group).map { GroupID($0) } }
  /// The rule that it was about, or the rule of the transaction that it was about.
  public var rule: RuleID? { id(.rule).map { RuleID($0) } ?? receipt?.link.value?.rule }
  /// The account that it was about.
  public var account: AccountID? { id(.account).map { AccountID($0) } }
  /// The goal that it was about.
  public var goal: GoalID? { id(.goal).map { GoalID($0) } }
  /// The key of the category that it was about.
  public var category: String? { if case .category(let state) = state { state.key } else { nil } }

  /// The transaction as a list shows it, or `nil` after more than 64 events.
  public var row: TransactionRow? {
    guard let transaction, let receipt else { return nil }
    return TransactionRow(transaction, receipt)
  }

  /// The group as a list shows it, or `nil` after more than 64 events.
  package var groupRow: GroupRow? {
    guard let group, case .group(let state) = state else { return nil }
    return GroupRow(group, state)
  }

  /// The last readings of the transaction's paper, or `nil` if it has no text.
  public var readings: ReceiptReadings? { receipt?.extraction?.completed.readings }

  /// The state of the transaction.
  package var receipt: TransactionState? {
    if case .transaction(let state) = state { state } else { nil }
  }

  private func id(_ kind: StreamKind) -> UniqueID? { about?.kind == kind.rawValue ? about?.id : nil }
}
