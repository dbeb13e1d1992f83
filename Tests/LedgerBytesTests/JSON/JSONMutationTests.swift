import Foundation
import LedgerBytes
import LedgerTestSupport
import Testing

/// Good texts, spoiled at random: whatever comes out, everyone agrees on it, and nothing crashes.
///
/// `LEDGER_MUTATIONS` sets how many each seed makes.
struct JSONMutationTests {
  static let documents: [String] = [
    #"{"vendor":{"from":"","to":"Café Zoë"},"total":{"from":0,"to":8450,"currency":"EUR"}}"#,
    #"{"readings":[{"value":"84.50","reason":"after \"TOTAL\"","confidence":93},{"value":"8.45","confidence":7}]}"#,
    #"[0,-1,9007199254740991,-9007199254740991,9223372036854775807,1.5,-0.25e+10,true,false,null]"#,
    #"{"a":{"b":{"c":{"d":[[[[[]]]]]}}},"\u0061b":"\ud83d\ude00\u00e9\\\/\b\f\n\r\t"," ":"😀€é"}"#,
    #" { "on" : "2026-06-14" , "tags" : { "added" : [ "x" , "y" ] , "removed" : [ ] } } "#,
    #""just a string that is longer than eight bytes""#,
  ]

  static let fragments: [[UInt8]] =
    [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\u0061", "\\ud800", "\\udc00", "0", "-", ".", "e",
      "E+",
      "null", "true", "false", " ", "\n", "\"a\":1", "\"a\":1,\"a\":1", "[[[[[[[[[[", "]]]]]]]]]]", "é", "€",
      "😀", "\u{7f}",
      "99999999999999999999",
    ].map { Array($0.utf8) } + [
      [0], [0x1f], [0x80], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90], [0xff], [0xef, 0xbb, 0xbf],
    ]

  @Test(
    "Reader, validator, value and a naive parser agree on spoiled texts",
    arguments: 1...8 as ClosedRange<UInt64>)
  func agreement(seed: UInt64) throws {
    let rounds = ProcessInfo.processInfo.environment["LEDGER_MUTATIONS"].flatMap { Int($0) } ?? 2_500
    var random = SeededGenerator(seed: seed)
    var accepted = 0
    for round in 0..<rounds {
      var bytes = Array(Self.documents.randomElement(using: &random)?.utf8 ?? "".utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) { Self.spoil(&bytes, &random) }

      let opinions = JSONOpinions(bytes)
      let naive = NaiveJSON.parse(bytes)
      // The printable text of the case, to repeat it without the generator.
      let hint: Comment =
        "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self).debugDescription)"
      #expect((opinions.validated == nil) == (naive != nil), hint)
      #expect(opinions.value == naive, hint)
      #expect(readsAsCodec(bytes) == (opinions.skipped == nil), hint)
      let isOnlyRepeated = opinions.validated?.reason == "the same key twice in an object"
      #expect((opinions.skipped == nil) == (opinions.validated == nil) || isOnlyRepeated, hint)
      if let naive {
        accepted += 1
        let isSignedZero = opinions.payload?.reason == "zero has no sign here"
        #expect((opinions.payload == nil) == NaiveJSON.isPayload(naive) || isSignedZero, hint)
        #expect(try JSONValue(parsing: naive.encoded(), as: .exchange) == naive, hint)
      } else {
        #expect(opinions.payload != nil, hint)
      }
    }
    #expect(accepted > rounds / 50 && accepted < rounds, "seed \(seed): \(accepted) of \(rounds) accepted")
  }

  private static func spoil(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 1...6, using: &random))
    switch Int.random(in: 0..<7, using: &random) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(contentsOf: fragments.randomElement(using: &random) ?? [], at: place)
    case 2: bytes.replaceSubrange(place..<end, with: fragments.randomElement(using: &random) ?? [])
    case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
    case 4: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    case 5: if place < bytes.count { bytes[place] = UInt8.random(in: 0x20..<0x7f, using: &random) }
    default: bytes.removeSubrange(place...)
    }
  }
}
