import LedgerBytes
import Testing

/// The results of the three ways of reading a text.
struct JSONOpinions {
  let skipped: JSONError?
  let validated: JSONError?
  let payload: JSONError?
  let value: JSONValue?

  init(_ bytes: [UInt8]) {
    skipped = Self.error {
      () throws(JSONError) in
      try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
        var reader = JSONReader(UnsafeRawBufferPointer(buffer))
        try reader.skipValue()
        try reader.finish()
      }
    }
    validated = Self.error { () throws(JSONError) in try JSONText.validate(bytes, as: .exchange) }
    payload = Self.error { () throws(JSONError) in try JSONText.validate(bytes, as: .payload) }
    value = try? JSONValue(parsing: bytes, as: .exchange)
  }

  private static func error(_ body: () throws(JSONError) -> Void) -> JSONError? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }
}

/// Reads everything in a text as a codec would, by kind, and fails where the reader does.
func readEverything(_ reader: inout JSONReader) throws(JSONError) {
  switch try reader.peek() {
  case .object: try reader.readObject { (reader, _) throws(JSONError) in try readEverything(&reader) }
  case .array: try reader.readArray { (reader) throws(JSONError) in try readEverything(&reader) }
  case .string: _ = try reader.readString()
  case .integer: _ = try reader.readInteger()
  case .fraction: try reader.skipValue()
  case .boolean: _ = try reader.readBoolean()
  case .null: try reader.readNull()
  }
}

func readsAsCodec(_ bytes: [UInt8]) -> Bool {
  do {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      var reader = JSONReader(UnsafeRawBufferPointer(buffer))
      try readEverything(&reader)
      try reader.finish()
    }
    return true
  } catch { return false }
}
