internal import LedgerBytes

// The payloads of an account's events.

extension EventType {
  /// An account was opened.
  public static let accountOpened = EventType("AccountOpened", AccountEvent.accountOpened, canUndo: true)
  /// An account was renamed.
  public static let accountRenamed = EventType("AccountRenamed", AccountEvent.accountRenamed, canUndo: true)
  /// An account got another place.
  public static let accountMoved = EventType("AccountMoved", AccountEvent.accountMoved, canUndo: true)
  /// An account was closed.
  public static let accountClosed = EventType("AccountClosed", AccountEvent.accountClosed, canUndo: true)
  /// A closed account was opened again.
  public static let accountReopened = EventType("AccountReopened", AccountEvent.accountReopened, canUndo: true)
  /// The opening of an account was undone.
  public static let accountWithdrawn = EventType(
    "AccountWithdrawn", AccountEvent.accountWithdrawn, canUndo: true)
}

extension AccountKind: PayloadWord { static let words = PayloadWords<AccountKind>() }

extension AccountOpened: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("key", key)
    writer.member("kind", terms.kind)
    writer.member("name", name)
    writer.member("on", terms.on)
    writer.member("opening", terms.opening)
    writer.member("rank", rank)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    key = try reader.member("key")
    let kind: AccountKind = try reader.member("kind")
    name = try reader.member("name")
    let on: CivilDate = try reader.member("on")
    terms = AccountTerms(kind: kind, opening: try reader.member("opening"), on: on)
    rank = try reader.member("rank")
  }
}

extension AccountRenamed: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("from", from)
    writer.member("to", to)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    from = try reader.member("from")
    to = try reader.member("to")
  }
}

extension AccountMoved: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("from", from)
    writer.member("to", to)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    from = try reader.member("from")
    to = try reader.member("to")
  }
}
