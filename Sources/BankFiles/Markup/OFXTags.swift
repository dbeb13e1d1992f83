/// Reads the tags of OFX: XML, or SGML whose fields have no end tags.
///
/// A tag with text after it is a field. Another tag without an end tag was an empty field: what seemed to be inside it
/// belongs to the element around it.
struct OFXTags {
  private var cursor: MarkupCursor
  private var tree = MarkupTree()
  private var open: [Int] = []

  static let depthMax = 64

  /// Returns the elements of a text. The first one is OFX.
  static func read(_ bytes: [UInt8]) throws(BankFileError) -> MarkupTree {
    var reader = OFXTags(bytes)
    try reader.readAll()
    return reader.tree
  }

  private init(_ bytes: [UInt8]) { cursor = MarkupCursor(bytes) }

  private var bytes: [UInt8] { cursor.bytes }
  private var index: Int { cursor.index }
  private var line: Int { cursor.line }

  private mutating func readAll() throws(BankFileError) {
    while let next = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      cursor.advance(to: next)
      if cursor.starts("<!--") {
        try cursor.skip(through: "-->")
      } else if cursor.starts("<?") {
        try cursor.skip(through: "?>")
      } else if cursor.starts("<!") {
        throw .malformed(line: line, reason: "a document type is not accepted")
      } else {
        try readTag()
      }
      if !tree.elements.isEmpty, open.isEmpty { return }
    }
    guard !tree.elements.isEmpty else { throw .notRecognized(reason: "there is no <OFX>") }
    throw .truncated(line: line, reason: "</OFX> is missing")
  }

  private mutating func readTag() throws(BankFileError) {
    let startLine = line
    guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else {
      throw .truncated(line: startLine, reason: "a tag is not closed")
    }
    let isEnd = index + 1 < end && bytes[index + 1] == UInt8(ascii: "/")
    var inside = CellText.trimmed(bytes[(index + (isEnd ? 2 : 1))..<end])
    let isEmpty = inside.last == UInt8(ascii: "/")
    if isEmpty { inside = inside.dropLast() }
    let name = String(decoding: inside.prefix { !CellText.isBlank($0) }, as: UTF8.self).uppercased()
    cursor.advance(to: end + 1)
    guard !name.isEmpty, name.utf8.count <= 64 else {
      throw .malformed(line: startLine, reason: "a tag has no name")
    }
    if isEnd { return close(name) }
    guard !open.isEmpty || name == "OFX" else { return }
    guard open.count < Self.depthMax else {
      throw .malformed(line: startLine, reason: "elements are nested too deep")
    }
    let element = tree.add(name, line: startLine, parent: open.last)
    if isEmpty { return }
    let text = try readText()
    if text.isEmpty { open.append(element) } else { tree.append(text: text, to: element) }
  }

  private mutating func close(_ name: String) {
    guard let place = open.lastIndex(where: { tree[$0].name == name }) else { return }
    while open.count > place + 1, let element = open.popLast() { tree.hoistChildren(of: element) }
    open.removeLast()
  }

  /// Reads the text up to the next tag, with sections of characters.
  private mutating func readText() throws(BankFileError) -> String {
    var text = ""
    while index < bytes.count {
      if cursor.starts("<![CDATA[") {
        let start = index + 9
        try cursor.skip(through: "]]>")
        text += String(decoding: bytes[start..<index - 3], as: UTF8.self)
        continue
      }
      if bytes[index] == UInt8(ascii: "<") { break }
      let end = bytes[index...].firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") } ?? bytes.count
      if end > index {
        text += String(decoding: bytes[index..<end], as: UTF8.self)
        cursor.advance(to: end)
      } else {
        text += entity()
      }
    }
    return CellText.plain(text)
  }

  /// Reads an entity, or the `&` alone, which many banks write without one.
  private mutating func entity() -> String {
    if let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")) {
      if let text = MarkupEntity.text(bytes[index + 1..<end]) {
        cursor.advance(to: end + 1)
        return text
      }
      if bytes[index + 1..<end].elementsEqual("nbsp".utf8) {
        cursor.advance(to: end + 1)
        return " "
      }
    }
    cursor.advance(to: index + 1)
    return "&"
  }
}
