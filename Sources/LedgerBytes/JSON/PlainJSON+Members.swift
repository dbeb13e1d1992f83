// An object whose keys ascend is read by merging its keys with those that the caller asks for, in the same order.
//
// A key at the cursor that comes before the asked one is unknown and skipped. If it comes after, the asked one is absent.
// No key is looked at twice. An object in another order ends in an error: `CanonicalJSON` then puts it in order.

extension PlainJSON {
  /// Enters the object that comes next. Returns what `leaveObject` needs, or `nil` if no object comes next.
  @inlinable @inline(__always)
  package mutating func enterObject() -> UnsafeRawPointer? {
    guard next < end, next.load(as: UInt8.self) == UInt8(ascii: "{") else { return nil }
    let outer = lastKey
    // The bracket is left to the first member: it precedes that key as a comma precedes the others.
    lastKey = next
    return outer
  }

  /// Reads a key and its colon if they come next.
  @inlinable @inline(__always)
  package mutating func take(member key: StaticString) -> Bool {
    take(member: UnsafeRawPointer(key.utf8Start), key.utf8CodeUnitCount)
  }

  /// Reads a key and its colon if they come next.
  @inlinable @inline(__always)
  mutating func take(member key: UnsafeRawPointer, _ count: Int) -> Bool {
    guard end - next >= count + 4, next.load(as: UInt8.self) == UInt8(ascii: ",") || next == lastKey,
      next.load(fromByteOffset: 1, as: UInt8.self) == UInt8(ascii: "\""), Self.isSame(next + 2, key, count),
      next.load(fromByteOffset: count + 2, as: UInt8.self) == UInt8(ascii: "\""),
      next.load(fromByteOffset: count + 3, as: UInt8.self) == UInt8(ascii: ":")
    else { return false }
    lastKey = next + 1
    next += count + 4
    return true
  }

  /// Whether the object ends, or the next key is greater by its first letter. If `false`, `seek` finds out.
  @inlinable @inline(__always)
  package func isBeyond(_ key: StaticString) -> Bool {
    guard end - next >= 3 else { return false }
    return next.load(as: UInt8.self) == UInt8(ascii: "}")
      || next.load(fromByteOffset: 1, as: UInt8.self) == UInt8(ascii: "\"")
        && next.load(fromByteOffset: 2, as: UInt8.self) > key.utf8Start.pointee
  }

  /// Skips members up to a key. Reads the key and its colon, and returns `true`, if it is there.
  @inline(never)
  package mutating func seek(_ key: StaticString) throws(JSONError) -> Bool {
    try seek(UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
  }

  /// Skips members up to a key. Reads the key and its colon, and returns `true`, if it is there.
  package mutating func seek(_ key: UnsafeRawBufferPointer) throws(JSONError) -> Bool {
    while let found = try nextKey() {
      let order = Self.order(of: found, and: key)
      if order > 0 { return false }
      if order == 0 {
        guard let start = key.baseAddress, take(member: start, key.count) else { throw failure("white space") }
        return true
      }
      try skipMember(found)
    }
    return false
  }

  /// Skips what is left of an object, and reads its closing bracket. `outer` is what `enterObject` returned.
  @inlinable @inline(__always)
  package mutating func leaveObject(_ outer: UnsafeRawPointer) throws(JSONError) {
    if next < end, next.load(as: UInt8.self) == UInt8(ascii: "}") { next += 1 } else { try skipMembers() }
    lastKey = outer
  }

  @usableFromInline @inline(never)
  mutating func skipMembers() throws(JSONError) {
    while let key = try nextKey() { try skipMember(key) }
    next += next == lastKey ? 2 : 1
  }

  /// The last key that was read, for messages.
  package var lastKeyText: String {
    var reader = reader(at: lastKey)
    return (try? reader.readString()) ?? ""
  }

  /// A reader of the rest, which knows every form of JSON and tells what is wrong.
  package var ahead: JSONReader { reader(at: next) }

  /// The place of the next byte.
  @inlinable package var place: UnsafeRawPointer { next }

  /// Goes back to an offset that was read before.
  @inlinable package mutating func goBack(to place: UnsafeRawPointer) { next = place }

  /// Goes on after what `ahead` has read.
  package mutating func advance(to reader: JSONReader) { next = start + reader.offset }

  private func reader(at place: UnsafeRawPointer) -> JSONReader {
    JSONReader(UnsafeRawBufferPointer(start: start, count: end - start), at: place - start)
  }

  private func failure(_ reason: String) -> JSONError { JSONError(offset: next - start, reason: reason) }

  // MARK: Unknown members

  /// Returns the bytes of the next key without its quotes, or `nil` at the end of the object. The key is not read.
  private func nextKey() throws(JSONError) -> UnsafeRawBufferPointer? {
    let isFirst = next == lastKey
    let place = isFirst ? next + 1 : next
    guard place < end else { throw failure("the text ends too early") }
    let byte = place.load(as: UInt8.self)
    if byte == UInt8(ascii: "}") { return nil }
    guard isFirst || byte == UInt8(ascii: ","), end - next >= 2,
      next.load(fromByteOffset: 1, as: UInt8.self) == UInt8(ascii: "\"")
    else { throw failure("a comma and a key, or the end of the object, were expected") }
    return try key(at: next + 1)
  }

  private func key(at place: UnsafeRawPointer) throws(JSONError) -> UnsafeRawBufferPointer {
    var reader = reader(at: place)
    let key = try reader.readText()
    // An escaped letter may be that of a known key. Canonical bytes escape only what no known key contains.
    guard isCanonical || !key.isEscaped else { throw failure("an escape in a key") }
    return key.rawBytes
  }

  /// Skips a member that nobody asks for, and all others of the same key.
  private mutating func skipMember(_ key: UnsafeRawBufferPointer) throws(JSONError) {
    if next != lastKey {
      let order = Self.order(of: try self.key(at: lastKey), and: key)
      if order == 0 { throw failure("“\(lastKeyText)” stands twice") }
      if order > 0 { throw failure("the keys are not in order") }
    }
    repeat {
      lastKey = next + 1
      next += key.count + 3
      guard next < end, next.load(as: UInt8.self) == UInt8(ascii: ":") else {
        throw failure("a colon was expected")
      }
      next += 1
      // Canonical bytes are nested no deeper than any JSON may be. In others, a few levels suffice.
      var reader = ahead
      reader.depth = isCanonical ? 0 : JSONDialect.nestingDepthMax - 8
      try reader.skipValue()
      advance(to: reader)
    } while try nextKey().map { Self.order(of: $0, and: key) == 0 } ?? false
  }

  private static func order(of left: UnsafeRawBufferPointer, and right: UnsafeRawBufferPointer) -> Int {
    for (one, other) in zip(left, right) where one != other { return one < other ? -1 : 1 }
    return left.count - right.count
  }
}
