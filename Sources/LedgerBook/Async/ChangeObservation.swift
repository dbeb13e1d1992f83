internal import Dispatch

/// Watches a ledger's folder for growth of its log, and ticks.
///
/// The file system's notice where there is one (`log.head` is written after each commit, by whichever process), and a
/// slow timer for what it misses: a head that could not be written, a network's or a simulator's file system.
final class ChangeObservation: Sendable {
  let signal = ChangeSignal()
  private let notice: FileNotice?
  private let timer: CancellableSource

  init(folder: String) {
    let queue = DispatchQueue(label: "ledger.changes", qos: .utility)
    notice = FileNotice(folder: folder, file: "log.head", queue: queue) { [signal] in signal.tick() }
    let source = DispatchSource.makeTimerSource(queue: queue)
    let period = notice == nil ? Self.withoutNotice : Self.withNotice
    source.schedule(deadline: .now() + period, repeating: period, leeway: .milliseconds(100))
    source.setEventHandler { [signal] in signal.tick() }
    source.activate()
    timer = CancellableSource(source)
  }

  private static let withNotice = DispatchTimeInterval.seconds(2)
  private static let withoutNotice = DispatchTimeInterval.milliseconds(250)

  /// Ends the watch, and with it all sequences.
  func finish() {
    timer.cancel()
    notice?.cancel()
    signal.finish()
  }

  deinit { finish() }
}
