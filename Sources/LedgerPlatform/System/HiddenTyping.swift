#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension System {
  /// Waits for a line on a terminal that does not show what is typed, and reads it with `body`.
  ///
  /// If this process is asked to end meanwhile, the terminal shows what is typed again, and then the process ends.
  ///
  /// - Returns: The result of `body`, or `nil` if the process is asked to end.
  package static func hidingTyping<T>(on terminal: Int32, _ body: () -> T) -> T? {
    holdingEndings { () -> T? in
      var before = termios()
      guard tcgetattr(terminal, &before) == 0 else { return body() }
      var hidden = before
      hidden.c_lflag &= ~tcflag_t(ECHO)
      hidden.c_lflag |= tcflag_t(ECHONL)
      guard tcsetattr(terminal, TCSADRAIN, &hidden) == 0 else { return body() }
      defer { tcsetattr(terminal, TCSADRAIN, &before) }
      var entry = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      // The signals are held back, so that they do not end the wait.
      while poll(&entry, 1, waitMilliseconds) <= 0 {
        if isAskedToEnd { return nil }
      }
      return body()
    }
  }

  private static let waitMilliseconds: Int32 = 50
}
