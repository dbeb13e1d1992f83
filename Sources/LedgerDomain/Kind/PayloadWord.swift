internal import LedgerBytes

/// A value that payloads write as one of a fixed list of words.
protocol PayloadWord: PayloadValue, RawRepresentable<String>, CaseIterable, Sendable {
  /// All words, for reading.
  static var words: PayloadWords<Self> { get }
}

extension PayloadWord {
  @inline(__always)
  init(from reader: inout PayloadReader) throws(JSONError) { self = try reader.value { Self.words[$0] } }

  func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}

/// The words of an enumeration as numbers, so that reading one makes no text.
struct PayloadWords<Word: PayloadWord>: Sendable {
  private let words: [Word]
  /// The bytes of each word as numbers.
  ///
  /// They are no pairs with the words: the runtime would take longer to make such a type than to read hundreds of words.
  private let parts: [(UInt64, UInt64, Int)]

  /// The words of all cases.
  init() {
    words = Array(Word.allCases)
    parts = words.map { word in
      var text = word.rawValue
      precondition(text.utf8.count <= 16, "a word of a payload has at most 16 bytes")
      return text.withUTF8 { Self.parts(UnsafeRawBufferPointer($0)) }
    }
  }

  /// The case of a word, or `nil` if no case has that name.
  @inline(__always)
  subscript(bytes: UnsafeRawBufferPointer) -> Word? {
    guard bytes.count <= 16 else { return nil }
    let own = Self.parts(bytes)
    for place in parts.indices where parts[place] == own { return words[place] }
    return nil
  }

  /// Returns the first eight bytes, the last eight, and the count. They determine up to sixteen bytes.
  @inline(__always)
  private static func parts(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64, Int) {
    let count = bytes.count
    if count >= 8 {
      return (
        bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self),
        count
      )
    }
    var all: UInt64 = 0
    for byte in bytes { all = all << 8 | UInt64(byte) }
    return (all, 0, count)
  }
}

extension TransactionField: PayloadWord { static let words = PayloadWords<TransactionField>() }
extension TransactionKind: PayloadWord { static let words = PayloadWords<TransactionKind>() }
extension PaymentMethod: PayloadWord { static let words = PayloadWords<PaymentMethod>() }
extension CaptureSource: PayloadWord { static let words = PayloadWords<CaptureSource>() }
extension ExtractionMethod: PayloadWord { static let words = PayloadWords<ExtractionMethod>() }
extension RecordOrigin: PayloadWord { static let words = PayloadWords<RecordOrigin>() }
extension WriteOrigin: PayloadWord { static let words = PayloadWords<WriteOrigin>() }
extension GroupDisposition: PayloadWord { static let words = PayloadWords<GroupDisposition>() }
extension WeekSetting: PayloadWord { static let words = PayloadWords<WeekSetting>() }
extension RecurrenceFrequency: PayloadWord { static let words = PayloadWords<RecurrenceFrequency>() }
extension Recurrence.MonthEndPolicy: PayloadWord {
  static let words = PayloadWords<Recurrence.MonthEndPolicy>()
}
extension RuleDeletionScope: PayloadWord { static let words = PayloadWords<RuleDeletionScope>() }
