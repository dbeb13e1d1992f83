import LedgerBytes
import Testing

/// Texts that are JSON and texts that are not, in the spirit of Nicolas Seriot's JSONTestSuite.
struct JSONGrammarTests {
  /// No JSON, written with `\xHH` for bytes.
  static let refused: [String] = [
    // Nothing, or something and more.
    "", " ", "\n\t", "//", "# x", "/* x */1", "1 2", "1,", ",1", "{}}", "[]]", "{}[]", "\"a\"b", "true false",
    "1\\x00",
    "\\x00", "\\xEF\\xBB\\xBF1", "\\xFE\\xFF\\x00[\\x00]", "[\\x00\\x00\\x00]\\x00\\x00\\x00", "\\xC2\\xA01",
    "\\x0B1", "\\x0C1",
    "\\xE2\\x80\\xA81", "1;",
    // Arrays.
    "[", "]", "[1", "[1,", "[1,]", "[,]", "[,1]", "[1,,2]", "[1 2]", "[1;2]", "[1}", "[\"a\"", "[\"a", "[[]",
    "[1:2]",
    "[1]x", "[*]", "[\"\",", "(1)",
    // Objects.
    "{", "}", "{]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\"}", "{\"a\",1}",
    "{\"a\" 1}",
    "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\"::1}", "{\"a\":1 \"b\":2}", "{\"a\":1;\"b\":2}", "{\"a\":}",
    "{:1}", "{\"a\":1]", "{\"a\":/**/1}", "{\"a\":1,,\"b\":2}", "{\"a\":1}#", "{[]:1}", "{{}}",
    "{\"a\":1,\"b\"}",
    // Words.
    "nul", "nulll", "tru", "truee", "fals", "falsee", "True", "NULL", "nil", "undefined", "NaN", "-NaN",
    "Infinity",
    "-Infinity", "t", "n", "[nul]", "[tru]", "[fals]", "trueX", "x",
    // Numbers.
    "-", "+1", "--1", "+-1", "- 1", "01", "-01", "00", "-00", "007", "1.", "-1.", ".5", "-.5", "1.e5", "1e",
    "1e+", "1e-", "1E",
    "1.5e", "1e5.5", "1ee5", "1e+-5", "0x10", "1_000", "1,000", "1 000", "0.1.2", "1.2.3", "1a", "1-", "0e",
    "0e+", "2.e+3",
    "\\xEF\\xBC\\x91", "\\xD9\\xA1", "1e\\xEF\\xBC\\x91", "0b1", "1f", "$1", "1+1",
    // Strings: ends, control characters, escapes.
    "\"", "\"a", "'a'", "a", "\"a\"\"", "\"\\", "\"\\\"", "\"\\x00\"", "\"a\\x0Ab\"", "\"\\x09\"", "\"\\x1F\"",
    "\"\\a\"",
    "\"\\'\"", "\"\\x\"", "\"\\0\"", "\"\\U0041\"", "\"\\ \"", "\"\\u\"", "\"\\u0\"", "\"\\u00\"",
    "\"\\u004\"",
    "\"\\u004g\"", "\"\\u+041\"", "\"\\u 041\"", "\"\\u-041\"", "\"\\u0x4\"", "\"\\u{41}\"", "\"\\u",
    "\"\\u004", "\"\\u0041",
    "\"\\\\x0A\"", "\"\\\\xC3\\xA9\"",
    // Strings: halves of surrogate pairs.
    "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800x\"", "\"\\ud800\\n\"", "\"\\ud800\\u0041\"", "\"\\ud800\\ud800\"",
    "\"\\udc00\\ud800\"", "\"\\ud800\\u\"", "\"\\ud800\\udc0\"", "\"\\ud800\\udbff\"", "\"\\udbff\\ue000\"",
    "\"\\uD83D\\\\uDE00\"",
    "\"\\ud800", "\"\\ud800\\udc00",
    // Strings: bytes that are no UTF-8.
    "\"\\x80\"", "\"\\xBF\"", "\"\\xC3\"", "\"\\xC3(\"", "\"\\xC0\\x80\"", "\"\\xC0\\xAF\"", "\"\\xC1\\xBF\"",
    "\"\\xE2\\x82\"",
    "\"\\xE2(\\xA1\"", "\"\\xE2\\x82(\"", "\"\\xE0\\x80\\xAF\"", "\"\\xE0\\x9F\\xBF\"", "\"\\xED\\xA0\\x80\"",
    "\"\\xED\\xBF\\xBF\"",
    "\"\\xED\\xA0\\xBD\\xED\\xB8\\x80\"", "\"\\xF0\\x9F\\x98\"", "\"\\xF0\\x80\\x80\\xAF\"",
    "\"\\xF0\\x8F\\xBF\\xBF\"",
    "\"\\xF4\\x90\\x80\\x80\"", "\"\\xF5\\x80\\x80\\x80\"", "\"\\xF8\\x88\\x80\\x80\\x80\"",
    "\"\\xFC\\x84\\x80\\x80\\x80\\x80\"",
    "\"\\xFE\"", "\"\\xFF\"", "\"\\xE9\"", "\"long enough \\xE9 in between\"", "\"\\xF0\\x9F\\x98", "\"\\xC3",
    "[\"\\xC3]", "\\xC3\\xA9",
    "{\"\\xFF\":1}", "{\"\\ud800\":1}", "{\"a\\x01\":1}",
  ]

  /// JSON, with its canonical form.
  static let accepted: [(text: String, canonical: String)] = [
    ("{}", "{}"), ("[]", "[]"), (" [ ] ", "[]"), ("\t\r\n {\n}\n", "{}"), ("[[],{}]", "[[],{}]"),
    ("{\"b\":1,\"a\":2}", "{\"a\":2,\"b\":1}"), ("{\"\":0}", "{\"\":0}"),
    ("{\"a\" : [ 1 , 2 ]}", "{\"a\":[1,2]}"),
    ("true", "true"), ("false", "false"), ("null", "null"), ("[true,false,null]", "[true,false,null]"),
    ("0", "0"), ("-0", "0"), ("-1", "-1"), ("10", "10"), ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"), ("9223372036854775808", "9223372036854775808"),
    ("-9223372036854775809", "-9223372036854775809"),
    ("123456789012345678901234567890", "123456789012345678901234567890"), ("0.0", "0.0"), ("-0.0", "-0.0"),
    ("1.50", "1.50"), ("1e5", "1e5"), ("1E+05", "1E+05"), ("0e1", "0e1"), ("-1.25e-300", "-1.25e-300"),
    ("\"\"", "\"\""), ("\"a\"", "\"a\""), ("\"\\u0061\"", "\"a\""), ("\"\\/\"", "\"/\""),
    ("\"\\\"\\\\\\b\\f\\n\\r\\t\"", "\"\\\"\\\\\\b\\f\\n\\r\\t\""), ("\"\\u0000\"", "\"\\u0000\""),
    ("\"\\u001F\\u007f\"", "\"\\u001f\\x7F\""), ("\"\\x7F\"", "\"\\x7F\""),
    ("\"\\u00e9\\u20AC\"", "\"\\xC3\\xA9\\xE2\\x82\\xAC\""), ("\"\\uD83D\\uDE00\"", "\"\\xF0\\x9F\\x98\\x80\""),
    ("\"\\ud800\\udc00\\udbff\\udfff\"", "\"\\xF0\\x90\\x80\\x80\\xF4\\x8F\\xBF\\xBF\""),
    ("\"\\xC3\\xA9\"", "\"\\xC3\\xA9\""), ("\"\\xE2\\x80\\xA8\"", "\"\\xE2\\x80\\xA8\""),
    ("\"\\xEF\\xBB\\xBF\"", "\"\\xEF\\xBB\\xBF\""), ("\"\\xC2\\x80\\xDF\\xBF\"", "\"\\xC2\\x80\\xDF\\xBF\""),
    (
      "\"\\xE0\\xA0\\x80\\xED\\x9F\\xBF\\xEE\\x80\\x80\\xEF\\xBF\\xBF\"",
      "\"\\xE0\\xA0\\x80\\xED\\x9F\\xBF\\xEE\\x80\\x80\\xEF\\xBF\\xBF\""
    ),
    ("\"\\xF0\\x90\\x80\\x80\\xF4\\x8F\\xBF\\xBF\"", "\"\\xF0\\x90\\x80\\x80\\xF4\\x8F\\xBF\\xBF\""),
    ("\"\\uFFFF\\ufffe\"", "\"\\xEF\\xBF\\xBF\\xEF\\xBF\\xBE\""),
    ("{\"a\":{\"a\":1},\"b\":{\"a\":1}}", "{\"a\":{\"a\":1},\"b\":{\"a\":1}}"),
    ("{\"\\xC3\\xA9\":1,\"z\":2,\"Z\":3}", "{\"Z\":3,\"z\":2,\"\\xC3\\xA9\":1}"),
    ("\"eight by eight, and then some more\"", "\"eight by eight, and then some more\""),
    ("\"eight by \\xC3\\xA9ight, \\n and then\"", "\"eight by \\xC3\\xA9ight, \\n and then\""),
  ]

  @Test("The reader, the validator and the value all refuse text that is not JSON", arguments: refused)
  func refusal(text: String) {
    let bytes = bytes(text)
    let opinions = JSONOpinions(bytes)
    #expect(opinions.skipped != nil)
    #expect(opinions.validated != nil)
    #expect(opinions.payload != nil)
    #expect(opinions.value == nil)
    #expect(!readsAsCodec(bytes))
    #expect(NaiveJSON.parse(bytes) == nil)
    #expect((0...bytes.count).contains(opinions.validated?.offset ?? -1))
  }

  @Test("JSON is accepted by all three, and has one canonical form", arguments: accepted)
  func acceptance(text: String, canonical: String) throws {
    let bytes = bytes(text)
    let opinions = JSONOpinions(bytes)
    #expect(opinions.skipped == nil)
    #expect(opinions.validated == nil)
    #expect(readsAsCodec(bytes))
    let value = try #require(opinions.value)
    #expect(value == NaiveJSON.parse(bytes))
    #expect(value.encoded() == self.bytes(canonical))
    #expect(try JSONValue(parsing: value.encoded(), as: .exchange) == value)
  }

  @Test("The table of refusals has the length it names, and names nothing twice")
  func tableLength() {
    #expect(Self.refused.count >= 80)
    #expect(Set(Self.refused.map { Array($0.utf8) }).count == Self.refused.count)
  }

  @Test(
    "A payload has no null, no fraction, no exponent, no signed zero and no integer beyond 53 bits",
    arguments: [
      ("null", false), ("[null]", false), ("{\"a\":null}", false), ("1.0", false), ("1e2", false),
      ("-0", false),
      ("[-0]", false), ("-0.0", false), ("0e0", false), ("9007199254740991", true), ("9007199254740992", false),
      ("-9007199254740991", true), ("-9007199254740992", false), ("9223372036854775808", false), ("0", true),
      ("-1", true), ("\"null 1.5 -0\"", true), ("{\"a\":[true,false,\"x\",1,{}]}", true),
      ("-9223372036854775808", false),
    ])
  func payload(text: String, isAccepted: Bool) {
    let opinions = JSONOpinions(Array(text.utf8))
    #expect((opinions.payload == nil) == isAccepted)
    #expect(opinions.validated == nil)
    #expect(((try? JSONValue(parsing: Array(text.utf8), as: .payload)) != nil) == isAccepted)
  }

  /// The bytes of a text in which `\xHH` stands for one byte, where HH are capitals or digits.
  private func bytes(_ text: String) -> [UInt8] {
    let text = Array(text.utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index < text.count {
      if index + 3 < text.count, text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "x"),
        let byte = UInt8(String(decoding: text[index + 2...index + 3], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        index += 4
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    return bytes
  }
}
