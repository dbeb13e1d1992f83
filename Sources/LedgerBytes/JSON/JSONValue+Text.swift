extension JSONValue {
  /// Reads exactly one value of a dialect.
  ///
  /// It accepts the same texts as `JSONText.validate`, except for an object with two keys that Swift treats as equal
  /// though their bytes differ.
  public init(parsing bytes: [UInt8], as dialect: JSONDialect) throws(JSONError) {
    self = try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      let bytes = UnsafeRawBufferPointer(buffer)
      try JSONText.validate(bytes, as: dialect)
      var reader = JSONReader(bytes)
      return try JSONValue(&reader)
    }
  }

  /// Reads the next value. The reader limits the recursion to a depth of 32.
  private init(_ reader: inout JSONReader) throws(JSONError) {
    switch try reader.peek() {
    case .object:
      var members: [String: JSONValue] = [:]
      try reader.readObject { (reader, key) throws(JSONError) in
        let value = try JSONValue(&reader)
        guard members.updateValue(value, forKey: key.string) == nil else {
          throw JSONError(
            offset: reader.offset, reason: "two keys that differ only in how letters are composed")
        }
      }
      self = .object(members)
    case .array:
      var elements: [JSONValue] = []
      try reader.readArray { (reader) throws(JSONError) in elements.append(try JSONValue(&reader)) }
      self = .array(elements)
    case .string: self = .string(try reader.readString())
    case .integer: self = .integer(try reader.readInteger())
    case .fraction: self = .fraction(String(decoding: try reader.rawValue(), as: UTF8.self))
    case .boolean: self = .boolean(try reader.readBoolean())
    case .null:
      try reader.readNull()
      self = .null
    }
  }

  /// Returns the canonical text: keys sorted by their UTF-8, no white space, only the required escapes.
  public func encoded() -> [UInt8] {
    var writer = JSONWriter()
    encode(to: &writer)
    return writer.bytes
  }

  /// Writes the canonical text as the writer's next value.
  package func encode(to writer: inout JSONWriter) {
    switch self {
    case .object(let members):
      writer.object { writer in
        for (key, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
          writer.key(key)
          value.encode(to: &writer)
        }
      }
    case .array(let elements):
      writer.array { writer in
        for element in elements { element.encode(to: &writer) }
      }
    case .string(let text): writer.string(text)
    case .integer(let value): writer.integer(value)
    case .fraction(let text): writer.raw(Array(text.utf8))
    case .boolean(let value): writer.boolean(value)
    case .null: writer.null()
    }
  }
}
