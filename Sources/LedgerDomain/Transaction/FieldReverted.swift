public import LedgerBytes

/// What set a field was undone: the value before it stands again, as whose it was then.
///
/// Not a correction: a field that was as the machine had read it is so again, and a later reading may replace it; one
/// that nobody had confirmed is unconfirmed again (DESIGN 7). Undoing the undo is another of these.
public struct FieldReverted: Hashable, Sendable {
  /// The event undone.
  public let event: EventReference
  /// The field; for a total and its currency the one that the event undone names.
  public let field: Field
  /// The value before the undo.
  public let from: FieldValue?
  /// The value that stands again; nil where the field is empty again.
  public let to: FieldValue?
  /// How that value had come to stand; nil where nothing had been written.
  public let origin: WriteOrigin?
  /// Who had written it; nil where nothing had been written.
  public let actor: String?
  /// The fields of the same place that a person had settled then, in the order of a review.
  public let settled: [Field]

  /// What set a field was undone.
  public init(
    event: EventReference, field: Field, from: FieldValue?, to: FieldValue?, origin: WriteOrigin?,
    actor: String?, settled: [Field]
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
