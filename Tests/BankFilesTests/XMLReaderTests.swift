import Testing

@testable import BankFiles

@Suite("XML, strictly")
struct XMLReaderTests {
  @Test("Elements, attributes, entities, sections and comments are read")
  func wellFormed() throws {
    let tree = try XMLReader.read(
      Array(
        "<?xml version=\"1.0\"?><!-- a --><x:a xmlns:x='u' k=\"1 &lt; 2\"><b>&#65;&#x42;&amp;</b><b><![CDATA[<c>]]></b><c/></x:a>\n"
          .utf8))
    #expect(tree[0].name == "a")
    #expect(tree[0].attributes.map(\.value) == ["u", "1 < 2"])
    #expect(tree.children(0, "b").map { tree.text($0) } == ["AB&", "<c>"])
    #expect(tree.child(0, "c") != nil)
  }

  @Test(
    "What is not well-formed is refused",
    arguments: [
      "", "a", "<a>", "<a></b>", "<a><b></a></b>", "<a/><b/>", "</a>", "<a b></a>", "<a b=c/>",
      "<a b='1' b='2'/>",
      "<a b=\"<\"/>", "<a b='1'c='2'/>", "<1a/>", "<a>&nope;</a>", "<a>& b</a>", "<a>&#0;</a>",
      "<a>&#xD800;</a>",
      "<a>\u{1}</a>", "<a", "<a><!-- </a>", "<a><![CDATA[</a>", "<?xml", "<a></a", "<a/>x",
    ])
  func malformed(_ text: String) {
    #expect(throws: BankFileError.self) { try XMLReader.read(Array(text.utf8)) }
  }

  @Test("Entities of a document's own are refused before they can grow")
  func bomb() {
    let bomb = """
      <?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>
      <Document>&c;</Document>
      """
    #expect(throws: BankFileError.malformed(line: 1, reason: "a document type is not accepted")) {
      try XMLReader.read(Array(bomb.utf8))
    }
    let external = "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>"
    #expect(throws: BankFileError.self) { try XMLReader.read(Array(external.utf8)) }
  }

  @Test("Elements nested too deep are refused")
  func depth() {
    #expect(throws: BankFileError.self) {
      try XMLReader.read(Array((String(repeating: "<a>", count: 200_000)).utf8))
    }
  }

  @Test("Elements know their lines")
  func lines() throws {
    let tree = try XMLReader.read(Array("<a>\r\n<b/>\n\n<c>x</c></a>".utf8))
    #expect(tree.elements.map(\.line) == [1, 2, 4])
  }
}
