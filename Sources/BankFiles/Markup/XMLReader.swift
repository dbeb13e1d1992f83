/// Reads XML strictly.
///
/// Text that is not well-formed is refused, and so are document types, where entities are defined.
///
/// Prefixes of namespaces are left out of names.
struct XMLReader {
  private var cursor: MarkupCursor
  private var tree = MarkupTree()
  private var open: [(element: Int, name: ArraySlice<UInt8>)] = []

  static let depthMax = 64
  static let attributesMax = 64

  private init(_ bytes: [UInt8]) { cursor = MarkupCursor(bytes) }

  private var bytes: [UInt8] { cursor.bytes }
  private var index: Int { cursor.index }
  private var line: Int { cursor.line }

  /// Returns the elements of a text. The first one is the root.
  ///
  /// - Complexity: O(bytes).
  static func read(_ bytes: [UInt8]) throws(BankFileError) -> MarkupTree {
    var reader = XMLReader(bytes)
    try reader.readDocument()
    return reader.tree
  }

  private mutating func readDocument() throws(BankFileError) {
    if cursor.starts("<?xml") { try skipInstruction() }
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "<") {
        try readText()
      } else if cursor.starts("<!--") {
        try skip("<!--", through: "-->")
      } else if cursor.starts("<![CDATA[") {
        try readSection()
      } else if cursor.starts("<!") {
        throw problem("a document type is not accepted")
      } else if cursor.starts("<?") {
        try skipInstruction()
      } else if cursor.starts("</") {
        try readEndTag()
      } else {
        try readStartTag()
      }
    }
    guard open.isEmpty else { throw .truncated(line: line, reason: "an element is not closed") }
    guard !tree.elements.isEmpty else { throw problem("the file has no element") }
  }

  // MARK: - Tags

  private mutating func readStartTag() throws(BankFileError) {
    let startLine = line
    guard open.count < Self.depthMax else { throw problem("elements are nested too deep") }
    guard !open.isEmpty || tree.elements.isEmpty else { throw problem("a second root element") }
    advance()
    let name = try readName()
    var attributes: [(name: String, value: String)] = []
    while true {
      let hadBlank = skipBlanks()
      guard index < bytes.count else { throw .truncated(line: startLine, reason: "a tag is not closed") }
      if bytes[index] == UInt8(ascii: ">") || bytes[index] == UInt8(ascii: "/") { break }
      guard hadBlank else { throw problem("no blank before an attribute") }
      let attribute = try readAttribute()
      guard !attributes.contains(where: { $0.name == attribute.name }), attributes.count < Self.attributesMax
      else {
        throw problem("an attribute is repeated, or there are too many")
      }
      attributes.append(attribute)
    }
    let element = tree.add(
      Self.local(name), line: startLine, parent: open.last?.element, attributes: attributes)
    if bytes[index] == UInt8(ascii: "/") {
      advance()
      guard index < bytes.count, bytes[index] == UInt8(ascii: ">") else { throw problem("a tag is not closed") }
    } else {
      open.append((element, name))
    }
    advance()
  }

  private mutating func readEndTag() throws(BankFileError) {
    advance(2)
    let name = try readName()
    skipBlanks()
    guard let last = open.popLast(), last.name.elementsEqual(name) else {
      throw problem("</\(CellText.excerpt(name))> does not close the last element")
    }
    guard index < bytes.count, bytes[index] == UInt8(ascii: ">") else { throw problem("a tag is not closed") }
    advance()
  }

  private mutating func readAttribute() throws(BankFileError) -> (name: String, value: String) {
    let name = try readName()
    skipBlanks()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      throw problem("an attribute has no value")
    }
    advance()
    skipBlanks()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
      throw problem("the value of an attribute is not in quotes")
    }
    let quote = bytes[index]
    advance()
    var value = ""
    var start = index
    while index < bytes.count, bytes[index] != quote {
      guard bytes[index] != UInt8(ascii: "<") else { throw problem("a < in the value of an attribute") }
      if bytes[index] == UInt8(ascii: "&") {
        value += String(decoding: bytes[start..<index], as: UTF8.self)
        value += try readEntity()
        start = index
      } else {
        advance()
      }
    }
    guard index < bytes.count else { throw .truncated(line: line, reason: "a quote is not closed") }
    value += String(decoding: bytes[start..<index], as: UTF8.self)
    advance()
    return (String(decoding: name, as: UTF8.self), value)
  }

  private mutating func readName() throws(BankFileError) -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.count, Self.isName(bytes[index], isFirst: index == start) { cursor.index += 1 }
    guard index > start, index - start <= 256 else { throw problem("a name is missing or too long") }
    return bytes[start..<index]
  }

  private static func isName(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: ":"), 0x80...:
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
    default: false
    }
  }

  private static func local(_ name: ArraySlice<UInt8>) -> String {
    let start = name.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? name.startIndex
    return String(decoding: name[start...], as: UTF8.self)
  }

  // MARK: - Text

  private mutating func readText() throws(BankFileError) {
    let start = index
    var pieceStart = index
    var text = ""
    var isBlank = true
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
      let byte = bytes[index]
      if byte == UInt8(ascii: "&") {
        text += String(decoding: bytes[pieceStart..<index], as: UTF8.self)
        text += try readEntity()
        pieceStart = index
        isBlank = false
        continue
      }
      guard byte >= 0x20 || CellText.isBlank(byte) else { throw problem("a control character") }
      if !CellText.isBlank(byte) { isBlank = false }
      advance()
    }
    guard !isBlank else { return }
    guard let last = open.last else {
      cursor.index = start
      throw problem("text outside of all elements")
    }
    text += String(decoding: bytes[pieceStart..<index], as: UTF8.self)
    tree.append(text: text, to: last.element)
  }

  private mutating func readEntity() throws(BankFileError) -> String {
    guard let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
      let text = MarkupEntity.text(bytes[index + 1..<end])
    else { throw problem("an entity that XML does not define") }
    cursor.index = end + 1
    return text
  }

  private mutating func readSection() throws(BankFileError) {
    let start = index + 9
    try skip("<![CDATA[", through: "]]>")
    guard let last = open.last else { throw problem("text outside of all elements") }
    tree.append(text: String(decoding: bytes[start..<index - 3], as: UTF8.self), to: last.element)
  }

  // MARK: - Steps

  private mutating func skipInstruction() throws(BankFileError) { try skip("<?", through: "?>") }

  private mutating func skip(_ begin: StaticString, through end: StaticString) throws(BankFileError) {
    advance(begin.utf8CodeUnitCount)
    try cursor.skip(through: end)
  }

  @discardableResult
  private mutating func skipBlanks() -> Bool {
    let start = index
    while index < bytes.count, CellText.isBlank(bytes[index]) { advance() }
    return index > start
  }

  private mutating func advance(_ count: Int = 1) { cursor.advance(to: index + count) }

  private func problem(_ reason: String) -> BankFileError { .malformed(line: line, reason: reason) }
}
