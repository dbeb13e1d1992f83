import Foundation

/// The size of a test that repeats one thing: a sample in an ordinary run, everything in a nightly one.
///
/// `tools/test --nightly` asks for everything, by `EVENTS_NIGHTLY=1`.
public enum Extent {
  /// Whether everything is asked for.
  public static let isNightly = ProcessInfo.processInfo.environment["EVENTS_NIGHTLY"] == "1"

  /// The number of repetitions in this run.
  public static func of(_ sample: Int, nightly: Int) -> Int { isNightly ? nightly : sample }

  /// The seeds of this run: the first alone in an ordinary one.
  public static func of(_ seeds: [UInt64]) -> [UInt64] { isNightly ? seeds : Array(seeds.prefix(1)) }

  /// The start of all randomness in this run, printed with every failure and set by `EVENTS_SEED`.
  public static let seed = SeededGenerator.anySeed()
}
