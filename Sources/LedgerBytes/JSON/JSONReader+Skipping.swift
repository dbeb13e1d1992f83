extension JSONReader {
  /// Skips the next value and checks it. It does not recurse, and its memory does not grow with the depth.
  package mutating func skipValue() throws(JSONError) {
    var observer = NoJSONObserver()
    try walk(&observer)
  }

  /// Skips the next value, checks it, and returns its bytes, without the white space around it.
  package mutating func rawValue() throws(JSONError) -> UnsafeRawBufferPointer {
    skipWhiteSpace()
    let start = position
    try skipValue()
    return part(from: start, to: position)
  }

  /// Reads the next value with everything inside, and reports each part to `observer`.
  mutating func walk(_ observer: inout some JSONObserver) throws(JSONError) {
    let outerDepth = depth
    // A bit for every open bracket, the innermost lowest, set if it is an object's.
    var objects: UInt64 = 0
    while true {
      var isOpen = false
      switch try nextByte() {
      case UInt8(ascii: "{"):
        try descend()
        objects = objects << 1 | 1
        observer.objectBegins()
        if try nextByte() != UInt8(ascii: "}") {
          observer.key(try scanKey(), endingAt: position)
          isOpen = true
        }
      case UInt8(ascii: "["):
        try descend()
        objects <<= 1
        isOpen = try nextByte() != UInt8(ascii: "]")
      case UInt8(ascii: "\""): _ = try scanString()
      case UInt8(ascii: "t"): try scanLiteral("true")
      case UInt8(ascii: "f"): try scanLiteral("false")
      case UInt8(ascii: "n"):
        try observer.null(at: position)
        try scanLiteral("null")
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let start = position
        let value = try scanNumber()
        try observer.number(value, isNegative: bytes[start] == UInt8(ascii: "-"), at: start)
      default: throw failure("a value was expected")
      }
      if isOpen { continue }

      // A value has ended, or an empty bracket is about to end. Close all brackets up to the next comma.
      while true {
        guard depth > outerDepth else { return }
        let isObject = objects & 1 == 1
        let byte = try nextByte()
        if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          if isObject { try observer.objectEnds() }
          objects >>= 1
          ascend()
        } else if byte == UInt8(ascii: ",") {
          position += 1
          if isObject { observer.key(try scanKey(), endingAt: position) }
          break
        } else {
          throw failure("a comma or a closing bracket was expected")
        }
      }
    }
  }
}

/// A visitor of the parts of a JSON value.
protocol JSONObserver {
  mutating func objectBegins()
  mutating func key(_ key: JSONKey, endingAt offset: Int)
  mutating func objectEnds() throws(JSONError)
  mutating func null(at offset: Int) throws(JSONError)
  mutating func number(_ integer: Int64?, isNegative: Bool, at offset: Int) throws(JSONError)
}

/// A visitor that ignores everything.
private struct NoJSONObserver: JSONObserver {
  mutating func objectBegins() {}
  mutating func key(_ key: JSONKey, endingAt offset: Int) {}
  mutating func objectEnds() {}
  mutating func null(at offset: Int) {}
  mutating func number(_ integer: Int64?, isNegative: Bool, at offset: Int) {}
}
