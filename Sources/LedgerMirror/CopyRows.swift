internal import LedgerBytes

/// Rows in the text form of PostgreSQL's COPY: values between tabs, and `\N` for NULL.
struct CopyRows {
  /// The bytes so far.
  private(set) var bytes: [UInt8] = []
  /// The number of rows that were ended.
  private(set) var rowCount = 0
  private var isAtStart = true

  private mutating func next() {
    if !isAtStart { bytes.append(UInt8(ascii: "\t")) }
    isAtStart = false
  }

  mutating func endRow() {
    bytes.append(UInt8(ascii: "\n"))
    isAtStart = true
    rowCount += 1
  }

  /// Forgets the bytes, and keeps the count.
  mutating func removeBytes() { bytes.removeAll(keepingCapacity: true) }

  mutating func addNull() {
    next()
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(UInt8(ascii: "N"))
  }

  mutating func add(_ number: Int64?) {
    guard let number else { return addNull() }
    next()
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var first = digits.count
      var rest = number.magnitude
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: digits[first...])
    }
  }

  mutating func add(_ value: Bool) {
    next()
    bytes.append(value ? UInt8(ascii: "t") : UInt8(ascii: "f"))
  }

  mutating func add(_ id: UniqueID?) {
    guard let id else { return addNull() }
    next()
    withUnsafeTemporaryAllocation(byteCount: 36, alignment: 1) { text in
      id.write(to: text)
      bytes.append(contentsOf: text)
    }
  }

  /// Adds bytes as a `bytea` in its hexadecimal form.
  mutating func add(binary: [UInt8]?) {
    guard let binary else { return addNull() }
    next()
    bytes.append(contentsOf: "\\\\x".utf8)
    for byte in binary {
      bytes.append(Self.digit(byte >> 4))
      bytes.append(Self.digit(byte & 15))
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Adds a text. PostgreSQL cannot keep U+0000, which becomes U+FFFD.
  mutating func add(_ text: String?) {
    guard var text else { return addNull() }
    next()
    text.withUTF8 { append(escaping: UnsafeRawBufferPointer($0)) }
  }

  mutating func add(utf8: [UInt8]) {
    next()
    utf8.withUnsafeBytes { append(escaping: $0) }
  }

  mutating func add(_ texts: [String]) {
    var array = "{"
    for (index, text) in texts.enumerated() {
      if index > 0 { array += "," }
      array += "\""
      for character in text.unicodeScalars {
        if character == "\"" || character == "\\" { array += "\\" }
        array.unicodeScalars.append(character)
      }
      array += "\""
    }
    add(array + "}")
  }

  private mutating func append(escaping text: UnsafeRawBufferPointer) {
    var start = text.startIndex
    for index in text.indices where text[index] < 0x20 || text[index] == UInt8(ascii: "\\") {
      bytes.append(contentsOf: text[start..<index])
      start = index + 1
      switch text[index] {
      case 0: bytes.append(contentsOf: "\u{FFFD}".utf8)
      case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
      case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
      case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
      case let control: bytes.append(control)
      }
    }
    bytes.append(contentsOf: text[start...])
  }

  /// Returns the values of a row that COPY wrote. NULL is `nil`.
  static func values(of row: [UInt8]) -> [[UInt8]?] {
    row.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { value in
      guard value.contains(UInt8(ascii: "\\")) else { return Array(value) }
      if value.elementsEqual("\\N".utf8) { return nil }
      var plain: [UInt8] = []
      plain.reserveCapacity(value.count)
      var rest = value
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "\\"), let code = rest.popFirst() else {
          plain.append(byte)
          continue
        }
        switch code {
        case UInt8(ascii: "b"): plain.append(8)
        case UInt8(ascii: "t"): plain.append(9)
        case UInt8(ascii: "n"): plain.append(10)
        case UInt8(ascii: "v"): plain.append(11)
        case UInt8(ascii: "f"): plain.append(12)
        case UInt8(ascii: "r"): plain.append(13)
        default: plain.append(code)
        }
      }
      return plain
    }
  }
}
