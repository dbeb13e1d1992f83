#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The memory of this process.
package enum SystemMemory {
  /// Returns the largest number of bytes that the process has had in memory so far.
  package static func peakBytes() -> Int64 {
    var usage = rusage()
    #if os(Linux)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return Int64(usage.ru_maxrss) * 1_024
    #else
      getrusage(RUSAGE_SELF, &usage)
      return Int64(usage.ru_maxrss)
    #endif
  }
}
