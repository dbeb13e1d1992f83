import LedgerBytes
import Testing

/// JSON of other programs in the form that `PlainJSON` reads.
@Suite("Canonical JSON") struct CanonicalJSONTests {
  private static func canonical(_ text: String) throws -> String {
    try Array(text.utf8).withUnsafeBytes { String(decoding: try CanonicalJSON.bytes($0), as: UTF8.self) }
  }

  @Test(
    "Keys ascend, white space goes, and values stay as they are written",
    arguments: [
      (#" { "b" : 1 , "a" : [ 1.50 , null, -0, "\u0061" ] } "#, #"{"a":[1.50,null,-0,"\u0061"],"b":1}"#),
      (#"{"ab":1,"a":2,"\u0061a":3}"#, #"{"a":2,"aa":3,"ab":1}"#), ("{}", "{}"), (" [ ] ", "[]"),
      (#"{"x":{"b":1,"a":2},"x":3,"w":4}"#, #"{"w":4,"x":{"a":2,"b":1},"x":3}"#),
      (#"{"é":1,"z":2,"\"":3}"#, #"{"\"":3,"z":2,"é":1}"#), ("true", "true"),
    ])
  func forms(text: String, expected: String) throws {
    #expect(try Self.canonical(text) == expected)
    #expect(try Self.canonical(expected) == expected)
  }

  @Test(
    "What is no JSON is refused",
    arguments: ["", "{", #"{"a":1,}"#, "[1,]", "01", #"{"a":1}}"#, #"{"a" 1}"#, "\u{feff}{}", #""\x""#])
  func refused(text: String) {
    #expect(throws: JSONError.self) { try Self.canonical(text) }
  }

  @Test("Values are nested at most as deep as any JSON may be")
  func nesting() throws {
    func text(_ depth: Int) -> String {
      String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    }
    #expect(try Self.canonical(text(32)) == text(32))
    #expect(throws: JSONError.self) { try Self.canonical(text(33)) }
  }
}
