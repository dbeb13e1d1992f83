/// The fold of the events of one copy.
public struct CopyState: Hashable, Sendable {
  /// The request, or `nil` until it is known.
  public internal(set) var request: CopyRequested?
  /// Whether the copy is not followed. Requesting it again follows it again.
  public internal(set) var detached = FieldRegister<Bool>()
  /// How often a copy was begun: one more after each detachment.
  public internal(set) var generation = 0
  /// The request that was sent, or may have been sent, and has no answer yet.
  public internal(set) var pending: CopyAttempted?
  /// The identifier by which the remote budget recognizes a repetition.
  public internal(set) var importID: String?
  /// The last answer that the remote budget holds the copy.
  public internal(set) var acknowledged: CopyAcknowledged?
  /// The civil date on which the remote budget first held a copy.
  public internal(set) var sentOn: CivilDate?
  /// The line items and their parts.
  public internal(set) var items: [CopyItem] = []
  /// The refusal, if that was the last answer.
  public internal(set) var refusal: CopyRefused?
  /// The reason of waiting, if the last try was deferred.
  public internal(set) var deferral: CopyDeferred?
  /// The values on which both sides agreed last.
  public internal(set) var base: [CopyKey: String] = [:]
  /// The fields that both sides changed, for a person to settle.
  public internal(set) var conflicts: [CopyKey: CopyChange] = [:]
  /// Whether the remote budget deleted the transaction.
  public internal(set) var isDeletedThere = false

  /// Creates the state of a copy of which nothing is known.
  public init() {}

  /// The progress of a copy.
  public enum Phase: String, CaseIterable, Hashable, Sendable {
    case requested, sending, deferred, refused, copied, detached
  }

  /// The progress, or `nil` until the request is known.
  public var phase: Phase? {
    guard request != nil else { return nil }
    if detached.value == true { return .detached }
    if refusal != nil { return .refused }
    if deferral != nil { return .deferred }
    if pending != nil { return .sending }
    return acknowledged == nil ? .requested : .copied
  }

  /// The remote identifier, or `nil` if the remote budget holds no copy.
  public var remote: String? { acknowledged?.remote }
}
