internal import LedgerAnswers
internal import LedgerPlatform

/// Shows the progress of a long command on one line of standard error that is overwritten.
///
/// It is only shown on a terminal, and only after a second.
final class Progress {
  private let output: TextOutput
  private let isShown: Bool
  private let label: String
  private let width: Int
  private let start = SystemClock.monotonicNanoseconds()
  private var shownAt: UInt64 = 0
  private var shownWidth = 0

  init(_ label: String, on output: TextOutput, terminal: Terminal) {
    self.label = label
    self.output = output
    isShown = terminal.isInteractive
    // The last column is left free, because some terminals continue on the next line after it.
    width = terminal.width - 1
  }

  /// Shows that `done` of `total` are done. Reads the clock once.
  func update(_ done: Int64, of total: Int64?) {
    guard isShown else { return }
    update("\(label) " + (total.map { "\(grouped(done)) of \(grouped($0))" } ?? grouped(done)))
  }

  /// Shows a text. Reads the clock once.
  func update(_ words: @autoclosure () -> String) {
    guard isShown else { return }
    let now = SystemClock.monotonicNanoseconds()
    guard now - start >= 1_000_000_000, now - shownAt >= 100_000_000 else { return }
    shownAt = now
    show(words())
  }

  /// Shows a text before a step whose duration is unknown and in which nothing can be updated.
  func begin(_ words: String) { if isShown { show(words) } }

  /// Removes the line.
  func finish() {
    guard shownWidth > 0 else { return }
    show("")
    try? output.write("\r")
    try? output.flush()
    shownWidth = 0
  }

  private func show(_ text: String) {
    let text = truncated(text, to: self.width)
    let width = columnWidth(text)
    let blank = String(repeating: " ", count: max(0, shownWidth - width))
    shownWidth = width
    // Progress that cannot be written is no reason to stop.
    try? output.write("\r\(text)\(blank)")
    try? output.flush()
  }
}
