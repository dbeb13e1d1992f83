import Foundation

/// A terminal without a person, of a given width.
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
