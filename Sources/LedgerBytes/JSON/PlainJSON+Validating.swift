extension PlainJSON {
  /// Whether the bytes are a payload in the form that codecs write.
  ///
  /// This form has no white space, ascending keys (and so no repeated ones), and integers of up to fifteen digits. A
  /// payload in another form can still be valid, which `JSONText.validate` decides.
  ///
  /// - Complexity: O(bytes) without allocations.
  package static func isPayload(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var json = PlainJSON(bytes)
    return json.skipPayload(depth: 0) && json.isAtEnd
  }

  private mutating func skipPayload(depth: Int) -> Bool {
    guard depth < 8, next < end else { return false }
    switch next.load(as: UInt8.self) {
    case UInt8(ascii: "\""):
      next += 1
      return skipText()
    case UInt8(ascii: "{"):
      next += 1
      return skipObject(depth: depth + 1)
    case UInt8(ascii: "["):
      next += 1
      return skipArray(depth: depth + 1)
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return boolean() != nil
    default:
      let start = next
      return integer() != nil && next - start <= 15
    }
  }

  private mutating func skipObject(depth: Int) -> Bool {
    if take("}") { return true }
    var last: UnsafeRawBufferPointer?
    while true {
      guard take("\""), let key = bytes(), last.map({ Self.precedes($0, key) }) ?? true, take(":"),
        skipPayload(depth: depth)
      else { return false }
      last = key
      if take("}") { return true }
      guard take(",") else { return false }
    }
  }

  private mutating func skipArray(depth: Int) -> Bool {
    if take("]") { return true }
    while skipPayload(depth: depth) {
      if take("]") { return true }
      guard take(",") else { return false }
    }
    return false
  }

  /// Whether the first key comes before the second in the order of their bytes.
  private static func precedes(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool {
    for index in 0..<min(first.count, second.count) where first[index] != second[index] {
      return first[index] < second[index]
    }
    return first.count < second.count
  }
}
