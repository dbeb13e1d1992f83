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
    return try Array(text.utf8).withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      var tags: [String] = []
      try reader.readArray { (reader) throws(JSONError) in tags.append(try reader.readString()) }
      return tags
    }
  }

  static func attachments(_ attachments: [Attachment]) -> String {
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

  static func attachments(_ text: String) throws -> [Attachment] {
    if text == "[]" { return [] }
    guard case .array(let rows) = try JSONValue(parsing: Array(text.utf8), as: .payload) else {
      throw ModelError.damaged("the attachments of a row")
    }
    return try rows.map { row in
      guard case .array(let parts) = row, parts.count == 4, case .string(let digest) = parts[0],
        case .integer(let bytes) = parts[1], case .string(let mediaType) = parts[2],
        case .integer(let page) = parts[3], let sha256 = SHA256Digest(hexadecimal: digest)
      else { throw ModelError.damaged("the attachments of a row") }
      return Attachment(digest: sha256, byteCount: bytes, mediaType: mediaType, page: Int(clamping: page))
    }
  }

  /// The provenance of a transaction's fields: those that have a value, a reading or a note.
  /// Writes into a writer that the caller keeps for the next.
  static func provenance(_ fields: [FieldProvenance], to writer: inout JSONWriter) {
    writer.reset()
    writer.array { writer in
      for field in fields where field.isWorthKeeping { write(field, to: &writer) }
    }
  }

  private static func write(_ field: FieldProvenance, to writer: inout JSONWriter) {
    writer.object { writer in
      text("actor", field.actor, to: &writer)
      if !field.conflicts.isEmpty {
        writer.key("conflicts")
        writer.array { writer in for value in field.conflicts { writer.string(value) } }
      }
      text("field", field.field.rawValue, to: &writer)
      text("origin", field.origin?.rawValue, to: &writer)
      if !field.readings.readings.isEmpty {
        writer.key("readings")
        writer.array { writer in
          for reading in field.readings.readings {
            writer.array { writer in
              writer.string(reading.value)
              writer.string(reading.reason)
              writer.integer(Int64(reading.confidence))
            }
          }
        }
      }
      text("replaced", field.replaced, to: &writer)
      text("setBy", field.setBy?.description, to: &writer)
      text("status", field.status.rawValue, to: &writer)
      text("value", field.value, to: &writer)
    }
  }

  private static func text(_ key: String, _ value: String?, to writer: inout JSONWriter) {
    guard let value else { return }
    writer.key(key)
    writer.string(value)
  }
}

extension FieldProvenance {
  fileprivate var isWorthKeeping: Bool { setBy != nil || !readings.readings.isEmpty }
}
