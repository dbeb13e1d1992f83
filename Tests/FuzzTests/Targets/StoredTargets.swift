import LedgerBytes
import LedgerDomain
import LedgerSQLite
import ReceiptExtraction

@testable import EventLog
@testable import LedgerProjections

/// What is read back from files, and texts of paper.
extension FuzzTarget {
  /// Lists inside a column of the read models, and where a page of a list begins.
  static let models = FuzzTarget(name: "models") { input in
    let text = String(decoding: input, as: UTF8.self)
    if let tags = try? ModelJSON.tags(text), let again = try? ModelJSON.tags(ModelJSON.tags(tags)),
      again != tags
    {
      fuzzFinding("tags are others when they are written and read")
    }
    if let pages = try? ModelJSON.attachments(text),
      let again = try? ModelJSON.attachments(ModelJSON.attachments(pages)), again != pages
    {
      fuzzFinding("attachments are others when they are written and read")
    }
    if let cursor = try? PageCursor(text), (try? PageCursor(cursor.text)) != cursor {
      fuzzFinding("a cursor is another when it is written and read")
    }
  }

  /// `log.head`.
  static let head = FuzzTarget(name: "head") { input in
    // As it is, and with the sum that it should have, or nothing but a lucky guess gets past that.
    var signed = input
    if let end = input.dropLast().lastIndex(of: UInt8(ascii: "\n")) {
      signed = Array(input[...end])
      signed += Array("\(SHA256.hash(signed))\n".utf8)
    }
    for bytes in [input, signed] {
      guard let head = LogHead(bytes) else { continue }
      guard LogHead(head.bytes) == head else { fuzzFinding("a head is another when it is written and read") }
      _ = head.losses(in: LogHead.Trees())
    }
  }

  /// Words of a search, which become a query of FTS5.
  static let search = FuzzTarget(name: "search") { input in
    guard let query = SearchQuery(String(decoding: input, as: UTF8.self))?.beginnings else { return }
    do {
      try index.withLock { index in
        let statement = try index.connection.statement("SELECT count(*) FROM search WHERE search MATCH ?1")
        try statement.bind(1, text: query)
        _ = try statement.firstInt64()
      }
    } catch {
      fuzzFinding("SQLite does not take \(query.debugDescription): \(error)")
    }
  }

  private static let index = FuzzIndex()

  /// The text on a receipt.
  static let receipt = FuzzTarget(name: "receipt") { input in
    let readings = Extractor().read(
      String(decoding: input, as: UTF8.self), hints: ExtractionHints(textConfidence: 90))
    for field in [readings.total, readings.date, readings.currency, readings.vendor] {
      for reading in field.readings where !(0...100).contains(reading.confidence) {
        fuzzFinding("a confidence of \(reading.confidence)")
      }
    }
  }
}
