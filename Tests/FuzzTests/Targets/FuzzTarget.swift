/// A parser, fed with any bytes. It has to come back: with a value, or with an error of its own. What it takes it has
/// to write the same way again, where it writes.
///
/// libFuzzer runs these for hours (`tools/fuzz`); the tests replay the corpora of `Fixtures/fuzz` and a few thousand
/// changes of each text.
struct FuzzTarget: Sendable {
  /// Its folder's name in `Fixtures/fuzz`.
  let name: String
  /// How many changes of the corpus the tests try: few if one input takes as long as a hundred others.
  var changes = 1_500
  /// Runs one input. It calls `fuzzFinding` if the code does something forbidden.
  let run: @Sendable ([UInt8]) -> Void

  static let all: [FuzzTarget] =
    [
      payload, json, envelope, amount, date, batch, entry, arguments, horizon, models, head, search, receipt,
      figure, event, paper, device, notes, block, pages, foreign,
      segment, proof, checkpoint,
    ] + banks.map(\.target)
}

/// Ends the process, as a crash does: libFuzzer keeps the input.
func fuzzFinding(_ words: @autoclosure () -> String) -> Never { fatalError("finding: " + words()) }

/// Bytes taken from the front of an input: for parsers that take more than one value.
struct FuzzBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func choice<Value>(_ values: [Value]) -> Value { values[Int(byte()) % values.count] }

  mutating func integer() -> UInt64 { (0..<8).reduce(0) { value, _ in value << 8 | UInt64(byte()) } }

  /// Up to 255 bytes. The first byte is their number.
  mutating func bytes() -> [UInt8] {
    let count = min(Int(byte()), rest.count)
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func text() -> String { String(decoding: bytes(), as: UTF8.self) }

  var remaining: [UInt8] { Array(rest) }
  var remainingText: String { String(decoding: rest, as: UTF8.self) }
}
