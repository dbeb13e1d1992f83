internal import LedgerBytes

/// Everything that can happen to the copy of a transaction in a remote budget.
public enum CopyEvent: Hashable, Sendable {
  case copyRequested(Requested)
  case copyAttempted(Attempted)
  case copyAcknowledged(Acknowledged)
  case copyRefused(Refused)
  case copyDeferred(Deferred)
  case remoteChangeObserved(RemoteChangeObserved)
  case copyMerged(Merged)
  case copyDetached(Detached)
}

extension CopyEvent: KindEvent {
  static let streamKind = StreamKind.copy

  static let types: [EventType] = [
    .copyRequested, .copyAttempted, .copyAcknowledged, .copyRefused, .copyDeferred, .remoteChangeObserved,
    .copyMerged, .copyDetached,
  ]

  var event: LedgerEvent { .copy(self) }

  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    switch self {
    case .copyRequested(let event): visitor.visit(.copyRequested, event)
    case .copyAttempted(let event): visitor.visit(.copyAttempted, event)
    case .copyAcknowledged(let event): visitor.visit(.copyAcknowledged, event)
    case .copyRefused(let event): visitor.visit(.copyRefused, event)
    case .copyDeferred(let event): visitor.visit(.copyDeferred, event)
    case .remoteChangeObserved(let event): visitor.visit(.remoteChangeObserved, event)
    case .copyMerged(let event): visitor.visit(.copyMerged, event)
    case .copyDetached(let event): visitor.visit(.copyDetached, event)
    }
  }

  var impliedID: UniqueID? {
    guard case .copyRequested(let event) = self else { return nil }
    return CopyID(event.transaction, plan: event.plan, account: event.account).id
  }
}

extension EventType {
  /// A person asked for a copy.
  package static let copyRequested = EventType("CopyRequested", CopyEvent.copyRequested, canUndo: true)
  /// A request is about to be sent.
  package static let copyAttempted = EventType("CopyAttempted", CopyEvent.copyAttempted)
  /// The remote budget holds the copy.
  package static let copyAcknowledged = EventType("CopyAcknowledged", CopyEvent.copyAcknowledged)
  /// The remote budget refused the copy.
  package static let copyRefused = EventType("CopyRefused", CopyEvent.copyRefused)
  /// The copy is sent later.
  package static let copyDeferred = EventType("CopyDeferred", CopyEvent.copyDeferred)
  /// The remote budget has other values.
  package static let remoteChangeObserved = EventType("RemoteChangeObserved", CopyEvent.remoteChangeObserved)
  /// Values were merged.
  package static let copyMerged = EventType("CopyMerged", CopyEvent.copyMerged)
  /// The copy is no longer followed.
  package static let copyDetached = EventType("CopyDetached", CopyEvent.copyDetached, canUndo: true)
}

extension CopyEvent {
  /// A person asked to copy a transaction into an account of a remote budget (RY-07).
  public struct Requested: Hashable, Sendable {
    /// The transaction.
    public let transaction: TransactionID
    /// The remote identifier of the plan.
    public let plan: String
    /// The remote identifier of the account.
    public let account: String
    /// Whether the line items are copied as parts of a split (RY-08).
    public let withItems: Bool
    /// The civil date of the request.
    public let on: CivilDate

    /// Creates the event.
    package init(transaction: TransactionID, plan: String, account: String, withItems: Bool, on: CivilDate) {
      self.transaction = transaction
      self.plan = plan
      self.account = account
      self.withItems = withItems
      self.on = on
    }
  }

  /// A request to the remote budget is about to be sent (RY-09). A retry sends the same bytes.
  public struct Attempted: Hashable, Sendable {
    /// The identifier by which the remote budget recognizes a repetition.
    public let importID: String
    /// The remote identifier of the transaction that is changed, or `nil` if one is created.
    public let remote: String?
    /// The transaction in the body of the request, as JSON.
    public let body: String
    /// The values that were sent.
    public let values: [CopyEvent.Value]
    /// The line items that were sent, in order.
    public let items: [LineItemID]
    /// The civil date of the request.
    public let on: CivilDate

    /// Creates the event.
    package init(
      importID: String, remote: String? = nil, body: String, values: [CopyEvent.Value],
      items: [LineItemID] = [], on: CivilDate
    ) {
      self.importID = importID
      self.remote = remote
      self.body = body
      self.values = values
      self.items = items
      self.on = on
    }
  }
}

extension CopyEvent.Requested: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    account = try coder.member("account", whole?.account)
    on = try coder.member("on", whole?.on)
    plan = try coder.member("plan", whole?.plan)
    transaction = try coder.member("transaction", whole?.transaction)
    withItems = try coder.member("withItems", whole?.withItems)
  }

  var summary: String { "\(transaction) to account \(account)\(withItems ? ", with line items" : "")" }
}

extension CopyEvent.Attempted: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    body = try coder.member("body", whole?.body)
    importID = try coder.member("importID", whole?.importID)
    items = try coder.list(unlessEmpty: "items", whole?.items)
    on = try coder.member("on", whole?.on)
    remote = try coder.member("remote", whole?.remote)
    values = try coder.list("values", whole?.values)
  }

  var summary: String {
    [importID, remote.map { "changes \($0)" }, items.isEmpty ? nil : "\(items.count) line items"]
      .compactMap { $0 }.listed()
  }
}
