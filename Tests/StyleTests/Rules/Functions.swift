/// Finds functions, initializers and computed properties with their lengths.
enum Functions {
  struct Function: Equatable {
    let line: Int
    let lineCount: Int
  }

  /// - Parameter code: a file whose comments and literals are blanks.
  static func found(in code: [UInt8]) -> [Function] {
    var functions: [Function] = []
    var line = 1
    var index = 0
    while index < code.count {
      if code[index] == UInt8(ascii: "\n") {
        line += 1
        index += 1
        continue
      }
      guard isLetter(code[index]) else {
        index += 1
        continue
      }
      let end = code[index...].firstIndex { !isLetter($0) } ?? code.count
      let isMember = index > 0 && code[index - 1] == UInt8(ascii: ".")
      let word = code[index..<end]
      let declares =
        word.elementsEqual("func".utf8) || word.elementsEqual("var".utf8)
        || word.elementsEqual("subscript".utf8)
        || word.elementsEqual("init".utf8)
      if declares, !isMember,
        let lineCount = length(from: end, in: code, isVariable: word.elementsEqual("var".utf8))
      {
        functions.append(Function(line: line, lineCount: lineCount))
      }
      index = end
    }
    return functions
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
      || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// The lines from a declaration's first to its closing brace, or `nil` if it has no body.
  private static func length(from start: Int, in code: [UInt8], isVariable: Bool) -> Int? {
    var depth = 0
    var braces = 0
    var lines = 1
    for index in start..<code.count {
      switch code[index] {
      case UInt8(ascii: "\n"):
        lines += 1
        if braces == 0, depth == 0, startsDeclaration(after: index, in: code) { return nil }
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "="): if isVariable, braces == 0, depth == 0 { return nil }
      case UInt8(ascii: "{"): braces += 1
      case UInt8(ascii: "}"):
        braces -= 1
        if braces < 0 { return nil }
        if braces == 0, depth == 0 { return lines }
      default: break
      }
      if depth < 0 { return nil }
    }
    return nil
  }

  private static let starts = [
    "func ", "var ", "let ", "init", "case ", "struct ", "class ", "enum ", "extension ", "protocol ",
    "subscript",
    "typealias ", "static ", "mutating ", "package ", "public ", "private ", "internal ", "fileprivate ", "@",
    "}",
    "associatedtype ",
  ].map { Array($0.utf8) }

  private static func startsDeclaration(after newline: Int, in code: [UInt8]) -> Bool {
    let rest = code[(newline + 1)...].drop { $0 == UInt8(ascii: " ") }
    return starts.contains { rest.starts(with: $0) }
  }
}
