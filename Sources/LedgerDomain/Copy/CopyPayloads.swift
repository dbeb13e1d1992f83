internal import LedgerBytes

extension CopyEvent {
  /// The remote budget holds the copy (RY-18).
  public struct Acknowledged: Hashable, Sendable {
    /// The remote identifier of the transaction.
    public let remote: String
    /// The line items and their parts.
    public let items: [CopyEvent.Item]
    /// The values that the remote budget stored.
    public let values: [CopyEvent.Value]
    /// The values that were sent, and that the remote budget ignored.
    public let ignored: [CopyEvent.Value]
    /// Whether the remote budget had the transaction before it was sent, such as from a bank.
    public let wasThere: Bool
    /// The civil date of the answer.
    public let on: CivilDate

    /// Creates the event.
    package init(
      remote: String, items: [CopyEvent.Item] = [], values: [CopyEvent.Value], ignored: [CopyEvent.Value] = [],
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
  public struct Refused: Hashable, Sendable {
    /// The status of the answer, such as 400.
    public let status: Int
    /// The reason that the remote budget gave.
    public let reason: String
    /// The civil date of the answer.
    public let on: CivilDate

    /// Creates the event.
    package init(status: Int, reason: String, on: CivilDate) {
      self.status = status
      self.reason = reason
      self.on = on
    }
  }

  /// There was no answer, or one that asks to try later (RY-19). The next push tries again.
  public struct Deferred: Hashable, Sendable {
    /// The status of the answer, or `nil` if there was no answer.
    public let status: Int?
    /// The reason in words.
    public let reason: String
    /// The civil date of the try.
    public let on: CivilDate

    /// Creates the event.
    package init(status: Int?, reason: String, on: CivilDate) {
      self.status = status
      self.reason = reason
      self.on = on
    }
  }

  /// The remote budget has other values than at the last agreement, or deleted the transaction (RY-11).
  public struct RemoteChangeObserved: Hashable, Sendable {
    /// The fields that differ.
    public let changes: [CopyEvent.Change]
    /// Whether the remote budget deleted the transaction.
    public let isDeleted: Bool
    /// The civil date of the observation.
    public let on: CivilDate

    /// Creates the event.
    package init(changes: [CopyEvent.Change], isDeleted: Bool = false, on: CivilDate) {
      self.changes = changes
      self.isDeleted = isDeleted
      self.on = on
    }
  }

  /// Fields of both sides were merged, by themselves or by a person's choice.
  public struct Merged: Hashable, Sendable {
    /// The fields.
    public let fields: [CopyEvent.Merge]
    /// The civil date of the merge.
    public let on: CivilDate

    /// Creates the event.
    package init(fields: [CopyEvent.Merge], on: CivilDate) {
      self.fields = fields
      self.on = on
    }
  }

  /// The copy is no longer followed (RY-15). The remote transaction stays as it is.
  public struct Detached: Hashable, Sendable {
    /// The remote identifier of the transaction that the copy had, or `nil` if it was not sent.
    public let remote: String?
    /// The civil date.
    public let on: CivilDate
  }
}

extension CopyEvent.Acknowledged: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    ignored = try coder.list(unlessEmpty: "ignored", whole?.ignored)
    items = try coder.list(unlessEmpty: "items", whole?.items)
    on = try coder.member("on", whole?.on)
    remote = try coder.member("remote", whole?.remote)
    values = try coder.list("values", whole?.values)
    wasThere = try coder.member("wasThere", whole?.wasThere)
  }

  var summary: String {
    [
      remote, wasThere ? "it was there before" : nil,
      ignored.isEmpty ? nil : "ignored \(ignored.map(\.key.words).joined(separator: ", "))",
    ].compactMap { $0 }.listed()
  }
}

extension CopyEvent.Refused: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    on = try coder.member("on", whole?.on)
    reason = try coder.member("reason", whole?.reason)
    status = try coder.member("status", whole?.status)
  }

  var summary: String { "\(status): \(reason)" }
}

extension CopyEvent.Deferred: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    on = try coder.member("on", whole?.on)
    reason = try coder.member("reason", whole?.reason)
    status = try coder.member("status", whole?.status)
  }

  var summary: String { [status.map { "\($0)" }, reason].compactMap { $0 }.listed() }
}

extension CopyEvent.RemoteChangeObserved: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    changes = try coder.list(unlessEmpty: "changes", whole?.changes)
    isDeleted = try coder.member("isDeleted", whole?.isDeleted)
    on = try coder.member("on", whole?.on)
  }

  var summary: String { ((isDeleted ? ["deleted there"] : []) + changes.map(\.words)).listed() }
}

extension CopyEvent.Merged: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    fields = try coder.list("fields", whole?.fields)
    on = try coder.member("on", whole?.on)
  }

  var summary: String { fields.map { "\($0.key.words) \($0.side.rawValue)" }.listed() }
}

extension CopyEvent.Detached: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    on = try coder.member("on", whole?.on)
    remote = try coder.member("remote", whole?.remote)
  }

  var summary: String { remote ?? "not sent" }
}
