import EventLog
import Foundation
import LedgerTestSupport

@testable import events

/// A terminal without a person, of a given width. A test may type instead.
final class PseudoTerminal {
  let descriptor: Int32
  private let controller: Int32

  init?(columns: UInt16) {
    var ends: (controller: Int32, terminal: Int32) = (-1, -1)
    var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&ends.controller, &ends.terminal, nil, nil, &size) == 0 else { return nil }
    controller = ends.controller
    descriptor = ends.terminal
  }

  deinit {
    close(descriptor)
    close(controller)
  }
}

extension PseudoTerminal {
  /// Runs the tool with its input, output and errors on this terminal, typing `keys` beforehand.
  ///
  /// Returns the text on the terminal, with the echo of the keys.
  func run(_ arguments: [String], on ledger: Ledger, typing keys: String = "") -> String {
    let shown = Shown()
    let controller = controller
    // Marks the end of what was shown, so that no reader is left for what a later run shows.
    let mark = Array("\u{1c}end\u{1c}".utf8)
    let reader = Thread {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while !shown.isAtEnd {
        let count = read(controller, &buffer, buffer.count)
        shown.add(buffer[..<max(0, count)], isLast: count <= 0, mark: mark)
      }
    }
    reader.start()
    _ = keys.withCString { write(controller, $0, strlen($0)) }
    ledger.run(arguments, onTerminal: descriptor)
    _ = write(descriptor, mark, mark.count)
    _ = Wait.until { shown.isAtEnd }
    return String(decoding: shown.all.dropLast(mark.count), as: UTF8.self)
  }
}

/// What a terminal has shown so far. A lock of Foundation's: the thread sanitizer knows it, and not the inside of a
/// `Mutex`.
private final class Shown: @unchecked Sendable {
  private let lock = NSLock()
  private var bytes: [UInt8] = []
  private var hasEnded = false

  var isAtEnd: Bool { lock.withLock { hasEnded } }
  var all: [UInt8] { lock.withLock { bytes } }

  func add(_ more: ArraySlice<UInt8>, isLast: Bool, mark: [UInt8]) {
    lock.withLock {
      bytes += more
      hasEnded = isLast || bytes.suffix(mark.count).elementsEqual(mark)
    }
  }
}
