internal import LedgerPlatform

/// Returns the nanoseconds of a monotonic clock, the same in all processes.
func monotonicNanoseconds() -> Int64 { Int64(SystemClock.monotonicNanoseconds()) }

/// Measures the time since its creation.
struct Stopwatch {
  private let isOfProcessor: Bool
  private let start: UInt64

  /// Starts a stopwatch.
  ///
  /// - Parameter isOfProcessor: Whether it measures the processor time of this process.
  init(isOfProcessor: Bool = false) {
    self.isOfProcessor = isOfProcessor
    start = Self.now(isOfProcessor)
  }

  /// The seconds since its creation.
  var seconds: Double { Double(Self.now(isOfProcessor) - start) / 1_000_000_000 }

  private static func now(_ isOfProcessor: Bool) -> UInt64 {
    isOfProcessor ? SystemClock.processorNanoseconds() : SystemClock.monotonicNanoseconds()
  }
}

/// Writes a text to standard error.
func printError(_ text: String) {
  var text = text
  text.withUTF8 { _ = System.write(UnsafeRawBufferPointer($0), to: 2) }
}

/// Writes numbers as text without Foundation.
enum Decimal {
  static func text(_ value: Double, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let units = Int64((value * scale).rounded())
    let whole = String(units.magnitude / UInt64(scale))
    guard digits > 0 else { return (units < 0 ? "-" : "") + whole }
    let fraction = String(units.magnitude % UInt64(scale))
    return (units < 0 ? "-" : "") + whole + "." + String(repeating: "0", count: digits - fraction.utf8.count)
      + fraction
  }
}
