import Foundation
import LedgerTestSupport
import Testing

@testable import LedgerExchange

/// Reads DEFLATE with fixed codes and codes of its own, bit by bit, by RFC 1951.
private struct PlainInflate {
  struct Malformed: Error {}

  private let bytes: [UInt8]
  private var place = 0
  private(set) var output: [UInt8] = []
  /// The number of blocks that have codes of their own.
  private(set) var ownCodes = 0

  /// The symbols by their codes, with a leading one bit.
  private typealias Table = [Int: Int]

  private static let fixed = table(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    while true {
      let isLast = try bit() == 1
      switch try number(2) {
      case 0: try stored()
      case 1: try block(Self.fixed, Self.table(Array(repeating: 5, count: 32)))
      case 2:
        ownCodes += 1
        let (literals, distances) = try tables()
        try block(literals, distances)
      default: throw Malformed()
      }
      if isLast { break }
    }
    guard (place + 7) / 8 == bytes.count else { throw Malformed() }
  }

  /// Section 3.2.4: bytes as they are, from the next whole byte on.
  private mutating func stored() throws {
    place = (place + 7) / 8 * 8
    let count = try number(16)
    guard try number(16) == count ^ 0xffff else { throw Malformed() }
    for _ in 0..<count { output.append(UInt8(try number(8))) }
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

  /// Section 3.2.2: shorter codes first, and in the order of symbols among equal ones.
  private static func table(_ lengths: [Int]) -> Table {
    var table: Table = [:]
    var next = 0
    for length in 1...15 {
      next <<= 1
      for symbol in lengths.indices where lengths[symbol] == length {
        table[1 << length | next] = symbol
        next += 1
      }
      precondition(next <= 1 << length, "more codes than there are")
    }
    return table
  }

  private mutating func symbol(_ table: Table) throws -> Int {
    var code = 1
    for _ in 1...15 {
      code = code << 1 | (try bit())
      if let symbol = table[code] { return symbol }
    }
    throw Malformed()
  }

  /// Section 3.2.7.
  private mutating func tables() throws -> (Table, Table) {
    let (literals, distances, shown) = (try number(5) + 257, try number(5) + 1, try number(4) + 4)
    var lengths = [Int](repeating: 0, count: 19)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    for symbol in order.prefix(shown) { lengths[symbol] = try number(3) }
    let table = Self.table(lengths)
    var all: [Int] = []
    while all.count < literals + distances {
      switch try symbol(table) {
      case 16:
        guard let last = all.last else { throw Malformed() }
        all += Array(repeating: last, count: 3 + (try number(2)))
      case 17: all += Array(repeating: 0, count: 3 + (try number(3)))
      case 18: all += Array(repeating: 0, count: 11 + (try number(7)))
      case let length: all.append(length)
      }
    }
    guard all.count == literals + distances, all[256] > 0 else { throw Malformed() }
    return (Self.table(Array(all[..<literals])), Self.table(Array(all[literals...])))
  }

  private mutating func block(_ literals: Table, _ distances: Table) throws {
    while true {
      let symbol = try symbol(literals)
      if symbol == 256 { return }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      let length = try length(symbol)
      let code = try self.symbol(distances)
      let extra = max(0, code / 2 - 1)
      let base = code < 4 ? code + 1 : (2 + code % 2) << extra + 1
      let distance = base + (try number(extra))
      guard code < 30, distance <= output.count, distance <= 32_768 else { throw Malformed() }
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

  @Test("What several cores compress comes back, and is as small as what one compresses")
  func shared() throws {
    var random = SeededGenerator(seed: 5)
    let words = (0..<500).map { _ in String(Int.random(in: 0..<1_000_000, using: &random)) }
    var bytes: [UInt8] = []
    while bytes.count < 3 << 20 { bytes += Array((words.randomElement(using: &random)! + " ").utf8) }
    let shared = Deflate.compressed(bytes)
    #expect(try PlainInflate(shared).output == bytes)
    #expect(shared.count <= compressed(bytes).bytes.count + 100)
    #expect(try PlainInflate(Deflate.compressed([])).output.isEmpty)
  }

  @Test("Parts of one text with letters of their own have codes of their own")
  func blocks() throws {
    var random = SeededGenerator(seed: 6)
    let parts = [UInt8(0), 64, 128, 192].map { first in
      (0..<40_000).map { _ in first + UInt8.random(in: 0..<16, using: &random) }
    }
    let bytes = Array(parts.joined())
    let result = compressed(bytes)
    #expect(try PlainInflate(result.bytes).output == bytes)
    // Sixteen letters take four bits each, and all 64 of them six.
    #expect(result.bytes.count < bytes.count * 5 / 8)
  }

  @Test("A longer repetition that begins a byte later is preferred")
  func lazy() throws {
    let bytes = Array("abcd1 bcdefghijklm2 abcdefghijklm3".utf8)
    #expect(try PlainInflate(compressed(bytes).bytes).output == bytes)
    #expect(compressed(bytes).bytes.count < 33)
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

  @Test("A piece has the codes that suit it, however uneven its bytes are", arguments: 0..<20 as Range<UInt64>)
  func ownCodes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Each byte is twice as rare as the one before, so that the rarest would get codes of more than 15 bits.
    let skewed = (0..<200_000).map { _ in
      UInt8(min(40, UInt64.random(in: 1...UInt64.max, using: &random).leadingZeroBitCount))
    }
    let result = try PlainInflate(compressed(skewed).bytes)
    #expect(result.output == skewed && result.ownCodes > 0)
    let numbers = (0..<60_000).map { _ in UInt8.random(in: 0...9, using: &random) }
    let digits = compressed(numbers)
    #expect(try PlainInflate(digits.bytes).output == numbers)
    #expect(digits.bytes.count < 60_000 * 11 / 20, "ten values take about three and a half bits each")
  }

  @Test("Few bytes, and bytes of one value, are read by any program")
  func small() throws {
    for bytes in [
      [], [0], [255], [1, 2], [UInt8](repeating: 7, count: 70_000), Array(0...255), Array("abc".utf8),
    ] {
      #expect(try PlainInflate(compressed(bytes).bytes).output == bytes)
    }
  }

  @Test(
    "Another program reads it", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
  func otherProgram() throws {
    var random = SeededGenerator(seed: 5)
    let words = ["REWE City", "taxi", "hotel", "12,50", "Café Zoë", "\u{0}", "セブン"]
    let text = (0..<40_000).map { _ in words[Int.random(in: 0..<words.count, using: &random)] }.joined()
    let path = NSTemporaryDirectory() + "deflate-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(compressed(Array(text.utf8)).bytes).write(to: URL(fileURLWithPath: path))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [
      "-c", "import sys,zlib; sys.stdout.buffer.write(zlib.decompress(open(sys.argv[1],'rb').read(),-15))",
      path,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let read = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(read == Data(text.utf8))
  }
}
