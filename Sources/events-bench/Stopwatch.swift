#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The nanoseconds of a monotonic clock, the same in all processes.
func monotonicNanoseconds() -> Int64 { nanoseconds(of: CLOCK_MONOTONIC) }

private func nanoseconds(of clock: clockid_t) -> Int64 {
  var now = timespec()
  clock_gettime(clock, &now)
  return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

/// Measures the time since its creation.
struct Stopwatch {
  private let clock: clockid_t
  private let start: Int64

  /// - Parameter isOfProcessor: Whether it measures the processor time of this process.
  init(isOfProcessor: Bool = false) {
    clock = isOfProcessor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC
    start = nanoseconds(of: clock)
  }

  /// The seconds since its creation.
  var seconds: Double { Double(nanoseconds(of: clock) - start) / 1_000_000_000 }
}

/// The peak memory of this process in bytes.
func peakMemory() -> Int64 {
  var usage = rusage()
  #if os(Linux)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Int64(usage.ru_maxrss) * 1_024
  #else
    getrusage(RUSAGE_SELF, &usage)
    return Int64(usage.ru_maxrss)
  #endif
}

/// Writes a text to standard error.
func printError(_ text: String) {
  var text = text
  text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
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
