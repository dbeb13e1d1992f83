internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerProjections

/// Writes a ZIP archive with the paper of receipts, in a folder per date (IE-35).
///
///     2026-06-14/2026-06-14_Lufthansa_EUR-420.00.jpg
///     2026-06-15/2026-06-15_Taxi_EUR-38.00.txt        for a receipt without paper
///     summary.csv
///     manifest.json
///
/// The same receipts give the same bytes. A page whose file is missing or damaged is listed in the manifest.
struct ReceiptArchive {
  /// A receipt that waits until enough bytes are there to read on all cores.
  private struct Waiting {
    let listed: ListedTransaction
    let base: String
  }

  private let book: Book
  private let output: ExportOutput
  private var zip: ZipWriter
  private var names = ReceiptNames()
  private var table: TransactionCSV
  private var summary: [UInt8]
  private var manifest: ArchiveManifest
  private var waiting: [Waiting] = []
  private var waitingBytes: Int64 = 0

  /// The bytes of pages that are in memory at a time, if each is smaller.
  private static let waitingBytesMax: Int64 = 8 << 20
  private static let waitingFilesMax = 64

  static func export(_ book: Book, _ filter: TransactionFilter, to output: ExportOutput) throws {
    var archive = ReceiptArchive(book, filter, output)
    try book.journal(filter) { try archive.add($0) }
    try archive.finish()
  }

  private init(_ book: Book, _ filter: TransactionFilter, _ output: ExportOutput) {
    self.book = book
    self.output = output
    zip = ZipWriter { try output.whole($0) }
    var options = TableOptions()
    options.hasTotals = true
    table = TransactionCSV(options, of: filter.categories)
    summary = TransactionCSV.mark + table.header(["Files"])
    manifest = ArchiveManifest(ledger: book.log.ledgerID, conditions: filter.conditions)
  }

  private mutating func add(_ listed: ListedTransaction) throws {
    waiting.append(Waiting(listed: listed, base: names.base(of: listed.row)))
    waitingBytes += listed.row.attachments.reduce(0) { $0 + $1.byteCount }
    if waitingBytes >= Self.waitingBytesMax || waiting.count >= Self.waitingFilesMax { try writeWaiting() }
  }

  /// Reads the pages of the waiting receipts on all cores, and writes them in order.
  private mutating func writeWaiting() throws {
    let pages = waiting.flatMap { receipt in
      receipt.listed.row.attachments.map { (path: book.path(ofPage: $0.digest), attachment: $0) }
    }
    let files = InPieces.map(pages.count, each: 1) { range in
      range.map { CheckedPage.read(pages[$0].path, pages[$0].attachment) }
    }
    var next = files.makeIterator()
    for receipt in waiting {
      let pages = receipt.listed.row.attachments.compactMap { page in next.next().map { (page, $0) } }
      try write(receipt, pages)
    }
    waiting = []
    waitingBytes = 0
  }

  /// Returns the line items of a split, which only the log has.
  private func items(of row: TransactionRow) throws -> [LineItemState] {
    guard !row.parts.isEmpty else { return [] }
    let events = book.horizon.admitted(try book.log.events(of: row.id.stream))
    return StreamFold(kind: row.id.stream.kind, events: events).transaction.lineItems
  }

  private mutating func write(_ receipt: Waiting, _ pages: [(page: ReceiptPage, file: CheckedPage)]) throws {
    let row = receipt.listed.row
    var entry = ArchiveManifest.Receipt(id: row.id)
    for (place, page) in pages.enumerated() {
      let name = receipt.base + ReceiptNames.suffix(of: page.page, place: place, pages: pages.count)
      let size = UInt64(page.page.byteCount)
      switch page.file {
      case .whole(let bytes, let checksum):
        try zip.begin(name, size: size, checksum: checksum, date: row.date)
        try zip.write(bytes)
      case .large(let file, let checksum):
        try zip.begin(name, size: size, checksum: checksum, date: row.date)
        try copy(file, size, checksum)
      case .unusable(let reason):
        let missing = MissingPage(transaction: row.id, attachment: page.page, reason: reason)
        entry.missing.append(missing)
        output.missing(missing)
        continue
      }
      entry.files.append(.init(name: name, page: page.page))
      output.image()
    }
    if entry.files.isEmpty {
      let name = receipt.base + ".txt"
      let bytes = ReceiptStub.bytes(receipt.listed, try items(of: row), missing: entry.missing)
      try zip.entry(name, bytes, date: row.date)
      entry.stub = .init(name: name, bytes: bytes.count, digest: SHA256.hash(bytes))
    }
    summary += table.row(receipt.listed, [entry.names.joined(separator: ", ")])
    manifest.add(entry)
    try output.transaction([], row)
  }

  /// Copies a large page. Its bytes are checked again, because the entry's checksum is written already.
  private mutating func copy(_ file: OpenFile, _ size: UInt64, _ expected: UInt32) throws {
    var checksum = CRC32()
    var done: UInt64 = 0
    while done < size {
      let piece = try file.read(upTo: min(CheckedPage.pieceBytes, Int(size - done)), at: Int(done))
      guard !piece.isEmpty else { break }
      piece.withUnsafeBytes { checksum.update($0) }
      try zip.write(piece)
      done += UInt64(piece.count)
      try output.checkProgress()
    }
    guard done == size, checksum.value == expected else {
      throw ExportFailure.changedWhileRead(path: file.path)
    }
  }

  private mutating func finish() throws {
    try writeWaiting()
    summary += table.footer(after: 1)
    try zip.entry("summary.csv", summary, date: nil)
    manifest.summary = .init(name: "summary.csv", bytes: summary.count, digest: SHA256.hash(summary))
    try zip.entry("manifest.json", manifest.bytes, date: nil)
    try zip.finish()
  }
}
