internal import CLedgerPage
package import LedgerBook
internal import LedgerBytes
internal import LedgerExchange
package import LedgerProjections

/// Writes a ledger as one page that a browser opens without a network.
///
/// A slider goes through the time of the log.
/// The page has the rows of the history model, and sums them. Its script is allowed by its hash, so that nothing else in
/// the page can run.
package enum ExplorerPage {
  /// Writes the page of a ledger at the book's horizon.
  ///
  /// - Parameters:
  ///   - book: The ledger, now or as of a position.
  ///   - options: What the page contains.
  ///   - progress: Called while the history is built.
  ///   - write: Writes bytes of the file.
  /// - Complexity: O(events) in time, and O(versions) in memory.
  package static func write(
    _ book: Book, _ options: PageOptions = PageOptions(), progress: ReadModels.Progress? = nil,
    to write: ([UInt8]) throws -> Void
  ) throws -> PageReport {
    var content = try PageContent(book, options)
    try content.read(progress: progress)
    let (head, end) = document
    let bytes = Array((head + Base64.encode(Deflate.compressed(content.packed())) + end).utf8)
    try write(bytes)
    var report = content.report
    report.bytes = Int64(bytes.count)
    return report
  }

  static func data(of book: Book, _ options: PageOptions) throws -> [UInt8] {
    var content = try PageContent(book, options)
    try content.read(progress: nil)
    return Array(Base64.encode(Deflate.compressed(content.packed())).utf8)
  }

  // MARK: The document

  /// The document before and after the data.
  ///
  /// A browser runs no script and applies no style but those with the hashes here.
  static var document: (head: String, end: String) {
    let (script, style) = (script(ledger_page_file), style(ledger_page_style))
    let policy = [
      "default-src 'none'", "script-src '\(hash(script))'", "style-src '\(hash(style))'", "img-src data:",
      "base-uri 'none'", "form-action 'none'",
    ]
    var parts = ["policy": policy.joined(separator: "; "), "style": style, "script": script]
    var head = ""
    var rest = embedded(ledger_page_frame)[...]
    // The frame has no braces but those around the names of its parts.
    while let open = rest.firstIndex(of: "{"), let close = rest.firstIndex(of: "}") {
      head += rest[..<open] + (parts.removeValue(forKey: String(rest[rest.index(after: open)..<close])) ?? "")
      rest = rest[rest.index(after: close)...]
    }
    return (head, String(rest))
  }

  private static func hash(_ text: String) -> String {
    "sha256-" + Base64.encode(SHA256.hash(Array(text.utf8)).bytes)
  }

  // MARK: The page that is served

  /// The document of a page that is served. Its script, its style and its data are loaded.
  static var liveDocument: [UInt8] { Array(embedded(ledger_page_live_frame).utf8) }

  static var liveScript: String { script(ledger_page_live) }

  static var liveStyle: String { style(ledger_page_style) + style(ledger_page_live_style) }

  // MARK: Parts

  /// Returns the modules of the script and those of `last` in one.
  ///
  /// They are without their imports, exports, comments and indentation.
  private static func script(_ last: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?) -> String {
    var text = "\n"
    var isComment = false
    for line in (embedded(ledger_page_script) + embedded(last)).split(separator: "\n") {
      var code = line.drop { $0 == " " }
      if code.hasPrefix("/**") { isComment = true }
      if !isComment, !code.hasPrefix("//"), !line.hasPrefix("import ") {
        if line.hasPrefix("export ") { code = line.dropFirst("export ".count) }
        text += code + "\n"
      }
      if code.hasSuffix("*/") { isComment = false }
    }
    return text
  }

  /// Returns a style without its indentation.
  private static func style(_ part: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?) -> String {
    embedded(part).split(separator: "\n").reduce(into: "\n") { text, line in
      text += line.drop { $0 == " " } + "\n"
    }
  }

  private static func embedded(_ part: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?) -> String {
    var size = 0
    guard let bytes = part(&size) else { return "" }
    return String(decoding: UnsafeBufferPointer(start: bytes, count: size), as: UTF8.self)
  }
}
