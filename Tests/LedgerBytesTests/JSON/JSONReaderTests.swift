import LedgerBytes
import Testing

/// What a codec asks of the reader.
struct JSONReaderTests {
  @Test("A codec reads members by key, skips what it does not know, and finishes")
  func members() throws {
    let text = #" {"vendor":"Caf\u00e9 Zoë", "extra":[1,{"x":null}],"total" : -8450,"cleared":true} "#
    var vendor = ""
    var total: Int64 = 0
    var cleared = false
    try reading(text) { (reader) throws(JSONError) in
      try reader.readObject { (reader, key) throws(JSONError) in
        switch key {
        case "vendor": vendor = try reader.readString()
        case "total": total = try reader.readInteger()
        case "cleared": cleared = try reader.readBoolean()
        default: try reader.skipValue()
        }
      }
      try reader.finish()
    }
    #expect(vendor == "Café Zoë")
    #expect(total == -8450)
    #expect(cleared)
  }
}

/// Runs `body` with a reader over the UTF-8 of `text`.
func reading<T>(_ text: String, _ body: (inout JSONReader) throws(JSONError) -> T) throws(JSONError) -> T {
  try Array(text.utf8).withUnsafeBufferPointer { (buffer) throws(JSONError) in
    var reader = JSONReader(UnsafeRawBufferPointer(buffer))
    return try body(&reader)
  }
}
