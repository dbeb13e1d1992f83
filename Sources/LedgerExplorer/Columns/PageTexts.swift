internal import LedgerBytes

/// The texts of a page, each once. Columns hold their numbers, and 0 is no text.
struct PageTexts {
  private var numbers: [Bytes: Int64] = [:]
  private var texts: [String] = []

  /// A text that is compared by its bytes, as folds compare texts.
  private struct Bytes: Hashable {
    let text: String

    static func == (left: Bytes, right: Bytes) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  /// The number of a text, from 1.
  mutating func number(of text: String) -> Int64 {
    let key = Bytes(text: text)
    if let known = numbers[key] { return known }
    texts.append(text)
    numbers[key] = Int64(texts.count)
    return Int64(texts.count)
  }

  /// The number of a text, or 0 if it is absent.
  mutating func number(of text: String?) -> Int64 { text.map { number(of: $0) } ?? 0 }

  /// All texts, in the order of their numbers.
  var json: JSONValue { .array(texts.map { .string($0) }) }
}
