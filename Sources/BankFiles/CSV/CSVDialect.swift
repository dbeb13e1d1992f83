/// The delimiter and the quote of a table.
struct CSVDialect {
  let table: CSVTable
  let header: CSVHeader?
  let decision: BankFileDecision

  private static let candidates: [UInt8] = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
  /// The first rows show which delimiter a file has.
  private static let sampleRowsMax = 400

  /// The table of a text, with the delimiter that makes a header of it, or rows of one width.
  init(_ bytes: [UInt8], option: UInt8?) throws(BankFileError) {
    if option == nil, let list = FieldList(bytes) {
      (table, header) = (list.table, list.header)
      decision = BankFileDecision(topic: .delimiter, value: "a field in each line", reason: "names of fields")
      return
    }
    var bytes = bytes
    var option = option
    var reason = "given"
    if let (named, rest) = Self.named(in: bytes) {
      if option == nil { reason = "named in the first line" }
      option = option ?? named
      bytes = rest
    }
    var delimiter = option
    let quote = UInt8(ascii: Self.isInApostrophes(bytes) ? "'" : "\"")
    if delimiter == nil {
      let samples = Self.candidates.map {
        ($0, CSVTable(bytes, delimiter: $0, quote: quote, rowsMax: Self.sampleRowsMax))
      }
      if let best = Self.byHeader(samples) {
        (delimiter, reason) = (best, "cells of the header")
      } else if let best = Self.byWidth(samples) {
        (delimiter, reason) = (best, "rows of one width with dates and amounts")
      }
    }
    guard let delimiter else {
      throw .notRecognized(reason: "no row of dates and amounts, and no header of such columns")
    }
    var table = CSVTable(bytes, delimiter: delimiter, quote: quote)
    if let unwrapped = Self.unwrapped(table, delimiter) { table = unwrapped }
    if let line = table.openQuoteLine {
      // A lone quote is text where every row has the same width without quotes.
      let plain = CSVTable(bytes, delimiter: delimiter, quote: nil)
      guard Self.isEven(plain) else { throw .truncated(line: line, reason: "a quote is not closed") }
      table = plain
    }
    self.table = table
    header = CSVHeader(table)
    let name = delimiter == 0x09 ? "tab" : String(Unicode.Scalar(delimiter))
    decision = BankFileDecision(topic: .delimiter, value: name, reason: reason)
  }

  /// A table that is part of a file.
  init(_ table: CSVTable, _ header: CSVHeader?, _ decision: BankFileDecision) {
    (self.table, self.header, self.decision) = (table, header, decision)
  }

  /// `sep=;` in the first line, as Excel writes it.
  private static func named(in bytes: [UInt8]) -> (UInt8, [UInt8])? {
    let line = bytes.prefix { $0 != 0x0a && $0 != 0x0d }
    guard line.count == 5, line.starts(with: Array("sep=".utf8)) || line.starts(with: Array("SEP=".utf8)) else {
      return nil
    }
    return (line[4], Array(bytes.dropFirst(5)))
  }

  /// Whether the first line is a cell in apostrophes, or several.
  private static func isInApostrophes(_ bytes: [UInt8]) -> Bool {
    let line = CellText.trimmed(bytes.prefix { $0 != 0x0a && $0 != 0x0d })
    let apostrophe = UInt8(ascii: "'")
    return line.count > 2 && line.first == apostrophe && line.last == apostrophe
      && line.count { $0 == apostrophe }.isMultiple(of: 2)
  }

  private static func byHeader(_ samples: [(UInt8, CSVTable)]) -> UInt8? {
    samples.compactMap { delimiter, table in CSVHeader(table).map { (delimiter, $0.known) } }
      .max { $0.1 < $1.1 }?.0
  }

  /// Returns the delimiter with the most rows of the usual width that have a date and a number.
  private static func byWidth(_ samples: [(UInt8, CSVTable)]) -> UInt8? {
    var best: (delimiter: UInt8, rows: Int)?
    for (delimiter, table) in samples {
      var widths: [Int: Int] = [:]
      for row in 0..<table.count {
        let width = table.width(of: row)
        guard width >= 3, (0..<width).contains(where: { PrintedDate(table.cell(row, $0)) != nil }),
          (0..<width).contains(where: { PrintedNumber(amount: table.trimmed(row, $0)) != nil })
        else { continue }
        widths[width, default: 0] += 1
      }
      guard let rows = widths.values.max(), rows > best?.rows ?? 0 else { continue }
      best = (delimiter, rows)
    }
    return best?.delimiter
  }

  /// Returns the table of rows that were each quoted as a whole.
  private static func unwrapped(_ table: CSVTable, _ delimiter: UInt8) -> CSVTable? {
    guard table.count > 1, table.openQuoteLine == nil else { return nil }
    var bytes: [UInt8] = []
    for row in 0..<table.count {
      let cell = table.cell(row, 0)
      guard table.width(of: row) == 1, cell.isEmpty || cell.contains(delimiter) else { return nil }
      guard !cell.contains(0x0a) else { return nil }
      bytes += cell
      bytes.append(0x0a)
    }
    return CSVTable(bytes, delimiter: delimiter)
  }

  private static func isEven(_ table: CSVTable) -> Bool {
    guard table.count > 1 else { return false }
    let width = table.width(of: 0)
    return width > 2 && (1..<table.count).allSatisfy { table.width(of: $0) == width || table.isBlank($0) }
  }
}

/// The row that names the columns.
struct CSVHeader {
  let row: Int
  let meanings: [HeaderMeaning?]
  /// How many cells are known.
  let known: Int

  /// A header is among the first rows: a file's own preamble is not longer.
  private static let rowsMax = 100

  /// The first row that names a date and an amount with the most cells, or `nil` if no row does.
  init?(_ table: CSVTable, isLate: Bool = false) {
    let headers = (0..<min(table.count, Self.rowsMax)).compactMap { CSVHeader(table, row: $0, isLate: isLate) }
    guard let best = headers.max(by: { $0.known < $1.known }) else { return nil }
    self = best
  }

  init?(_ table: CSVTable, row: Int, isLate: Bool = false) {
    let width = table.width(of: row)
    guard 2...200 ~= width else { return nil }
    let cells = (0..<width).map { table.trimmed(row, $0) }
    guard
      !cells.contains(where: {
        PrintedDate($0) != nil || $0.count > 1 && PrintedNumber($0)?.word == nil && PrintedNumber($0) != nil
      })
    else { return nil }
    let meanings = cells.map { HeaderWords.meaning(of: $0) ?? (isLate ? HeaderWords.lateMeaning(of: $0) : nil) }
    let roles = Set(meanings.compactMap { $0?.role })
    guard roles.contains(.date) || roles.contains(.valueDate),
      !roles.isDisjoint(with: [.amount, .debit, .credit, .sourceAmount])
    else { return nil }
    self.row = row
    self.meanings = meanings
    known = meanings.count { $0 != nil }
  }
}
