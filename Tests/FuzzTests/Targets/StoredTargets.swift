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

  /// The file `device`, with the inode of the first bytes, on the machine that it names, and a device's mark.
  static let device = FuzzTarget(name: "device") { input in
    if let mark = DeviceMark(input), DeviceMark(mark.bytes) != mark {
      fuzzFinding("a mark is another when it is written and read")
    }
    var bytes = FuzzBytes(input)
    let inode = bytes.integer() % 4
    let lines = bytes.remaining.split(separator: UInt8(ascii: "\n"))
    let machine = lines.count > 2 ? String(decoding: lines[2], as: UTF8.self) : MachineID.unknown
    func identity(_ inode: UInt64) -> DeviceIdentity {
      DeviceFile.identity(bytes.remaining, inode: inode, machine: machine) { _ in false }
    }
    guard case .own(let device) = identity(inode) else { return }
    // A folder's own file names the machine and the inode: only that is believed.
    guard case .foreign(previous: device) = identity(inode + 1) else {
      fuzzFinding("a copy is taken for the original")
    }
  }

  /// A block of transactions or of their versions, as a column of the models and of history has it.
  ///
  /// The input also has the list of events that an event's author had seen.
  static let block = FuzzTarget(name: "block") { input in
    var given = FuzzBytes(input)
    let isOfVersions = given.byte() % 2 == 1
    let last = Int64(given.byte())
    let bytes = given.remaining
    bytes.withUnsafeBytes { bytes in
      _ = LogReader.references(bytes)
      let block = FacetBlock(isOfVersions: isOfVersions)
      for facet in FacetColumn.facets { block.limit(FacetColumn(facet), toPlaces: Int(last) + 1) }
      let columns = isOfVersions ? FacetColumns.all : .ofModels
      guard (try? block.load(bytes, columns)) != nil else { return }
      for facet in FacetColumn.facets {
        for index in 0..<block.count {
          let value = block.value(FacetColumn(facet), index)
          guard (0...last).contains(value) || block.isDamaged else {
            fuzzFinding("\(facet) \(value) is none of \(last)")
          }
        }
      }
      let written = isOfVersions ? FacetBlock.bytes((0..<block.count).map { block.version($0) }) : block.bytes
      written.withUnsafeBytes { written in
        let again = FacetBlock(isOfVersions: isOfVersions)
        guard (try? again.load(written, columns)) != nil, again.count == block.count else {
          fuzzFinding("a block that was written can't be read")
        }
        let written = isOfVersions ? FacetColumn.allCases : FacetColumn.ofModels
        // Only the least value of a column is looked at when it is read, and that is another one here.
        let isOurs = written.allSatisfy { column in
          let range = column.range(isOfVersions: isOfVersions)
          return (0..<block.count).allSatisfy { range.contains(block.value(column, $0)) }
        }
        guard isOurs || !again.isDamaged else { return }
        for column in written {
          for index in 0..<block.count where !same(block, again, column, index, isOfVersions) {
            fuzzFinding("\(column) of \(index) is another when it is written and read")
          }
        }
      }
    }
  }

  /// Versions are written from entries, whose bits, slots, times and numbers hold less than a column can.
  private static func same(
    _ one: FacetBlock, _ other: FacetBlock, _ column: FacetColumn, _ index: Int, _ isOfVersions: Bool
  ) -> Bool {
    let (value, again) = (one.value(column, index), other.value(column, index))
    guard isOfVersions else { return value == again }
    switch column {
    case .bits: return Int64(UInt16(truncatingIfNeeded: value)) == again
    case .milliseconds, .counter: return one.created(index) == other.created(index)
    case .currency, .category, .group, .vendor, .account, .tags, .rule, .toAccount, .parts:
      return Int64(UInt32(truncatingIfNeeded: value)) == again
    case .slot, .date, .units, .begins, .ends: return value == again
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
