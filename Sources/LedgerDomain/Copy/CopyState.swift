/// The fold of the events of one copy.
package struct CopyState: Hashable, Sendable {
  /// The request, or `nil` until it is known.
  package internal(set) var request: CopyEvent.Requested?
  /// Whether the copy is not followed. Requesting it again follows it again.
  package internal(set) var detached = FieldRegister<Bool>()
  /// How often a copy was begun: one more after each detachment.
  package internal(set) var generation = 0
  /// The request that was sent, or may have been sent, and has no answer yet.
  package internal(set) var pending: CopyEvent.Attempted?
  /// The identifier by which the remote budget recognizes a repetition.
  package internal(set) var importID: String?
  /// The last answer that the remote budget holds the copy.
  package internal(set) var acknowledged: CopyEvent.Acknowledged?
  /// The civil date on which the remote budget first held a copy.
  package internal(set) var sentOn: CivilDate?
  /// The line items and their parts.
  package internal(set) var items: [CopyEvent.Item] = []
  /// The refusal, if that was the last answer.
  package internal(set) var refusal: CopyEvent.Refused?
  /// The reason of waiting, if the last try was deferred.
  package internal(set) var deferral: CopyEvent.Deferred?
  /// The values on which both sides agreed last.
  package internal(set) var base: [CopyEvent.Key: String] = [:]
  /// The fields that both sides changed, for a person to settle.
  package internal(set) var conflicts: [CopyEvent.Key: CopyEvent.Change] = [:]
  /// Whether the remote budget deleted the transaction.
  package internal(set) var isDeletedThere = false

  /// Creates the state of a copy of which nothing is known.
  package init() {}

  /// The progress of a copy.
  package typealias Phase = CopyRow.Phase

  /// The progress, or `nil` until the request is known.
  package var phase: Phase? {
    guard request != nil else { return nil }
    if detached.value == true { return .detached }
    if refusal != nil { return .refused }
    if deferral != nil { return .deferred }
    if pending != nil { return .sending }
    return acknowledged == nil ? .requested : .copied
  }

  /// The remote identifier, or `nil` if the remote budget holds no copy.
  package var remote: String? { acknowledged?.remote }
}
