internal import LedgerBytes

/// The texts of a page, each once. Columns hold their numbers, and 0 is no text.
struct PageTexts {
  private var numbers: [Bytes: Int64] = [:]
  private var texts: [String] = []
  /// Texts that were asked for recently. Most rows repeat a few: kinds, categories, types of events.
  private var recent = [(text: String, number: Int64)](repeating: ("", 0), count: 256)

  /// A text that is compared by its bytes, as folds compare texts.
  private struct Bytes: Hashable {
    let text: String

    static func == (left: Bytes, right: Bytes) -> Bool { left.text.hasSameBytes(as: right.text) }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  /// Returns the number of a text, from 1.
  mutating func number(of text: String) -> Int64 {
    let place = Self.place(of: text)
    if recent[place].number > 0, recent[place].text.hasSameBytes(as: text) { return recent[place].number }
    let key = Bytes(text: text)
    let number = numbers[key] ?? Int64(texts.count + 1)
    if number > texts.count {
      texts.append(text)
      numbers[key] = number
    }
    recent[place] = (text, number)
    return number
  }

  /// Returns an index among the recent texts, by the length and the ends of a text.
  private static func place(of text: String) -> Int {
    let utf8 = text.utf8
    guard let first = utf8.first, let last = utf8.last else { return 0 }
    return (utf8.count &* 37 &+ Int(first) &* 11 &+ Int(last) &* 101) & 255
  }

  /// Returns the number of a text, or 0 if it is absent.
  mutating func number(of text: String?) -> Int64 { text.map { number(of: $0) } ?? 0 }

  /// All texts, in the order of their numbers.
  var json: JSONValue { .array(texts.map { .string($0) }) }
}
