/// Elements of a file of tags, in the order of the file.
struct MarkupTree {
  struct Element {
    let name: String
    let line: Int
    let parent: Int?
    fileprivate(set) var children: [Int] = []
    fileprivate(set) var text = ""
    fileprivate(set) var attributes: [(name: String, value: String)] = []
  }

  private(set) var elements: [Element] = []
  /// Adds an element and returns its number.
  mutating func add(_ name: String, line: Int, parent: Int?, attributes: [(name: String, value: String)] = [])
    -> Int
  {
    elements.append(Element(name: name, line: line, parent: parent, attributes: attributes))
    if let parent { elements[parent].children.append(elements.count - 1) }
    return elements.count - 1
  }

  mutating func append(text: String, to element: Int) { elements[element].text += text }

  /// Moves the children of an element that turned out to be empty to its parent.
  mutating func hoistChildren(of element: Int) {
    guard let parent = elements[element].parent else { return }
    elements[parent].children += elements[element].children
    elements[element].children = []
  }

  subscript(_ element: Int) -> Element { elements[element] }

  func child(_ element: Int, _ name: String) -> Int? {
    elements[element].children.first { elements[$0].name == name }
  }

  func children(_ element: Int, _ name: String) -> [Int] {
    elements[element].children.filter { elements[$0].name == name }
  }

  /// Returns the element at the end of a path of first children.
  func element(_ start: Int, _ path: String...) -> Int? {
    var current: Int? = start
    for name in path { current = current.flatMap { child($0, name) } }
    return current
  }

  /// Returns the text of a first child without white space at its edges, or `nil` if it is empty.
  func text(_ element: Int?, _ path: String...) -> String? {
    var current = element
    for name in path { current = current.flatMap { child($0, name) } }
    guard let current else { return nil }
    let text = CellText.plain(elements[current].text)
    return text.isEmpty ? nil : text
  }

  /// Returns all elements of a name below an element, in the order of the file.
  func descendants(_ element: Int, _ name: String) -> [Int] {
    var found: [Int] = []
    var waiting = [element]
    while let next = waiting.popLast() {
      if elements[next].name == name, next != element { found.append(next) }
      waiting += elements[next].children.reversed()
    }
    return found
  }
}

/// The five entities of XML and references to characters by number.
enum MarkupEntity {
  /// Returns the text of an entity without `&` and `;`, or `nil` if there is no such entity or character.
  static func text(_ name: ArraySlice<UInt8>) -> String? {
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.first == UInt8(ascii: "#"), name.count <= 8 else { return nil }
      let digits = name.dropFirst()
      let isHex = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
      let number = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
      guard let value = UInt32(number, radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(value),
        value >= 0x20 || value == 9 || value == 10 || value == 13, value & 0xfffe != 0xfffe
      else { return nil }
      return String(Character(scalar))
    }
  }
}
