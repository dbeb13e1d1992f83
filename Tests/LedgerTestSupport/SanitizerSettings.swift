import Foundation

/// What the programs that a test starts need of the test's own environment, which they get nothing else of: what
/// `tools/sanitize` tells a sanitizer.
public enum SanitizerSettings {
  /// The values by the names of the variables. Usually empty.
  public static let variables = ProcessInfo.processInfo.environment.filter {
    ["LD_PRELOAD", "TSAN_OPTIONS", "ASAN_OPTIONS"].contains($0.key) && !$0.value.isEmpty
  }
}
