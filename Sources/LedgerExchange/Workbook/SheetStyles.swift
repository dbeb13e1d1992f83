internal import LedgerDomain

/// The styles of a workbook: headers, dates, and a format of numbers per currency.
final class SheetStyles {
  static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  static let namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

  /// The number of the style of headings and of the words of totals.
  static let header = 1
  /// The number of the style of dates.
  static let date = 2
  /// The number of the style of headings over numbers.
  static let rightHeader = 3
  /// The number of the style of texts of several lines.
  static let lines = 4
  private static let count = 5

  /// The currencies in the order of their styles, each of which has a second one for totals.
  private var currencies: [CurrencyCode] = []

  /// Returns the number of a currency's style.
  func style(of currency: CurrencyCode, isBold: Bool = false) -> Int {
    let place = currencies.firstIndex(of: currency) ?? currencies.count
    if place == currencies.count { currencies.append(currency) }
    return Self.count + 2 * place + (isBold ? 1 : 0)
  }

  /// The part `xl/styles.xml`.
  var xml: String {
    func cell(_ attributes: String, alignment: String = "") -> String {
      "<xf xfId=\"0\" \(attributes) applyAlignment=\"1\"><alignment vertical=\"top\"\(alignment)/></xf>"
    }
    let bold = "fontId=\"1\" applyFont=\"1\""
    var formats = "<numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/>"
    var cells =
      cell("") + cell(bold)
      + cell("numFmtId=\"164\" applyNumberFormat=\"1\"", alignment: " horizontal=\"left\"")
    cells += cell(bold, alignment: " horizontal=\"right\"") + cell("", alignment: " wrapText=\"1\"")
    for (place, currency) in currencies.enumerated() {
      let digits = currency.minorUnitDigits ?? 0
      let number = "#,##0" + (digits > 0 ? "." + String(repeating: "0", count: digits) : "")
      formats += "<numFmt numFmtId=\"\(165 + place)\" formatCode=\"\(number)&quot; \(currency.code)&quot;\"/>"
      let format = "numFmtId=\"\(165 + place)\" applyNumberFormat=\"1\""
      cells += cell(format) + cell(format + " " + bold)
    }
    return Self.declaration + "<styleSheet xmlns=\"\(Self.namespace)\">"
      + "<numFmts count=\"\(1 + currencies.count)\">\(formats)</numFmts>"
      + "<fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>"
      + "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
      + "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
      + "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
      + "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
      + "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
      + "<cellXfs count=\"\(Self.count + 2 * currencies.count)\">\(cells)</cellXfs>"
      + "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>"
  }
}
