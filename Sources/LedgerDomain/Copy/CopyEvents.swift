/// Everything that can happen to the copy of a transaction in a remote budget.
public enum CopyEvent: Hashable, Sendable {
  case copyRequested(CopyRequested)
  case copyAttempted(CopyAttempted)
  case copyAcknowledged(CopyAcknowledged)
  case copyRefused(CopyRefused)
  case copyDeferred(CopyDeferred)
  case remoteChangeObserved(RemoteChangeObserved)
  case copyMerged(CopyMerged)
  case copyDetached(CopyDetached)
}

extension CopyEvent: KindEvent {
  static let streamKind = StreamKind.copy

  static let types: [EventType] = [
    .copyRequested, .copyAttempted, .copyAcknowledged, .copyRefused, .copyDeferred, .remoteChangeObserved,
    .copyMerged, .copyDetached,
  ]

  /// Its type.
  public var type: EventType { declaredType }

  var event: RecordEvent { .copy(self) }

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
}

/// A person asked to copy a transaction into an account of a remote budget (RY-07).
public struct CopyRequested: Hashable, Sendable {
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
  public init(transaction: TransactionID, plan: String, account: String, withItems: Bool, on: CivilDate) {
    self.transaction = transaction
    self.plan = plan
    self.account = account
    self.withItems = withItems
    self.on = on
  }
}

/// A request to the remote budget is about to be sent (RY-09). A retry sends the same bytes.
public struct CopyAttempted: Hashable, Sendable {
  /// The identifier by which the remote budget recognizes a repetition.
  public let importID: String
  /// The remote identifier of the transaction that is changed, or `nil` if one is created.
  public let remote: String?
  /// The transaction in the body of the request, as JSON.
  public let body: String
  /// The values that were sent.
  public let values: [CopyValue]
  /// The line items that were sent, in order.
  public let items: [LineItemID]
  /// The civil date of the request.
  public let on: CivilDate

  /// Creates the event.
  public init(
    importID: String, remote: String? = nil, body: String, values: [CopyValue], items: [LineItemID] = [],
    on: CivilDate
  ) {
    self.importID = importID
    self.remote = remote
    self.body = body
    self.values = values
    self.items = items
    self.on = on
  }
}

/// The remote budget holds the copy (RY-18).
public struct CopyAcknowledged: Hashable, Sendable {
  /// The remote identifier of the transaction.
  public let remote: String
  /// The line items and their parts.
  public let items: [CopyItem]
  /// The values that the remote budget stored.
  public let values: [CopyValue]
  /// The values that were sent, and that the remote budget ignored.
  public let ignored: [CopyValue]
  /// Whether the remote budget had the transaction before it was sent, such as from a bank.
  public let wasThere: Bool
  /// The civil date of the answer.
  public let on: CivilDate

  /// Creates the event.
  public init(
    remote: String, items: [CopyItem] = [], values: [CopyValue], ignored: [CopyValue] = [],
    wasThere: Bool = false, on: CivilDate
  ) {
    self.remote = remote
    self.items = items
    self.values = values
    self.ignored = ignored
    self.wasThere = wasThere
    self.on = on
  }
}

/// The remote budget refused the copy.
public struct CopyRefused: Hashable, Sendable {
  /// The status of the answer, such as 400.
  public let status: Int
  /// The reason that the remote budget gave.
  public let reason: String
  /// The civil date of the answer.
  public let on: CivilDate

  /// Creates the event.
  public init(status: Int, reason: String, on: CivilDate) {
    self.status = status
    self.reason = reason
    self.on = on
  }
}

/// There was no answer, or one that asks to try later (RY-19). The next push tries again.
public struct CopyDeferred: Hashable, Sendable {
  /// The status of the answer, or `nil` if there was no answer.
  public let status: Int?
  /// The reason in words.
  public let reason: String
  /// The civil date of the try.
  public let on: CivilDate

  /// Creates the event.
  public init(status: Int?, reason: String, on: CivilDate) {
    self.status = status
    self.reason = reason
    self.on = on
  }
}

/// The remote budget has other values than at the last agreement, or deleted the transaction (RY-11).
public struct RemoteChangeObserved: Hashable, Sendable {
  /// The fields that differ.
  public let changes: [CopyChange]
  /// Whether the remote budget deleted the transaction.
  public let isDeleted: Bool
  /// The civil date of the observation.
  public let on: CivilDate

  /// Creates the event.
  public init(changes: [CopyChange], isDeleted: Bool = false, on: CivilDate) {
    self.changes = changes
    self.isDeleted = isDeleted
    self.on = on
  }
}

/// Fields of both sides were merged, by themselves or by a person's choice.
public struct CopyMerged: Hashable, Sendable {
  /// The fields.
  public let fields: [CopyMerge]
  /// The civil date of the merge.
  public let on: CivilDate

  /// Creates the event.
  public init(fields: [CopyMerge], on: CivilDate) {
    self.fields = fields
    self.on = on
  }
}

/// The copy is no longer followed (RY-15). The remote transaction stays as it is.
public struct CopyDetached: Hashable, Sendable {
  /// The remote identifier of the transaction that the copy had, or `nil` if it was not sent.
  public let remote: String?
  /// The civil date.
  public let on: CivilDate

  /// Creates the event.
  public init(remote: String?, on: CivilDate) {
    self.remote = remote
    self.on = on
  }
}
