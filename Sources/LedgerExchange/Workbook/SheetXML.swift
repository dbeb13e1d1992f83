internal import LedgerDomain

/// Writes the rows of one sheet of a workbook in Office Open XML (ECMA-376, part 1, section 18.3).
///
/// Text is never a formula, dates are days of the calendar, and amounts are numbers in the format of their currency.
struct SheetXML: RecordTable {
  /// Excel has as many rows, and the longest text of a cell has as many UTF-16 units.
  static let rowsMax = 1_048_576
  static let textUnitsMax = 32_767

  private(set) var rowCount = 0
  private let styles: SheetStyles
  private var deflate = Deflate()
  private var bytes: [UInt8] = []

  /// Begins a sheet whose first row stays in view.
  ///
  /// - Parameters:
  ///   - headers: The names of the columns.
  ///   - widths: The widths of the columns in characters.
  ///   - styles: The styles of the workbook.
  init(_ headers: [String], widths: [Int], _ styles: SheetStyles) {
    self.styles = styles
    add(SheetStyles.declaration)
    add("<worksheet xmlns=\"\(SheetStyles.namespace)\"><sheetViews><sheetView workbookViewId=\"0\">")
    add(
      "<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/></sheetView></sheetViews>"
    )
    add("<cols>")
    for (place, width) in widths.enumerated() {
      add("<col min=\"\(place + 1)\" max=\"\(place + 1)\" width=\"\(width)\" customWidth=\"1\"/>")
    }
    add("</cols><sheetData>")
    add(headers.map(RecordCell.header))
  }

  /// Adds a row.
  mutating func row(_ cells: [RecordCell]) throws {
    guard rowCount < Self.rowsMax else { throw ExportFailure.tooManyRows(max: Self.rowsMax - 1) }
    add(cells)
  }

  private mutating func add(_ cells: [RecordCell]) {
    rowCount += 1
    let number = String(rowCount)
    add("<row r=\"")
    add(number)
    add("\">")
    for (place, cell) in cells.enumerated() { write(cell, Self.columns[place], number) }
    add("</row>")
    if bytes.count >= 32 << 10 { flush() }
  }

  /// Ends the sheet. Returns its compressed bytes.
  mutating func finish() -> Deflate.Result {
    add("</sheetData></worksheet>")
    flush()
    return deflate.finish()
  }

  private static let columns = (0..<26).map { String(UnicodeScalar(UInt8(65 + $0))) }

  private mutating func write(_ cell: RecordCell, _ column: String, _ row: String) {
    func begin(_ style: Int) {
      add("<c r=\"")
      add(column)
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
    case .text(let value?): if !value.isEmpty { text(value, style: 0) }
    case .header(let value): text(value, style: SheetStyles.header)
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

/// The styles of a workbook: headers, dates, and a format of numbers per currency.
final class SheetStyles {
  static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  static let namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

  /// The number of the style of the first row.
  static let header = 1
  /// The number of the style of dates.
  static let date = 2

  /// The currencies in the order of their styles.
  private var currencies: [CurrencyCode] = []

  /// Returns the number of a currency's style.
  func style(of currency: CurrencyCode) -> Int {
    if let place = currencies.firstIndex(of: currency) { return 3 + place }
    currencies.append(currency)
    return 2 + currencies.count
  }

  /// The part `xl/styles.xml`.
  var xml: String {
    var formats = "<numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/>"
    var cells = "<xf xfId=\"0\"/><xf xfId=\"0\" fontId=\"1\" applyFont=\"1\"/>"
    cells += "<xf xfId=\"0\" numFmtId=\"164\" applyNumberFormat=\"1\"/>"
    for (place, currency) in currencies.enumerated() {
      let digits = currency.minorUnitDigits ?? 0
      let number = "#,##0" + (digits > 0 ? "." + String(repeating: "0", count: digits) : "")
      formats += "<numFmt numFmtId=\"\(165 + place)\" formatCode=\"\(number)&quot; \(currency.code)&quot;\"/>"
      cells += "<xf xfId=\"0\" numFmtId=\"\(165 + place)\" applyNumberFormat=\"1\"/>"
    }
    return Self.declaration + "<styleSheet xmlns=\"\(Self.namespace)\">"
      + "<numFmts count=\"\(1 + currencies.count)\">\(formats)</numFmts>"
      + "<fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>"
      + "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
      + "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
      + "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
      + "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
      + "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
      + "<cellXfs count=\"\(3 + currencies.count)\">\(cells)</cellXfs>"
      + "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>"
  }
}
