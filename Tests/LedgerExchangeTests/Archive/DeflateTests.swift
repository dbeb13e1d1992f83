import Foundation
import LedgerTestSupport
import Testing

@testable import LedgerExchange

/// Reads DEFLATE with fixed codes, bit by bit, by RFC 1951.
private struct PlainInflate {
  struct Malformed: Error {}

  private let bytes: [UInt8]
  private var place = 0
  private(set) var output: [UInt8] = []

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    while true {
      let isLast = try bit() == 1
      guard try number(2) == 1 else { throw Malformed() }
      try block()
      if isLast { break }
    }
    guard (place + 7) / 8 == bytes.count else { throw Malformed() }
  }

  private mutating func bit() throws -> Int {
    guard place / 8 < bytes.count else { throw Malformed() }
    defer { place += 1 }
    return Int(bytes[place / 8] >> UInt8(place % 8) & 1)
  }

  private mutating func number(_ count: Int) throws -> Int {
    var number = 0
    for place in 0..<count { number |= try bit() << place }
    return number
  }

  private mutating func symbol() throws -> Int {
    var code = 0
    for count in 1...9 {
      code = code << 1 | (try bit())
      switch (count, code) {
      case (7, 0...0b001_0111): return 256 + code
      case (8, 0b0011_0000...0b1011_1111): return code - 0b0011_0000
      case (8, 0b1100_0000...0b1100_0111): return 280 + code - 0b1100_0000
      case (9, 0b1_1001_0000...0b1_1111_1111): return 144 + code - 0b1_1001_0000
      default: continue
      }
    }
    throw Malformed()
  }

  private mutating func block() throws {
    while true {
      let symbol = try symbol()
      if symbol == 256 { return }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      let length = try length(symbol)
      var code = 0
      for _ in 0..<5 { code = code << 1 | (try bit()) }
      let extra = max(0, code / 2 - 1)
      let base = code < 4 ? code + 1 : (2 + code % 2) << extra + 1
      let distance = base + (try number(extra))
      guard distance <= output.count, distance <= 32_768 else { throw Malformed() }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private mutating func length(_ symbol: Int) throws -> Int {
    if symbol == 285 { return 258 }
    if symbol < 265 { return symbol - 254 }
    let extra = (symbol - 261) / 4
    return (4 + (symbol - 261) % 4) << extra + 3 + (try number(extra))
  }
}

@Suite("DEFLATE")
struct DeflateTests {
  private func compressed(_ bytes: [UInt8], pieces: Int = 1) -> Deflate.Result {
    var deflate = Deflate()
    let size = max(1, bytes.count / pieces)
    for start in stride(from: 0, to: bytes.count, by: size) {
      deflate.write(Array(bytes[start..<min(bytes.count, start + size)]))
    }
    return deflate.finish()
  }

  @Test("Bytes of every sort come back", arguments: 0..<30 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0..<40, using: &random) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        bytes += (0..<Int.random(in: 0..<3_000, using: &random)).map { _ in .random(in: 0...255, using: &random)
        }
      case 1:
        bytes += [UInt8](
          repeating: .random(in: 0...255, using: &random), count: .random(in: 0..<9_000, using: &random))
      case 2: bytes += bytes.suffix(.random(in: 0..<40_000, using: &random))
      default: bytes += Array("<c r=\"A1\" t=\"inlineStr\"><is><t>\(bytes.count)</t></is></c>".utf8)
      }
      if bytes.count > 600_000 { break }
    }
    let result = compressed(bytes, pieces: 7)
    #expect(try PlainInflate(result.bytes).output == bytes)
    #expect(result.size == UInt64(bytes.count) && Int(result.checksum) == PlainZip.checksum(bytes))
  }

  @Test("Every length and distance has a code, and repetitions become short")
  func codes() throws {
    for length in [4, 10, 11, 18, 19, 34, 35, 66, 67, 130, 131, 257, 258, 259] {
      let bytes = [UInt8](repeating: 65, count: length + 1)
      #expect(try PlainInflate(compressed(bytes).bytes).output == bytes, "\(length)")
    }
    var random = SeededGenerator(seed: 9)
    for distance in [
      1, 2, 4, 5, 6, 7, 8, 9, 12, 13, 192, 193, 256, 257, 24_576, 24_577, 32_767, 32_768, 32_769,
    ] {
      let filler = (0..<distance - 1).map { _ in UInt8.random(in: 128...255, using: &random) }
      let bytes = Array("abcdefgh".utf8) + filler.dropFirst(7) + Array("abcdefgh".utf8)
      #expect(try PlainInflate(compressed(bytes).bytes).output == bytes, "\(distance)")
    }
    #expect(compressed([UInt8](repeating: 0, count: 100_000)).bytes.count < 1_000)
  }
}
