internal import LedgerAnswers
internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerProjections

/// Shows the progress of a rebuild on standard error, with its rate and the remaining time.
///
/// On a terminal it is a line that is overwritten. With `--json` it is a document on its own line, twice a second.
/// Nothing is shown in the first second.
final class RebuildMeter {
  private let label: String
  private let invocation: Invocation
  private let progress: Progress
  private let start = SystemClock.monotonicNanoseconds()
  private var writtenAt: UInt64 = 0

  init(_ label: String, _ invocation: Invocation) {
    self.label = label
    self.invocation = invocation
    progress = invocation.progress(label)
  }

  func update(_ state: RebuildProgress) {
    let now = SystemClock.monotonicNanoseconds()
    let seconds = Double(now - start) / 1e9
    guard invocation.isJSON else { return progress.update(Self.words(label, state, after: seconds)) }
    guard now - start >= 1_000_000_000, now - writtenAt >= 500_000_000 else { return }
    writtenAt = now
    invocation.remark(json: Self.document(state, after: seconds))
  }

  /// Returns the line for people.
  static func words(_ label: String, _ state: RebuildProgress, after seconds: Double) -> String {
    let place = "event \(grouped(state.done)) of \(grouped(state.all))"
    if state.isWaiting { return "Another program is rebuilding: \(place)" }
    let (rate, left) = speed(state, seconds)
    return "\(label): \(place) · \(grouped(rate)) events/s" + (left.map { " · \(duration($0)) left" } ?? "")
  }

  static func document(_ state: RebuildProgress, after seconds: Double) -> JSONValue {
    let (rate, left) = speed(state, seconds)
    return [
      "done": .integer(state.done), "perSecond": .integer(rate),
      "secondsLeft": left.map { .integer($0) } ?? .null, "total": .integer(state.all),
      "waiting": .boolean(state.isWaiting),
    ]
  }

  /// Returns the events per second, and the remaining seconds, `nil` if they cannot be estimated.
  private static func speed(_ state: RebuildProgress, _ seconds: Double) -> (Int64, left: Int64?) {
    let rate = seconds > 0 ? Double(state.done) / seconds : 0
    return (Int64(rate), rate > 0 ? Int64((Double(state.all - state.done) / rate).rounded(.up)) : nil)
  }

  func finish() { progress.finish() }

  /// Returns a duration such as `8 s` or `2 min`.
  private static func duration(_ seconds: Int64) -> String {
    seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
  }
}
