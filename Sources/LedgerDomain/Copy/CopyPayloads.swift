internal import LedgerBytes

// The payloads of the events of a copy.

extension EventType {
  /// A person asked for a copy.
  public static let copyRequested = EventType("CopyRequested", CopyEvent.copyRequested, canUndo: true)
  /// A request is about to be sent.
  public static let copyAttempted = EventType("CopyAttempted", CopyEvent.copyAttempted)
  /// The remote budget holds the copy.
  public static let copyAcknowledged = EventType("CopyAcknowledged", CopyEvent.copyAcknowledged)
  /// The remote budget refused the copy.
  public static let copyRefused = EventType("CopyRefused", CopyEvent.copyRefused)
  /// The copy is sent later.
  public static let copyDeferred = EventType("CopyDeferred", CopyEvent.copyDeferred)
  /// The remote budget has other values.
  public static let remoteChangeObserved = EventType("RemoteChangeObserved", CopyEvent.remoteChangeObserved)
  /// Values were merged.
  public static let copyMerged = EventType("CopyMerged", CopyEvent.copyMerged)
  /// The copy is no longer followed.
  public static let copyDetached = EventType("CopyDetached", CopyEvent.copyDetached, canUndo: true)
}

extension CopyField: PayloadWord {
  static let words = PayloadWords<CopyField>()
}

extension CopySide: PayloadWord {
  static let words = PayloadWords<CopySide>()
}

extension CopyValue: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("field", key.field)
    writer.member("item", key.item)
    writer.member("value", value)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    key = CopyKey(try reader.member("field"), item: try reader.member("item"))
    value = try reader.member("value")
  }
}

extension CopyChange: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("base", base)
    writer.member("field", key.field)
    writer.member("item", key.item)
    writer.member("ours", ours)
    writer.member("theirs", theirs)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    base = try reader.member("base")
    key = CopyKey(try reader.member("field"), item: try reader.member("item"))
    ours = try reader.member("ours")
    theirs = try reader.member("theirs")
  }
}

extension CopyMerge: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("field", key.field)
    writer.member("item", key.item)
    writer.member("remote", remote)
    writer.member("side", side)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    key = CopyKey(try reader.member("field"), item: try reader.member("item"))
    remote = try reader.member("remote")
    side = try reader.member("side")
  }
}

extension CopyItem: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("item", item)
    writer.member("remote", remote)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    item = try reader.member("item")
    remote = try reader.member("remote")
  }
}

extension CopyRequested: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("account", account)
    writer.member("on", on)
    writer.member("plan", plan)
    writer.member("transaction", transaction)
    writer.member("withItems", withItems)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    account = try reader.member("account")
    on = try reader.member("on")
    plan = try reader.member("plan")
    transaction = try reader.member("transaction")
    withItems = try reader.member("withItems")
  }
}

extension CopyAttempted: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("body", body)
    writer.member("importID", importID)
    writer.member(unlessEmpty: "items", items)
    writer.member("on", on)
    writer.member("remote", remote)
    writer.member("values", values)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    body = try reader.member("body")
    importID = try reader.member("importID")
    items = try reader.list("items")
    on = try reader.member("on")
    remote = try reader.member("remote")
    values = try reader.list("values")
  }
}

extension CopyAcknowledged: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member(unlessEmpty: "ignored", ignored)
    writer.member(unlessEmpty: "items", items)
    writer.member("on", on)
    writer.member("remote", remote)
    writer.member("values", values)
    writer.member("wasThere", wasThere)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    ignored = try reader.list("ignored")
    items = try reader.list("items")
    on = try reader.member("on")
    remote = try reader.member("remote")
    values = try reader.list("values")
    wasThere = try reader.member("wasThere")
  }
}

extension CopyRefused: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("on", on)
    writer.member("reason", reason)
    writer.member("status", status)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    on = try reader.member("on")
    reason = try reader.member("reason")
    status = try reader.member("status")
  }
}

extension CopyDeferred: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("on", on)
    writer.member("reason", reason)
    writer.member("status", status)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    on = try reader.member("on")
    reason = try reader.member("reason")
    status = try reader.member("status")
  }
}

extension RemoteChangeObserved: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member(unlessEmpty: "changes", changes)
    writer.member("isDeleted", isDeleted)
    writer.member("on", on)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    changes = try reader.list("changes")
    isDeleted = try reader.member("isDeleted")
    on = try reader.member("on")
  }
}

extension CopyMerged: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("fields", fields)
    writer.member("on", on)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    fields = try reader.list("fields")
    on = try reader.member("on")
  }
}

extension CopyDetached: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("on", on)
    writer.member("remote", remote)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    on = try reader.member("on")
    remote = try reader.member("remote")
  }
}
