/// Checks whole JSON texts.
package enum JSONText {
  /// Checks that `bytes` are exactly one value of a dialect.
  ///
  /// Two keys are equal if their bytes without escapes are. The error then points after the second key.
  ///
  /// - Complexity: Linear in the bytes, in time and memory, for any content.
  package static func validate(
    _ bytes: UnsafeRawBufferPointer, as dialect: JSONDialect
  ) throws(JSONError) {
    if PlainJSON.isPayload(bytes) { return }  // the payload dialect is the stricter one
    var reader = JSONReader(bytes)
    var rules = JSONRules(dialect)
    try reader.walk(&rules)
    try reader.finish()
  }

  /// Checks that `bytes` are exactly one value of a dialect.
  package static func validate(_ bytes: [UInt8], as dialect: JSONDialect) throws(JSONError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      try validate(UnsafeRawBufferPointer(buffer), as: dialect)
    }
  }
}

/// Checks the rules that are not part of the grammar: those of a dialect, and that keys differ.
private struct JSONRules: JSONObserver {
  private struct Member {
    let key: JSONKey
    let end: Int
  }

  private let isPayload: Bool
  /// The members of all open objects, the innermost last, and the index of each object's first member.
  private var members: [Member] = []
  private var firstMembers: [Int] = []

  init(_ dialect: JSONDialect) {
    switch dialect {
    case .payload: isPayload = true
    case .exchange: isPayload = false
    }
    members.reserveCapacity(16)
    firstMembers.reserveCapacity(8)
  }

  mutating func objectBegins() { firstMembers.append(members.count) }

  mutating func key(_ key: JSONKey, endingAt offset: Int) { members.append(Member(key: key, end: offset)) }

  mutating func objectEnds() throws(JSONError) {
    guard let first = firstMembers.popLast() else { return }
    let own = members[first...]
    let second = own.count <= 16 && !own.contains { $0.key.isEscaped } ? repeatedPlainly(own) : repeated(own)
    if let second { throw JSONError(offset: second.end, reason: "the same key twice in an object") }
    members.removeSubrange(first...)
  }

  mutating func null(at offset: Int) throws(JSONError) {
    if isPayload { throw JSONError(offset: offset, reason: "null is not allowed here") }
  }

  mutating func number(_ integer: Int64?, isNegative: Bool, at offset: Int) throws(JSONError) {
    guard isPayload else { return }
    guard let integer, integer.magnitude <= JSONDialect.exactIntegerMax else {
      throw JSONError(offset: offset, reason: "only integers of up to 53 bits are allowed here")
    }
    guard integer != 0 || !isNegative else { throw JSONError(offset: offset, reason: "zero has no sign here") }
  }

  /// Compares every key with every other, which is fastest for a few keys.
  private func repeatedPlainly(_ own: ArraySlice<Member>) -> Member? {
    for later in own.indices {
      let key = own[later].key
      for earlier in own.startIndex..<later {
        if own[earlier].key.hasSameRawBytes(as: key.rawBytes) { return own[later] }
      }
    }
    return nil
  }

  /// Looks keys up by a seeded hash, so that hostile keys cannot make it slow.
  private func repeated(_ own: ArraySlice<Member>) -> Member? {
    var seen: Set<[UInt8]> = []
    return own.first { !seen.insert($0.key.bytes).inserted }
  }
}
