extension JSONReader {
  /// Reads an integer. Any other value, and an integer outside `Int64`, is an error.
  @inlinable
  package mutating func readInteger() throws(JSONError) -> Int64 {
    let first = try nextByte()
    let isNegative = first == UInt8(ascii: "-")
    let start = isNegative ? position + 1 : position
    var index = start
    var magnitude: Int64 = 0
    while index < end {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      magnitude = magnitude &* 10 &+ Int64(digit)
      index += 1
    }
    // Everything but a plain short integer takes the slow path, which knows the whole grammar.
    let count = index - start
    guard count > 0, count <= 18, count == 1 || bytes[start] != UInt8(ascii: "0"), !isFraction(at: index) else {
      return try readIntegerSlowly()
    }
    position = index
    return isNegative ? 0 - magnitude : magnitude
  }

  /// Reads `true` or `false`.
  @inlinable
  package mutating func readBoolean() throws(JSONError) -> Bool {
    switch try nextByte() {
    case UInt8(ascii: "t"):
      try scanLiteral("true")
      return true
    case UInt8(ascii: "f"):
      try scanLiteral("false")
      return false
    default: throw failure("true or false was expected")
    }
  }

  /// Reads `null`.
  package mutating func readNull() throws(JSONError) {
    guard try nextByte() == UInt8(ascii: "n") else { throw failure("null was expected") }
    try scanLiteral("null")
  }

  @inlinable
  func isFraction(at index: Int) -> Bool {
    guard index < end else { return false }
    let byte = bytes[index]
    return byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
  }

  @usableFromInline @inline(never)
  mutating func readIntegerSlowly() throws(JSONError) -> Int64 {
    let start = position
    guard let value = try scanNumber() else { throw failure("an integer of 64 bits was expected", at: start) }
    return value
  }

  /// Reads a number at the position, and returns it if it is an integer within `Int64` (`-0` is 0).
  mutating func scanNumber() throws(JSONError) -> Int64? {
    let start = position
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let digits = position
    var value: Int64? = 0
    while let digit = digit(at: position) {
      if let known = value {
        let (shifted, overflow) = known.multipliedReportingOverflow(by: 10)
        let (sum, carry) = shifted.addingReportingOverflow(isNegative ? 0 - digit : digit)
        value = overflow || carry ? nil : sum
      }
      position += 1
    }
    guard position > digits else {
      throw failure(isNegative ? "a digit was expected" : "a number was expected", at: start)
    }
    guard position - digits == 1 || bytes[digits] != UInt8(ascii: "0") else {
      throw failure("a number begins with a zero", at: start)
    }
    guard isFraction(at: position) else { return value }

    if bytes[position] == UInt8(ascii: ".") {
      position += 1
      try scanDigits()
    }
    if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < end, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
        position += 1
      }
      try scanDigits()
    }
    return nil
  }

  private mutating func scanDigits() throws(JSONError) {
    guard digit(at: position) != nil else { throw failure("a digit was expected") }
    while digit(at: position) != nil { position += 1 }
  }

  private func digit(at index: Int) -> Int64? {
    guard index < end else { return nil }
    let digit = bytes[index] &- UInt8(ascii: "0")
    return digit <= 9 ? Int64(digit) : nil
  }

  @usableFromInline
  mutating func scanLiteral(_ literal: StaticString) throws(JSONError) {
    let count = literal.utf8CodeUnitCount
    guard end - position >= count,
      literal.withUTF8Buffer({ $0.elementsEqual(bytes[position..<position + count]) })
    else { throw failure("a value was expected") }
    position += count
  }
}
