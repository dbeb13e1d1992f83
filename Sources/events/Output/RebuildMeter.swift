internal import LedgerBytes
internal import LedgerProjections

/// How far a rebuild is, with its rate and the time that is left, on standard error: a line that is overwritten on a
/// terminal; with `--json`, twice a second, a document on a line of its own. Nothing in the first second of either.
final class RebuildMeter {
  private let label: String
  private let invocation: Invocation
  private let progress: Progress
  private let start = System.monotonicNanoseconds()
  private var writtenAt: UInt64 = 0

  init(_ label: String, _ invocation: Invocation) {
    self.label = label
    self.invocation = invocation
    progress = invocation.progress(label)
  }

  func update(_ state: RebuildProgress) {
    let now = System.monotonicNanoseconds()
    let seconds = Double(now - start) / 1e9
    let rate = seconds > 0 ? Double(state.done) / seconds : 0
    let left = rate > 0 ? Int64((Double(state.all - state.done) / rate).rounded(.up)) : nil
    guard invocation.isJSON else {
      let rest = left.map { " · \(Self.duration($0)) left" } ?? ""
      let speed = "\(grouped(Int64(rate))) events/s"
      let words =
        state.isWaiting
        ? "Another program is rebuilding: event \(grouped(state.done)) of \(grouped(state.all))"
        : "\(label): event \(grouped(state.done)) of \(grouped(state.all)) · \(speed)\(rest)"
      return progress.update(words)
    }
    guard now - start >= 1_000_000_000, now - writtenAt >= 500_000_000 else { return }
    writtenAt = now
    let value: JSONValue = [
      "done": .integer(state.done), "perSecond": .integer(Int64(rate)),
      "secondsLeft": left.map { .integer($0) } ?? .null, "total": .integer(state.all),
      "waiting": .boolean(state.isWaiting),
    ]
    invocation.remark(String(decoding: value.encoded(), as: UTF8.self))
  }

  func finish() { progress.finish() }

  /// `8 s`, `2 min`.
  private static func duration(_ seconds: Int64) -> String {
    seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
  }
}
