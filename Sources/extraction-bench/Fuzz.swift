import LedgerDomain
import ReceiptExtraction

/// Reads damaged pieces of receipts until one breaks an invariant.
///
/// The invariants: no crash, at most two readings of a field, a confidence of 0 to 100, and the same result twice.
struct Fuzz {
  /// Receipts to damage.
  let texts: [[UInt8]]
  var random: UInt64

  private static let junk =
    Array("0123456789.,:;-/ \n€$%*#|TOTALSUMMEdateEUR".utf8) + [0, 0x1b, 0xff, 0xc3, 0xe2]

  private mutating func next(below bound: Int) -> Int {
    // SplitMix64 (Steele, Lea and Flood, 2014).
    random &+= 0x9e37_79b9_7f4a_7c15
    var z = random
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((z ^ (z >> 31)) % UInt64(max(1, bound)))
  }

  /// Returns a piece of up to 240 bytes of a receipt with up to eight bytes changed, removed or inserted.
  private mutating func input() -> [UInt8] {
    let source = texts[next(below: texts.count)]
    let start = next(below: source.count)
    var bytes = Array(source[start..<min(source.count, start + 1 + next(below: 240))])
    for _ in 0..<next(below: 9) where !bytes.isEmpty {
      let place = next(below: bytes.count)
      let junk = Self.junk[next(below: Self.junk.count)]
      switch next(below: 4) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(junk, at: place)
      case 2: bytes[place] = junk
      default: bytes[place] ^= 1 << UInt8(next(below: 8))
      }
    }
    return bytes
  }

  /// Runs `count` inputs, and returns the text of the first finding, or `nil` if there is no finding.
  mutating func run(_ count: Int) -> String? {
    let extractor = Extractor()
    for number in 0..<count {
      let seed = random
      let text = String(decoding: input(), as: UTF8.self)
      let found = extractor.read(text)
      for field in [found.vendor, found.date, found.total, found.currency, found.category, found.payment] {
        guard field.readings.count <= 2, field.readings.allSatisfy({ (0...100).contains($0.confidence) }) else {
          return "input \(number), state \(seed): more than two readings, or a confidence outside 0 to 100"
        }
      }
      if number % 1_000 == 0, extractor.read(text) != found {
        return "input \(number), state \(seed): two answers to one text"
      }
    }
    return nil
  }
}
