internal import LedgerBytes

/// Sizes and times that no event goes beyond.
package enum EventLimits {
  /// A whole event: hashed bytes and payload.
  package static let eventBytes = 1 << 20
  /// One text in a payload, as UTF-8 without escapes.
  package static let textBytes = 256 << 10
  /// 2150-01-01 UTC, in milliseconds: a wall clock past it counts as this.
  static let latestWallMilliseconds: Int64 = 5_680_281_600_000
  /// 2200-01-01 UTC, in milliseconds: an event past it is refused.
  package static let latestMilliseconds: UInt64 = 7_258_118_400_000
  /// 2199-01-01 UTC, in milliseconds: an event past it must follow events that are known.
  ///
  /// A device that has seen a time close to this one records each of its events a tick later. Other devices must still
  /// accept those events, so the year up to `latestMilliseconds` is reserved for them. No wall clock counts past 2150.
  package static let latestForeignMilliseconds: UInt64 = 7_226_582_400_000
  /// How far past the latest known time an event may be that comes after `latestForeignMilliseconds`.
  static let followingMillisecondsMax: UInt64 = 1_000

  /// Returns the longest text in JSON that has been found valid: keys count too.
  static func longestText(in json: UnsafeRawBufferPointer) -> Int {
    if json.count <= textBytes { return json.count }
    var longest = 0
    var index = 0
    while index < json.count {
      let isQuote = json[index] == UInt8(ascii: "\"")
      index += 1
      guard isQuote else { continue }
      var length = 0
      while index < json.count, json[index] != UInt8(ascii: "\"") {
        if json[index] != UInt8(ascii: "\\") {
          length += 1
          index += 1
        } else if index + 5 < json.count, json[index + 1] == UInt8(ascii: "u") {
          length += utf8Length(ofEscape: json[(index + 2)..<(index + 6)])
          index += 6
        } else {
          length += 1
          index += 2
        }
      }
      index += 1
      longest = max(longest, length)
    }
    precondition(longest <= json.count, "no text is longer than the JSON it is written in")
    return longest
  }

  private static func utf8Length(ofEscape digits: Slice<UnsafeRawBufferPointer>) -> Int {
    switch UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0 {
    case 0..<0x80: 1
    case 0x80..<0x800, 0xD800..<0xE000: 2  // either half of a pair is half of four
    default: 3
    }
  }
}

extension EventReference {
  /// Whether an event can have that device and number.
  ///
  /// Zeros mean no event, and the log's numbers have a sign.
  var namesAnEvent: Bool { device != .zero && sequence > 0 && sequence <= UInt64(Int64.max) }
}
