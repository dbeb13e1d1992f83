public import LedgerBytes

/// The event that set a field was undone: the field has its earlier value again, by its earlier author.
///
/// It is not a correction. A value that the machine had read counts as read again, and a later reading may replace it.
/// A value that nobody had confirmed is unconfirmed again (Design, section 7). Undoing the undo is another event of
/// this type.
public struct FieldReverted: Hashable, Sendable {
  /// The event undone.
  public let event: EventReference
  /// The field that the undone event names, which for an amount is the total or the currency.
  public let field: TransactionField
  /// The value before the undo.
  public let from: FieldValue?
  /// The value after the undo, or `nil` if the field is empty again.
  public let to: FieldValue?
  /// The origin of that value, or `nil` if nobody had written the field.
  public let origin: WriteOrigin?
  /// The author of that value, or `nil` if nobody had written the field.
  public let actor: String?
  /// The fields of the same place that a person had settled then, in the order of a review.
  public let settled: [TransactionField]

  /// Creates the record of an undo of one field.
  public init(
    event: EventReference, field: TransactionField, from: FieldValue?, to: FieldValue?, origin: WriteOrigin?,
    actor: String?, settled: [TransactionField]
  ) {
    self.event = event
    self.field = field
    self.from = from
    self.to = to
    self.origin = origin
    self.actor = actor
    self.settled = settled
  }
}
