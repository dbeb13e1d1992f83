internal import LedgerBytes
internal import LedgerDomain

/// The lists that a read model keeps inside one column, as canonical JSON.
enum ModelJSON {
  static func tags(_ tags: [String]) -> String {
    var writer = JSONWriter()
    writer.array { writer in for tag in tags { writer.string(tag) } }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static func tags(_ text: String) throws -> [String] {
    if text == "[]" { return [] }
    do {
      return try Array(text.utf8).withUnsafeBytes { bytes in
        var reader = JSONReader(bytes)
        var tags: [String] = []
        try reader.readArray { (reader) throws(JSONError) in tags.append(try reader.readString()) }
        return tags
      }
    } catch is JSONError {
      throw ModelError.damaged("the tags of a row")
    }
  }

  /// Returns the parts of a split transaction. An empty text means that a part has no category.
  static func parts(_ parts: [TransactionPart]) -> String {
    var writer = JSONWriter()
    writer.array { writer in
      for part in parts {
        writer.array { writer in
          writer.string(part.category ?? "")
          // A text, because a sum of many items can exceed the integers of a payload.
          writer.string(String(part.minorUnits))
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static func parts(_ text: String) throws -> [TransactionPart] {
    guard case .array(let rows)? = try? JSONValue(parsing: Array(text.utf8), as: .payload) else {
      throw ModelError.damaged("the parts of a row")
    }
    return try rows.map { row in
      guard case .array(let cells) = row, cells.count == 2, case .string(let category) = cells[0],
        case .string(let decimal) = cells[1], let units = Int64(decimal)
      else { throw ModelError.damaged("the parts of a row") }
      return TransactionPart(category: category.isEmpty ? nil : category, minorUnits: units)
    }
  }

  static func attachments(_ attachments: [ReceiptPage]) -> String {
    var writer = JSONWriter()
    writer.array { writer in
      for attachment in attachments {
        writer.array { writer in
          writer.string(attachment.digest.description)
          writer.integer(attachment.byteCount)
          writer.string(attachment.mediaType)
          writer.integer(Int64(attachment.page))
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static func attachments(_ text: String) throws -> [ReceiptPage] {
    if text == "[]" { return [] }
    guard case .array(let rows)? = try? JSONValue(parsing: Array(text.utf8), as: .payload) else {
      throw ModelError.damaged("the attachments of a row")
    }
    return try rows.map { row in
      guard case .array(let parts) = row, parts.count == 4, case .string(let digest) = parts[0],
        case .integer(let bytes) = parts[1], case .string(let mediaType) = parts[2],
        case .integer(let page) = parts[3], let sha256 = SHA256Digest(hexadecimal: digest)
      else { throw ModelError.damaged("the attachments of a row") }
      return ReceiptPage(digest: sha256, byteCount: bytes, mediaType: mediaType, page: Int(clamping: page))
    }
  }
}
