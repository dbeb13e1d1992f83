internal import Dispatch
internal import LedgerPlatform

/// Watches a ledger's folder for growth of its log, and ticks.
///
/// It uses the file system's notices: every process writes `log.head` after a commit. A slow timer finds what
/// they miss, such as a head that could not be written, or a network's file system.
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
