public import LedgerBytes
internal import LedgerDomain
public import LedgerProjections

/// A transaction as `receipts --json` and the ndjson export write it: keys sorted, absent values null, no fractions.
public enum TransactionJSON {
  /// The object, without a line feed. A group that is deleted or not yet known reads as Unfiled, which is null.
  public static func bytes(_ listed: ListedTransaction) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    write(listed, to: &writer)
    return writer.bytes
  }

  /// The members of the object, for a document that says more of the transaction.
  ///
  /// - Complexity: that of `bytes`, and reading them.
  public static func members(_ listed: ListedTransaction) throws -> [String: JSONValue] {
    guard case .object(let members) = try JSONValue(parsing: bytes(listed), as: .exchange) else { return [:] }
    return members
  }

  /// Writes the object.
  public static func write(_ listed: ListedTransaction, to writer: inout JSONWriter) {
    let row = listed.row
    writer.object { writer in
      writer.member("account", row.account)
      writer.key("amount")
      if let money = row.money {
        writer.object { writer in
          writer.member("currency", money.currency.code)
          writer.key("minorUnits")
          writer.integer(money.minorUnits)
        }
      } else {
        writer.null()
      }
      writer.key("attachments")
      writer.array { writer in
        for attachment in row.attachments { writer.attachment(attachment) }
      }
      writer.member("category", row.category)
      writer.key("cleared")
      writer.boolean(row.isCleared)
      writer.member("date", row.date?.iso)
      writer.member("flags", row.flags.names)
      writer.member("group", listed.group?.description)
      writer.member("kind", row.kind.rawValue)
      writer.member("note", row.note)
      writer.member("payment", row.payment?.rawValue)
      writer.member("rule", row.rule?.description)
      writer.member("state", row.stage.rawValue)
      writer.member("tags", row.tags)
      writer.member("transaction", row.id.description)
      writer.member("vendor", row.vendor)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ key: String, _ text: String?) {
    self.key(key)
    if let text { string(text) } else { null() }
  }

  fileprivate mutating func member(_ key: String, _ texts: [String]) {
    self.key(key)
    array { writer in
      for text in texts { writer.string(text) }
    }
  }

  fileprivate mutating func attachment(_ attachment: Attachment) {
    object { writer in
      writer.key("bytes")
      writer.integer(attachment.byteCount)
      writer.member("mediaType", attachment.mediaType)
      writer.key("page")
      writer.integer(Int64(attachment.page))
      writer.member("sha256", attachment.digest.description)
    }
  }
}
