import BankFiles
import Foundation
import LedgerDomain
import LedgerTestSupport
import Testing

@Suite("Parsers fed with anything")
struct CorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/fuzz")

  private static func corpus(_ name: String) throws -> [(file: String, bytes: [UInt8])] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(name).path).sorted().map {
      ($0, [UInt8](try Data(contentsOf: folder.appendingPathComponent("\(name)/\($0)"))))
    }
  }

  @Test("Every text of the corpora is taken or refused, by each parser", arguments: FuzzTarget.all.map(\.name))
  func replay(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let texts = try Self.corpus(name)
    #expect(texts.count >= 3)
    for text in texts { target.run(text.bytes) }
    target.run([])
  }

  @Test("The payloads among them can be read, but for those that are damaged by name")
  func payloads() throws {
    var types: Set<EventType> = []
    for text in try Self.corpus("payload") where !text.file.hasPrefix("found-") {
      let type = try #require(EventType(rawValue: String(text.file.prefix { $0 != "-" })))
      let decoded = EventCodec.current.decode(
        type: type.rawValue, schema: type.schema, streamKind: type.streamKind.rawValue,
        payload: Array(text.bytes.dropFirst(type.rawValue.utf8.count + 1)))
      guard case .event = decoded else {
        Issue.record("\(text.file): \(decoded)")
        continue
      }
      types.insert(type)
    }
    #expect(types.count >= 42, "missing: \(Set(EventType.allCases).subtracting(types))")
  }

  @Test("Each format of banks has a whole statement among them, which is read", arguments: FuzzTarget.banks)
  func statements(_ target: FuzzTarget.Bank) throws {
    let statement = try #require(try Self.corpus(target.name).first { $0.file == "statement" })
    let (bytes, options) = target.options(statement.bytes)
    let file = try BankFileReader.read(bytes, options: options)
    #expect(file.rows.count >= 2 && file.refused.isEmpty)
    #expect(target.format == nil || target.format == .hledger || file.format == target.format)
  }

  @Test("So are changes of them, and what two of them make together", arguments: FuzzTarget.all.map(\.name))
  func mutated(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let texts = try Self.corpus(name).map(\.bytes)
    var mutator = Mutator(texts: texts, seed: 1)
    for _ in 0..<target.changes { target.run(mutator.next()) }
  }
}

/// Small changes of texts, the same ones for the same beginning.
struct Mutator {
  let texts: [[UInt8]]
  private var generator: SeededGenerator

  init(texts: [[UInt8]], seed: UInt64) {
    self.texts = texts
    generator = SeededGenerator(seed: seed)
  }

  private mutating func random(_ count: Int) -> Int { Int.random(in: 0..<max(count, 1), using: &generator) }

  private static let pieces: [[UInt8]] =
    ["9223372036854775808", "-", "\"", "{", "[", "\u{301}", "\u{0}", "e9", "..", "~"]
    .map { Array($0.utf8) } + [[0xff], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]

  mutating func next() -> [UInt8] {
    var text = texts[random(texts.count)]
    for _ in 0...random(4) {
      let place = random(text.count + 1)
      switch random(6) {
      case 0 where place < text.count: text[place] = UInt8(truncatingIfNeeded: random(256))
      case 1 where place < text.count: text[place] ^= 1 << UInt8(random(8))
      case 2: text.insert(contentsOf: Self.pieces[random(Self.pieces.count)], at: place)
      case 3: text.removeSubrange(place..<min(text.count, place + random(8)))
      case 4:
        let other = texts[random(texts.count)]
        text.insert(contentsOf: other.dropFirst(random(other.count)).prefix(random(40)), at: place)
      default: text.insert(contentsOf: text.dropFirst(place).prefix(random(20)), at: place)
      }
    }
    return text
  }
}
