internal import LedgerBytes

extension CopyEvent.Field: PayloadWord {
  static let words = PayloadWords<CopyEvent.Field>()
}

extension CopyEvent {
  /// A field of a transaction that a remote budget keeps, too.
  public enum Field: String, CaseIterable, Hashable, Sendable {
    case date, amount, payee, memo, category, cleared
  }

  /// A field of a copy, or of one of its line items.
  public struct Key: Hashable, Comparable, Sendable {
    /// The field.
    public let field: CopyEvent.Field
    /// The remote identifier of the line item, or `nil` for the whole transaction.
    public let item: String?

    /// Creates a key.
    package init(_ field: CopyEvent.Field, item: String? = nil) {
      self.field = field
      self.item = item
    }

    /// Orders the fields of the whole transaction first, then by item and field.
    public static func < (left: CopyEvent.Key, right: CopyEvent.Key) -> Bool {
      if left.item != right.item {
        return (left.item ?? "").utf8.lexicographicallyPrecedes((right.item ?? "").utf8)
      }
      return left.place < right.place
    }

    private var place: Int { CopyEvent.Field.allCases.firstIndex(of: field) ?? 0 }
  }

  /// One value of a copy in the remote form: milliunits, ISO dates, remote identifiers.
  public struct Value: Hashable, Sendable {
    /// The field.
    public let key: CopyEvent.Key
    /// The value, or `nil` if it is empty.
    public let value: String?

    /// Creates a value.
    package init(_ key: CopyEvent.Key, _ value: String?) {
      self.key = key
      self.value = value
    }
  }

  /// The values of one field at the last agreement, here and in the remote budget.
  public struct Change: Hashable, Sendable {
    /// The field.
    public let key: CopyEvent.Key
    /// The value on which both agreed last.
    public let base: String?
    /// The value in this ledger.
    public let ours: String?
    /// The value in the remote budget.
    public let theirs: String?

    /// Creates the values of a field.
    package init(_ key: CopyEvent.Key, base: String?, ours: String?, theirs: String?) {
      self.key = key
      self.base = base
      self.ours = ours
      self.theirs = theirs
    }

    /// Whether both sides changed it, and not to the same value.
    public var isConflict: Bool { ours != base && theirs != base && ours != theirs }
  }

  /// The side whose value a merge keeps.
  public enum Side: String, CaseIterable, Hashable, Sendable {
    case ours, theirs
  }

  /// The merging of one field.
  public struct Merge: Hashable, Sendable {
    /// The field.
    public let key: CopyEvent.Key
    /// The side whose value is kept.
    public let side: CopyEvent.Side
    /// The value in the remote budget, from which later changes are counted.
    public let remote: String?

    /// Creates the merging of a field.
    package init(_ key: CopyEvent.Key, side: CopyEvent.Side, remote: String?) {
      self.key = key
      self.side = side
      self.remote = remote
    }
  }

  /// A line item and the part of the remote transaction that it became.
  public struct Item: Hashable, Sendable {
    /// The line item.
    public let item: LineItemID
    /// The remote identifier of the part.
    public let remote: String

    /// Creates the pair.
    package init(item: LineItemID, remote: String) {
      self.item = item
      self.remote = remote
    }
  }
}

extension CopyEvent.Value: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    key = CopyEvent.Key(
      try coder.member("field", whole?.key.field), item: try coder.member("item", whole?.key.item))
    value = try coder.member("value", whole?.value)
  }
}

extension CopyEvent.Change: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    base = try coder.member("base", whole?.base)
    key = CopyEvent.Key(
      try coder.member("field", whole?.key.field), item: try coder.member("item", whole?.key.item))
    ours = try coder.member("ours", whole?.ours)
    theirs = try coder.member("theirs", whole?.theirs)
  }
}

extension CopyEvent.Change {
  /// The values for people: `memo “a”, here “b”, there “c”`.
  var words: String { "\(key.words) \(base ?? "–"), here \(ours ?? "–"), there \(theirs ?? "–")" }
}

extension CopyEvent.Side: PayloadWord {
  static let words = PayloadWords<CopyEvent.Side>()
}

extension CopyEvent.Merge: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    key = CopyEvent.Key(
      try coder.member("field", whole?.key.field), item: try coder.member("item", whole?.key.item))
    remote = try coder.member("remote", whole?.remote)
    side = try coder.member("side", whole?.side)
  }
}

extension CopyEvent.Item: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    item = try coder.member("item", whole?.item)
    remote = try coder.member("remote", whole?.remote)
  }
}
