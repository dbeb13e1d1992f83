import Foundation

/// Waits for what another thread or process does, and never longer than a test may take.
public enum Wait {
  /// Looks again and again until a condition is met. Returns whether it was before the time was up.
  ///
  /// A busy machine is given a minute. A test that passes waits only as long as it has to.
  public static func until(seconds: Int = 60, _ isMet: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try !isMet() {
      guard ContinuousClock.now < deadline else { return false }
      usleep(2_000)
    }
    return true
  }

  /// Does as `until`, and lets other tasks of the thread run in between.
  ///
  /// Tests that run at the same time can hold all threads of tasks for minutes, so that it waits longer.
  public static func suspended(
    seconds: Int = 1_500, isolation: isolated (any Actor)? = #isolation, until isMet: () async throws -> Bool
  ) async rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try await !isMet() {
      guard ContinuousClock.now < deadline else { return false }
      try? await Task.sleep(for: .milliseconds(2))
    }
    return true
  }
}
