internal import LedgerDomain

/// Writes the rows of one sheet of a workbook in Office Open XML (ECMA-376, part 1, section 18.3).
///
/// Text is never a formula, dates are days of the calendar, and amounts are numbers in the format of their currency.
struct SheetXML: RecordTable {
  /// Excel has as many rows, and the longest text of a cell has as many UTF-16 units.
  static let rowsMax = 1_048_576
  static let textUnitsMax = 32_767

  /// The rows, with that of the headings and without totals.
  private(set) var rowCount = 1
  private var written = 0
  private let columns: [RecordColumn]
  private let styles: SheetStyles
  /// The totals of each column, which stay empty for columns without a sum.
  private var totals: [ExportTotals]
  /// The first rows, whose texts decide how wide the columns are. `nil` once they are written.
  private var first: [[RecordCell]]? = []
  private var deflate = Deflate()
  private var bytes: [UInt8] = []

  private static let measuredRows = 1_000

  /// Creates a sheet whose first row stays in view, and which is printed across, one page wide.
  ///
  /// - Parameters:
  ///   - columns: The columns. One with the name `Currency` tells which rows a total counts.
  ///   - styles: The styles of the workbook.
  init(_ columns: [RecordColumn], _ styles: SheetStyles) {
    self.columns = columns
    self.styles = styles
    totals = Array(repeating: ExportTotals(), count: columns.count)
  }

  /// Writes what is before the rows, and the first of them.
  private mutating func begin() {
    guard let rows = first else { return }
    first = nil
    add(SheetStyles.declaration)
    add("<worksheet xmlns=\"\(SheetStyles.namespace)\"><sheetPr><pageSetUpPr fitToPage=\"1\"/></sheetPr>")
    add("<sheetViews><sheetView workbookViewId=\"0\">")
    add(
      "<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/></sheetView></sheetViews>"
    )
    add("<cols>")
    for (place, column) in columns.enumerated() {
      // The name has a button of the filter next to it.
      let longest = rows.reduce(column.name.count + 3) { max($0, $1[place].width + 1) }
      let width = min(longest, max(column.width, column.name.count + 3))
      add("<col min=\"\(place + 1)\" max=\"\(place + 1)\" width=\"\(width)\" customWidth=\"1\"/>")
    }
    add("</cols><sheetData>")
    for row in [columns.map { RecordCell.header($0.name) }] + rows { add(row) }
  }

  mutating func row(_ cells: [RecordCell]) throws {
    guard rowCount < Self.rowsMax else { throw ExportFailure.tooManyRows(max: Self.rowsMax - 1) }
    for (place, cell) in cells.enumerated() where columns[place].form == .sum {
      if case .money(let money?) = cell { totals[place].add(money, .expense) }
    }
    rowCount += 1
    first?.append(cells)
    if first == nil { add(cells) } else if rowCount > Self.measuredRows { begin() }
  }

  private mutating func add(_ cells: [RecordCell]) {
    written += 1
    let number = String(written)
    add("<row r=\"")
    add(number)
    add("\">")
    for (place, cell) in cells.enumerated() { write(cell, place, number) }
    add("</row>")
    if bytes.count >= 32 << 10 { flush() }
  }

  /// The headings and rows without totals, such as `$A$1:$T$20`.
  var area: String { "$A$1:$\(Self.letters[columns.count - 1])$\(rowCount)" }

  /// Ends the sheet with a row of totals for each currency. Returns its compressed bytes.
  mutating func finish() -> Deflate.Result {
    begin()
    addTotals()
    add("</sheetData><autoFilter ref=\"A1:\(Self.letters[columns.count - 1])\(rowCount)\"/>")
    add("<pageMargins left=\"0.4\" right=\"0.4\" top=\"0.5\" bottom=\"0.6\" header=\"0.3\" footer=\"0.3\"/>")
    add("<pageSetup orientation=\"landscape\" fitToWidth=\"1\" fitToHeight=\"0\"/>")
    add("<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter></worksheet>")
    flush()
    return deflate.finish()
  }

  /// Adds the totals as formulas with their results, so that no program has to compute them to show them.
  ///
  /// With one currency a total counts the rows that a filter shows. With several it counts all rows of its currency.
  private mutating func addTotals() {
    guard let first = columns.firstIndex(where: { $0.form == .sum }),
      let currencies = columns.firstIndex(where: { $0.name == "Currency" })
    else { return }
    let sums = totals[first].sums
    guard rowCount + sums.count <= Self.rowsMax else { return }
    func cells(_ place: Int) -> String { "\(Self.letters[place])2:\(Self.letters[place])\(rowCount)" }
    for (line, sum) in sums.enumerated() {
      let number = String(rowCount + line + 1)
      add("<row r=\"\(number)\">")
      write(.header("Total"), 0, number)
      for (place, column) in columns.enumerated() {
        if place == currencies {
          write(.header(sum.currency.code), place, number)
        } else if column.form == .sum,
          let sum = totals[place].sums.first(where: { $0.currency == sum.currency })
        {
          let formula =
            sums.count == 1
            ? "SUBTOTAL(109,\(cells(place)))"
            : "SUMIFS(\(cells(place)),\(cells(currencies)),\"\(sum.currency.code)\")"
          add("<c r=\"\(Self.letters[place])\(number)\" s=\"\(styles.style(of: sum.currency, isBold: true))\">")
          add("<f>\(formula)</f><v>\(sum.decimal)</v></c>")
        }
      }
      add("</row>")
    }
  }

  private static let letters = (0..<26).map { String(UnicodeScalar(UInt8(65 + $0))) }

  private mutating func write(_ cell: RecordCell, _ place: Int, _ row: String) {
    let form = columns[place].form
    func begin(_ style: Int) {
      add("<c r=\"")
      add(Self.letters[place])
      add(row)
      if style > 0 { add("\" s=\"\(style)") }
    }
    func text(_ text: String, style: Int) {
      begin(style)
      add("\" t=\"inlineStr\"><is><t xml:space=\"preserve\">")
      escape(text)
      add("</t></is></c>")
    }
    func number(_ decimal: String, style: Int) {
      begin(style)
      add("\"><v>")
      add(decimal)
      add("</v></c>")
    }
    switch cell {
    case .empty, .text(nil), .date(nil), .money(nil): break
    case .text(let value?):
      if !value.isEmpty { text(value, style: form == .lines ? SheetStyles.lines : 0) }
    case .header(let value):
      text(value, style: form == .number || form == .sum ? SheetStyles.rightHeader : SheetStyles.header)
    case .number(let value): number(String(value), style: 0)
    case .date(let date?):
      // Excel counts a 29 February 1900, so that earlier dates have another number there.
      if date.dayNumber >= Self.firstDayNumber, date.year <= 9_999 {
        number(String(Int(date.dayNumber) + Self.daysBefore1970), style: SheetStyles.date)
      } else {
        text(date.iso, style: 0)
      }
    case .money(let money?): number(money.decimal, style: styles.style(of: money.currency))
    }
  }

  /// Days from 30 December 1899 to 1 January 1970.
  private static let daysBefore1970 = 25_569
  /// 1 March 1900.
  private static let firstDayNumber: Int32 = -25_508

  private mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func flush() {
    deflate.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Adds text, with characters that XML refuses as `_x0001_` (ECMA-376, part 1, section 22.9.2.19).
  private mutating func escape(_ text: String) {
    let text = text.utf8.count > Self.textUnitsMax ? Self.cut(text) : text
    var plain = true
    for byte in text.utf8 where !Self.isPlain(byte) {
      plain = false
      break
    }
    if plain { return add(text) }
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      switch scalar {
      case "&": add("&amp;")
      case "<": add("&lt;")
      case ">": add("&gt;")
      case "_": add(Self.isEscape(scalars[index...]) ? "_x005F_" : "_")
      case "\t", "\n": bytes.append(UInt8(scalar.value))
      case "\u{0}"..."\u{1f}", "\u{fffe}", "\u{ffff}":
        let digits = String(scalar.value, radix: 16, uppercase: true)
        add("_x" + String(repeating: "0", count: 4 - digits.utf8.count) + digits + "_")
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
      index = scalars.index(after: index)
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "_"), 0xef: false
    default: true
    }
  }

  /// Whether text begins like an escape, and would be read as one.
  private static func isEscape(_ scalars: Substring.UnicodeScalarView) -> Bool {
    let first = Array(scalars.prefix(7))
    guard first.count == 7, first[1] == "x", first[6] == "_" else { return false }
    return first[2..<6].allSatisfy { $0.properties.isASCIIHexDigit }
  }

  static func cut(_ text: String) -> String {
    var units = 0
    var cut = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      // An escape has seven characters.
      units += scalar.value < 0x20 ? 7 : UTF16.width(scalar)
      if units >= textUnitsMax { return String(cut) + "…" }
      cut.append(scalar)
    }
    return text
  }
}

extension RecordCell {
  /// About how many characters are shown.
  fileprivate var width: Int {
    switch self {
    case .empty, .text(nil), .date(nil), .money(nil): 0
    case .text(let text?): text.count
    case .header(let text): text.count
    case .number(let number): String(number).count
    case .date: 10
    case .money(let money?): money.decimal.count * 4 / 3 + 4
    }
  }
}
