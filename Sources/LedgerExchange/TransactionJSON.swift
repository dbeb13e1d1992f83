public import LedgerBytes
internal import LedgerDomain
public import LedgerProjections

/// Writes a transaction as JSON for `receipts --json` and the ndjson export.
///
/// The keys are sorted, absent values are null, and there are no fractions.
public enum TransactionJSON {
  /// Returns the object without a line feed. A deleted or unknown group reads as Unfiled, which is null.
  public static func bytes(_ listed: ListedTransaction) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    write(listed, to: &writer)
    return writer.bytes
  }

  /// Returns the members of the object, for a document with more about the transaction.
  ///
  /// - Complexity: Linear in the bytes of the object, which is written and read.
  public static func members(_ listed: ListedTransaction) throws -> [String: JSONValue] {
    guard case .object(let members) = try JSONValue(parsing: bytes(listed), as: .exchange) else { return [:] }
    return members
  }

  package static func write(_ listed: ListedTransaction, to writer: inout JSONWriter) {
    let row = listed.row
    writer.object { writer in
      writer.member("account", row.account)
      writer.member("amount", row.money)
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
      writer.member("origin", row.origin)
      if let money = row.money, !row.parts.isEmpty {
        writer.key("parts")
        writer.array { writer in
          for part in row.parts {
            writer.object { writer in
              writer.member("amount", Money(minorUnits: part.minorUnits, currency: money.currency))
              writer.member("category", part.category)
            }
          }
        }
      }
      writer.member("payment", row.payment?.rawValue)
      if row.toAccount != nil { writer.member("received", row.arrival) }
      writer.member("rule", row.rule?.description)
      writer.member("state", row.stage.rawValue)
      writer.member("tags", row.tags)
      if row.kind == .transfer { writer.member("toAccount", row.toAccount) }
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

  fileprivate mutating func member(_ key: String, _ money: Money?) {
    self.key(key)
    guard let money else { return null() }
    object { writer in
      writer.member("currency", money.currency.code)
      writer.key("minorUnits")
      writer.integer(money.minorUnits)
    }
  }

  fileprivate mutating func member(_ key: String, _ texts: [String]) {
    self.key(key)
    array { writer in
      for text in texts { writer.string(text) }
    }
  }

  fileprivate mutating func attachment(_ attachment: ReceiptPage) {
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
