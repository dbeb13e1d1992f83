import LedgerBytes
import LedgerTestSupport
import Testing

struct JSONWriterTests {
  @Test("Commas are in the right places at every depth")
  func commas() {
    var writer = JSONWriter(capacity: 100)
    writer.object { writer in
      writer.key("a")
      writer.array { writer in
        writer.integer(1)
        writer.array { _ in }
        writer.object { _ in }
        writer.boolean(true)
        writer.boolean(false)
        writer.null()
        writer.raw(Array("1.5".utf8))
      }
      writer.key("b")
      writer.string("x")
      writer.key("c")
      writer.object { writer in
        writer.key("")
        writer.integer(-1)
      }
    }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"a":[1,[],{},true,false,null,1.5],"b":"x","c":{"":-1}}"#)
    writer.reset()
    writer.string("again")
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #""again""#)
  }

  @Test("Only what must be escaped is")
  func escapes() {
    var writer = JSONWriter()
    writer.string("\u{0}\u{1}\u{8}\t\n\u{b}\u{c}\r\u{e}\u{1f} \"/\\\u{7f}\u{80}é€😀\u{2028}")
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == "\"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u000e\\u001f \\\"/\\\\\u{7f}\u{80}é€😀\u{2028}\"")
  }

  @Test("Identifiers and digests are written as their descriptions, names of a program as keys")
  func inPlace() {
    for number in 0..<200 as Range<UInt64> {
      let digest = SHA256.hash([UInt8(number)])
      let id = UniqueID(high: digest.word0, low: digest.word1)
      var writer = JSONWriter(capacity: 1)
      writer.object { writer in
        writer.key("id" as StaticString)
        writer.string(id)
        writer.key("größe" as StaticString)
        writer.string(digest)
        writer.key("text" as StaticString)
        writer.string(ascii: 3) { for index in 0..<3 { $0[index] = UInt8(ascii: "a") + UInt8(index) } }
      }
      #expect(
        String(decoding: writer.bytes, as: UTF8.self)
          == "{\"id\":\"\(id)\",\"größe\":\"\(digest)\",\"text\":\"abc\"}")
      let digits = [digest.word0, digest.word1, digest.word2, digest.word3].map { word in
        String(repeating: "0", count: 16 - String(word, radix: 16).count) + String(word, radix: 16)
      }
      #expect(digest.description == digits.joined())
      #expect(id.description.split(separator: "-").joined() == digits[0] + digits[1])
      #expect(id.description.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
    }
  }

  @Test(
    "Integers are written as Swift writes them",
    arguments: [0, 1, -1, 9, 10, -10, 99, 100, 8450, .max, .min] as [Int64])
  func integers(value: Int64) {
    var writer = JSONWriter()
    writer.integer(value)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == String(value))
  }
}

struct JSONValueTests {
  @Test("Keys are sorted by their UTF-8, not by what Swift thinks of them")
  func order() {
    let value: JSONValue = [
      "b": 1, "a": 2, "B": 3, "": 4, "é": 5, "z": 6, "aa": 7, "\u{ffff}": 8, "\u{10000}": 9, "e\u{301}a": 10,
    ]
    #expect(
      String(decoding: value.encoded(), as: UTF8.self)
        == "{\"\":4,\"B\":3,\"a\":2,\"aa\":7,\"b\":1,\"e\u{301}a\":10,\"z\":6,\"é\":5,\"\u{ffff}\":8,\"\u{10000}\":9}"
    )
  }

  @Test("Literals make values, members are found by key")
  func literals() {
    let value: JSONValue = ["total": ["from": 0, "to": 8450], "tags": ["x", true, .null]]
    #expect(value["total"]?["to"] == 8450)
    #expect(value["tags"] == .array([.string("x"), .boolean(true), .null]))
    #expect(value["none"] == nil)
    #expect(JSONValue.integer(1)["a"] == nil)
  }

  @Test("Texts that Swift holds equal are different values when their bytes differ")
  func composition() {
    let (one, two) = ("\u{e9}", "e\u{301}")
    #expect(one == two)
    #expect(JSONValue.string(one) != .string(two))
    #expect(JSONValue.object([one: 1]) != .object([two: 1]))
    #expect(JSONValue.object([one: 1])[two] == nil)
    #expect(Set<JSONValue>([.string(one), .string(two), .string(one)]).count == 2)
  }

  @Test("Kinds differ even where their texts do not")
  func kinds() {
    let values: [JSONValue] = [
      "1", 1, .fraction("1"), true, .null, [], [:], [1], ["a": 1], ["a": 2], ["b": 1], "", false,
    ]
    #expect(Set(values).count == values.count)
    for (index, value) in values.enumerated() { #expect(values.firstIndex(of: value) == index) }
  }

  @Test("Random values survive their canonical text", arguments: 1...40 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let value = Self.random(&random, depth: 0)
      let text = value.encoded()
      #expect(try JSONValue(parsing: text, as: .exchange) == value, "seed \(seed)")
      #expect(try JSONValue(parsing: text, as: .exchange).encoded() == text, "seed \(seed)")
    }
  }

  private static func random(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
    func text() -> String {
      let scalars = (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in
        let limit: UInt32 = [0x20, 0x80, 0x800, 0x10000, 0x110000].randomElement(using: &random) ?? 0x80
        return Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random))
      }
      return String(String.UnicodeScalarView(scalars))
    }
    switch Int.random(in: depth > 4 ? 2..<7 : 0..<7, using: &random) {
    case 0:
      let pairs = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        (text(), Self.random(&random, depth: depth + 1))
      }
      return .object(Dictionary(pairs) { first, _ in first })
    case 1:
      return .array(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in Self.random(&random, depth: depth + 1) })
    case 2: return .string(text())
    case 3:
      return .integer(
        Int64(truncatingIfNeeded: random.next() as UInt64) >> Int64.random(in: 0..<64, using: &random))
    case 4:
      return .fraction(
        ["1.5", "-0.0", "1e9", "123456789012345678901234567890"].randomElement(using: &random) ?? "0.5")
    case 5: return .boolean(Bool.random(using: &random))
    default: return .null
    }
  }
}
