import Foundation

/// A terminal without a person, of a given width.
final class PseudoTerminal {
  let descriptor: Int32
  private let controller: Int32

  init?(columns: UInt16) {
    controller = posix_openpt(O_RDWR | O_NOCTTY)
    guard controller >= 0, grantpt(controller) == 0, unlockpt(controller) == 0, let name = ptsname(controller)
    else {
      return nil
    }
    descriptor = open(name, O_RDWR | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    var size = winsize()
    size.ws_col = columns
    size.ws_row = 40
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }

  deinit {
    close(descriptor)
    close(controller)
  }
}
