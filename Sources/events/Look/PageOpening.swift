internal import LedgerBook
internal import LedgerExchange
internal import LedgerExplorer
internal import LedgerPlatform
internal import LedgerProjections

extension Option {
  /// The option of commands that explain something the page also shows.
  static let openPage = flag("open", "Also open the page of events explore at that moment")
}

extension OpenLedger {
  /// The program that opens files on this desktop, or `nil` without a desktop.
  var desktopOpener: Program? {
    let environment = invocation.environment
    #if canImport(Darwin)
      return Program("open", path: environment["PATH"])
    #else
      guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return nil }
      return Program("xdg-open", path: environment["PATH"])
    #endif
  }

  /// Opens a file or an address with a program of the desktop, which may run as long as it is looked at.
  func open(_ target: String, with opener: Program, otherwise advice: String) throws {
    let command = ShellCommand("\"$EVENTS_OPENER\" \"$EVENTS_PAGE\" </dev/null >/dev/null 2>&1 &")
    guard case .ended(0) = command.run(["EVENTS_OPENER": opener.path, "EVENTS_PAGE": target]) else {
      throw Failure(.ioError, "\(opener.path) cannot be started", advice: advice)
    }
  }

  /// Opens a page that was written, at an address in it. Without a desktop the link is printed.
  func openPage(_ path: String, at address: String) throws {
    let link = Self.link(to: DurableFile.resolved(path) ?? path, at: address)
    guard let opener = desktopOpener else { return invocation.remark("See it in a browser: \(link)") }
    try open(link, with: opener, otherwise: "Open it in a browser: \(link)")
    invocation.remark("Opened \(link)")
  }

  /// Writes and opens the page at an address, if `--open` was given.
  ///
  /// It is kept in the folder of pictures.
  func openPageIfAsked(at address: @autoclosure () throws -> String) throws {
    guard arguments.has(.openPage) else { return }
    guard book.isWritable else {
      throw Failure(
        .cannotCreate, "a page cannot be kept in a ledger that is open for reading only",
        advice: "Write it to another place: events explore -o FILE")
    }
    var bytes: [UInt8] = []
    _ = try ExplorerPage.write(book.asOf(.now)) { bytes += $0 }
    try openPage(try book.keepForViewing(bytes, named: "ledger.html"), at: try address())
  }

  private static func link(to path: String, at address: String) -> String {
    "file://\(encoded(path))#\(address)"
  }

  /// Returns a text as part of an address: all bytes but those of plain words are percent-encoded.
  static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xf)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
