import EventLog
import Foundation
import Synchronization

@testable import events

/// A terminal without a person, of a given width; a test may type in their place.
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
  /// Runs the tool with its input, output and errors on this terminal, typing `keys` beforehand; what was shown, the
  /// echo of the keys included.
  func run(_ arguments: [String], on ledger: Ledger, typing keys: String = "") -> String {
    let shown = Mutex<[UInt8]>([])
    let controller = controller
    let reader = Thread {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = read(controller, &buffer, buffer.count)
        if count <= 0 { return }
        shown.withLock { $0 += buffer[..<count] }
      }
    }
    reader.start()
    _ = keys.withCString { write(controller, $0, strlen($0)) }
    ledger.run(arguments, onTerminal: descriptor)
    // The end is marked, so that all before it has been read.
    let mark = "\u{1c}end\u{1c}"
    _ = mark.withCString { write(descriptor, $0, strlen($0)) }
    while true {
      let text = String(decoding: shown.withLock { $0 }, as: UTF8.self)
      if let end = text.range(of: mark) { return String(text[..<end.lowerBound]) }
      usleep(1_000)
    }
  }
}
