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
      #expect(reader.offset == text.utf8.count)
    }
    #expect(vendor == "Café Zoë")
    #expect(total == -8450)
    #expect(cleared)
  }

  @Test(
    "An integer is read up to the edges of 64 bits",
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("999999999999999999", 999_999_999_999_999_999),
      ("1000000000000000000", 1_000_000_000_000_000_000), ("9223372036854775807", .max),
      ("-9223372036854775808", .min), (" 12 ", 12),
    ] as [(String, Int64)])
  func integers(text: String, value: Int64) throws {
    let read = try reading(text) { (reader) throws(JSONError) in
      let read = try reader.readInteger()
      try reader.finish()
      return read
    }
    #expect(read == value)
  }

  @Test(
    "What is no integer of 64 bits is not read as one",
    arguments: [
      "9223372036854775808", "-9223372036854775809", "99999999999999999999999", "1.0", "1e3", "1E3", "01",
      "-01", "-",
      "", "\"1\"", "true", "null", "+1", "0.5", "00", "1x", "[1]", "1844674407370955161600",
      "0000000000000000001",
    ])
  func noIntegers(text: String) {
    #expect(throws: JSONError.self) {
      try reading(text) { (reader) throws(JSONError) in
        _ = try reader.readInteger()
        try reader.finish()
      }
    }
  }

  @Test(
    "Peeking names what comes and reads nothing",
    arguments: [
      (" {}", .object), ("[]", .array), ("\"\"", .string), ("1", .integer), ("-1", .integer),
      ("1.5", .fraction),
      ("1e2", .fraction), ("9223372036854775808", .fraction), ("true", .boolean), ("false", .boolean),
      ("null", .null),
    ] as [(String, JSONKind)])
  func peeking(text: String, kind: JSONKind) throws {
    try reading(text) { (reader) throws(JSONError) in
      let found = try reader.peek()
      #expect(found == kind)
      #expect(reader.offset == 0)
      try reader.skipValue()
      try reader.finish()
    }
  }

  @Test(
    "Another kind than the one asked for is an error, at its place",
    arguments: ["{}", "[]", "\"a\"", "1", "true", "null"])
  func otherKinds(text: String) throws {
    let readers: [(JSONKind, (inout JSONReader) throws(JSONError) -> Void)] = [
      (.object, { (reader) throws(JSONError) in try reader.readObject { (_, _) throws(JSONError) in } }),
      (.array, { (reader) throws(JSONError) in try reader.readArray { (_) throws(JSONError) in } }),
      (.string, { (reader) throws(JSONError) in _ = try reader.readString() }),
      (.integer, { (reader) throws(JSONError) in _ = try reader.readInteger() }),
      (.boolean, { (reader) throws(JSONError) in _ = try reader.readBoolean() }),
      (.null, { (reader) throws(JSONError) in try reader.readNull() }),
    ]
    for (kind, read) in readers {
      var failure: JSONError?
      let actual = try reading("  " + text) { (reader) throws(JSONError) in
        let actual = try reader.peek()
        do throws(JSONError) { try read(&reader) } catch { failure = error }
        return actual
      }
      #expect((failure == nil) == (actual == kind), "\(kind) from \(text)")
      if let failure { #expect(failure.offset == 2, "\(kind) from \(text)") }
    }
  }

  @Test("A raw value has its exact bytes without the white space around it")
  func rawValues() throws {
    var found: [String] = []
    try reading(#"[ {"a" : 1.50} , "x\u0041" ,-0,[ ] ]"#) { (reader) throws(JSONError) in
      try reader.readArray { (reader) throws(JSONError) in
        found.append(String(decoding: try reader.rawValue(), as: UTF8.self))
      }
    }
    #expect(found == [#"{"a" : 1.50}"#, #""x\u0041""#, "-0", "[ ]"])
  }

  @Test("The reader hands equal keys on in order: finding them is the validator's")
  func equalKeys() throws {
    var values: [Int64] = []
    try reading(#"{"a":1,"a":2}"#) { (reader) throws(JSONError) in
      try reader.readObject { (reader, key) throws(JSONError) in
        #expect(key == "a")
        values.append(try reader.readInteger())
      }
    }
    #expect(values == [1, 2])
  }

  @Test("A member that is not read is an error, not an endless loop")
  func unreadMember() {
    #expect(throws: JSONError.self) {
      try reading(#"{"a":1}"#) { (reader) throws(JSONError) in
        try reader.readObject { (_, _) throws(JSONError) in }
      }
    }
    #expect(throws: JSONError.self) {
      try reading("[1]") { (reader) throws(JSONError) in try reader.readArray { (_) throws(JSONError) in } }
    }
  }

  @Test("Keys compare by their bytes without escapes, at every length around a machine word")
  func keys() throws {
    try reading(#"["","a","abcdefg","abcdefgh","abcdefghi","abcdefghijklmnopq","\u0061bc\"","é","e\u0301"]"#) {
      (reader) throws(JSONError) in
      var matches: [Int] = []
      var texts: [String] = []
      try reader.readArray { (reader) throws(JSONError) in
        let key = try reader.readText()
        texts.append(key.string)
        #expect(key.bytes == Array(key.string.utf8))
        switch key {
        case "": matches.append(0)
        case "a": matches.append(1)
        case "abcdefg": matches.append(2)
        case "abcdefgh": matches.append(3)
        case "abcdefghi": matches.append(4)
        case "abcdefghijklmnopq": matches.append(5)
        case "abc\"": matches.append(6)
        case "\u{e9}": matches.append(7)
        case "e\u{301}": matches.append(8)
        default: matches.append(-1)
        }
        #expect(key != "abcdefgX" && key != "Xbcdefgh" && key != "abcdefghX" && key != "abcdefghijklmnopX")
      }
      #expect(matches == [0, 1, 2, 3, 4, 5, 6, 7, 8])
      #expect(texts[6] == "abc\"")
    }
  }

  @Test("Every character that a string may hold comes back, alone and inside a longer text")
  func characters() throws {
    for value in Array(0...0x250) + [0x7ff, 0x800, 0xd7ff, 0xe000, 0xfeff, 0xffff, 0x10000, 0x1f600, 0x10ffff] {
      guard let scalar = Unicode.Scalar(value as Int) else { continue }
      for text in [String(scalar), "1234567" + String(scalar), "12345678" + String(scalar) + "9 and more"] {
        var writer = JSONWriter()
        writer.string(text)
        let written = String(decoding: writer.bytes, as: UTF8.self)
        let read = try reading(written) { (reader) throws(JSONError) in try reader.readString() }
        #expect(Array(read.utf8) == Array(text.utf8), "U+\(String(value, radix: 16))")

        let units = text.utf16.map { unit in
          let digits = String(unit, radix: 16)
          return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        let escaped = "\"" + units.joined() + "\""
        let unescaped = try reading(escaped) { (reader) throws(JSONError) in try reader.readString() }
        #expect(Array(unescaped.utf8) == Array(text.utf8), "U+\(String(value, radix: 16))")
      }
    }
  }

  @Test("An error names the place and the problem, and quotes no text")
  func errors() {
    let text = #"{"secret":"4711" "#
    let error = #expect(throws: JSONError.self) { try JSONText.validate(Array(text.utf8), as: .payload) }
    #expect(error?.offset == text.utf8.count)
    #expect(error?.description == "byte 17: the text ends too early")
  }
}

/// Runs `body` with a reader over the UTF-8 of `text`.
func reading<T>(_ text: String, _ body: (inout JSONReader) throws(JSONError) -> T) throws(JSONError) -> T {
  try Array(text.utf8).withUnsafeBufferPointer { (buffer) throws(JSONError) in
    var reader = JSONReader(UnsafeRawBufferPointer(buffer))
    return try body(&reader)
  }
}
