/// Puts JSON of other programs into the form that `PlainJSON` reads.
package enum CanonicalJSON {
  /// Returns the value without white space, with ascending keys and without needless escapes in keys.
  ///
  /// Values are kept as they are written, and members of one key stay next to each other in their order. Keys ascend by
  /// the bytes that are written.
  ///
  /// - Complexity: O(bytes · log(members) · depth).
  package static func bytes(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> [UInt8] {
    var reader = JSONReader(bytes)
    var written: [UInt8] = []
    written.reserveCapacity(bytes.count)
    try copy(&reader, to: &written)
    try reader.finish()
    return written
  }

  private static func copy(_ reader: inout JSONReader, to written: inout [UInt8]) throws(JSONError) {
    switch try reader.peek() {
    case .object: try copyObject(&reader, to: &written)
    case .array:
      written.append(UInt8(ascii: "["))
      var isFirst = true
      try reader.readArray { (reader) throws(JSONError) in
        if !isFirst { written.append(UInt8(ascii: ",")) }
        isFirst = false
        try copy(&reader, to: &written)
      }
      written.append(UInt8(ascii: "]"))
    case .string, .integer, .fraction, .boolean, .null: written.append(contentsOf: try reader.rawValue())
    }
  }

  private struct Member {
    let key: [UInt8]
    let order: Int
    let value: [UInt8]
  }

  private static func copyObject(_ reader: inout JSONReader, to written: inout [UInt8]) throws(JSONError) {
    var members: [Member] = []
    try reader.readObject { (reader, key) throws(JSONError) in
      var (name, value): (JSONWriter, [UInt8]) = (JSONWriter(), [])
      name.string(key.string)
      try copy(&reader, to: &value)
      members.append(Member(key: name.bytes, order: members.count, value: value))
    }
    // Without the closing quote, as the reader compares: a key comes before those that begin with it.
    members.sort { left, right in
      let (one, other) = (left.key.dropLast(), right.key.dropLast())
      return one.elementsEqual(other) ? left.order < right.order : one.lexicographicallyPrecedes(other)
    }
    written.append(UInt8(ascii: "{"))
    for (place, member) in members.enumerated() {
      if place > 0 { written.append(UInt8(ascii: ",")) }
      written += member.key
      written.append(UInt8(ascii: ":"))
      written += member.value
    }
    written.append(UInt8(ascii: "}"))
  }
}
