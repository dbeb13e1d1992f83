import LedgerBytes
import Testing

/// Depth, equal keys, and texts made to be slow.
struct JSONLimitsTests {
  @Test("Thirty-two brackets deep is accepted, thirty-three is not", arguments: ["[]", "{}", "mixed"])
  func depth(brackets: String) {
    func nested(_ depth: Int) -> [UInt8] {
      var (opening, closing) = ("", "")
      for level in 0..<depth {
        let isArray = brackets == "[]" || brackets == "mixed" && level % 2 == 0
        let isLast = level == depth - 1
        opening += isArray ? "[" : isLast ? "{" : "{\"a\":"
        closing = (isArray ? "]" : "}") + closing
      }
      return Array((opening + closing).utf8)
    }
    for depth in [1, 31, 32, 33, 34, 64, 65, 200] {
      let opinions = JSONOpinions(nested(depth))
      #expect((opinions.skipped == nil) == (depth <= 32), "\(depth)")
      #expect((opinions.validated == nil) == (depth <= 32), "\(depth)")
      #expect((opinions.payload == nil) == (depth <= 32), "\(depth)")
      #expect((opinions.value != nil) == (depth <= 32), "\(depth)")
      #expect(readsAsCodec(nested(depth)) == (depth <= 32), "\(depth)")
    }
    #expect(JSONOpinions(nested(33)).skipped?.reason == "nested too deeply")
  }

  @Test("Depth counts what is open, not what was")
  func siblings() {
    let text = "[" + Array(repeating: "[[{}]]", count: 100).joined(separator: ",") + "]"
    #expect(JSONOpinions(Array(text.utf8)).payload == nil)
    #expect(readsAsCodec(Array(text.utf8)))
  }

  @Test("A skipped value counts from its own depth")
  func skippedDepth() {
    let text = String(repeating: "[", count: 33) + String(repeating: "]", count: 33)
    #expect(throws: JSONError.self) {
      try reading(text) { (reader) throws(JSONError) in
        try reader.readArray { (reader) throws(JSONError) in try reader.skipValue() }
      }
    }
  }

  @Test("Five million brackets are refused at the thirty-third", arguments: ["[", "{\"a\":", "[{\"a\":"])
  func millions(opening: String) {
    let bytes = Array(String(repeating: opening, count: 5_000_000 / opening.utf8.count).utf8)
    let opinions = JSONOpinions(bytes)
    for error in [opinions.skipped, opinions.validated, opinions.payload] {
      #expect(error?.reason == "nested too deeply")
      #expect((error?.offset ?? .max) < 200)
    }
    #expect(opinions.value == nil)
    #expect(!readsAsCodec(bytes))
  }

  @Test(
    "Two keys with the same text are refused, however they are written",
    arguments: [
      (#"{"a":1,"a":2}"#, 9), (#"{"a":1,"\u0061":2}"#, 14), (#"{"\u0061":1,"\u0061":2}"#, 19),
      (#"{"":1,"":2}"#, 9),
      (#"[{"x":{"b":1,"c":2,"b":3}}]"#, 0), (#"{"\n":1,"\u000A":2}"#, 0), (#"{"é":1,"\u00e9":2}"#, 0),
      (#"{"😀":1,"\ud83d\uDE00":2}"#, 0), (#"{"/":1,"\/":2}"#, 0), (#"{"a":{"a":1},"a":1}"#, 0),
    ])
  func repeated(text: String, offset: Int) {
    let opinions = JSONOpinions(Array(text.utf8))
    #expect(opinions.skipped == nil)
    #expect(opinions.validated?.reason == "the same key twice in an object")
    #expect(opinions.payload?.reason == "the same key twice in an object")
    #expect(opinions.value == nil)
    if text.hasPrefix(#"{"a":1,"a""#) { #expect(opinions.validated?.offset == offset + 2) }
  }

  @Test(
    "Keys that differ may look alike",
    arguments: [
      #"{"a":1,"A":2}"#, #"{"a":1,"a ":2}"#, #"{"a":{"a":{"a":1}}}"#, #"[{"a":1},{"a":1}]"#,
      #"{"a":1,"\\u0061":2}"#,
      #"{"a":"b","b":"a"}"#, #"{"a\u0000":1,"a":2}"#,
    ])
  func different(text: String) {
    #expect(JSONOpinions(Array(text.utf8)).payload == nil)
    #expect(JSONOpinions(Array(text.utf8)).value != nil)
  }

  @Test("Keys that differ only in composition pass the validator, and no value is made that would lose one")
  func composition() {
    let opinions = JSONOpinions(Array("{\"\u{e9}\":1,\"e\u{301}\":2}".utf8))
    #expect(opinions.validated == nil)
    #expect(opinions.value == nil)
  }

  @Test("A repeated key is found in an object of any size", arguments: [2, 3, 15, 16, 17, 18, 100, 20_000])
  func large(count: Int) {
    func text(_ last: String) -> [UInt8] {
      let keys = (0..<count - 1).map { "k\($0)" } + [last]
      return Array(("{" + keys.map { "\"\($0)\":0" }.joined(separator: ",") + "}").utf8)
    }
    #expect(JSONOpinions(text("other")).payload == nil)
    #expect(JSONOpinions(text("k0")).payload != nil)
    #expect(JSONOpinions(text("k\(count - 2)")).payload != nil)
  }

  @Test("Every beginning of a text is refused, and never read beyond")
  func beginnings() {
    let text = #"{"a":[1,-2.5e+3,true,false,null,"é\n\ud83d\ude00 and so on"],"b":{}}"#
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count {
      // A copy of exactly that size: a read beyond its end is seen by the address sanitizer.
      let opinions = JSONOpinions(Array(bytes[..<count]))
      #expect(opinions.skipped != nil, "\(count)")
      #expect(opinions.validated != nil, "\(count)")
      #expect(!readsAsCodec(Array(bytes[..<count])), "\(count)")
    }
    #expect(JSONOpinions(bytes).validated == nil)
  }
}
