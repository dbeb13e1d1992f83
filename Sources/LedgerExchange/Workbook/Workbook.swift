internal import LedgerBook
internal import LedgerProjections

/// Writes a workbook for spreadsheets (ET-26): a sheet per kind of record, and the settings.
///
/// The same ledger gives the same bytes.
enum Workbook {
  /// Writes the workbook.
  ///
  /// - Complexity: O(rows) in time, and in memory the compressed sheets.
  static func export(_ book: Book, _ filter: TransactionFilter, to output: ExportOutput) throws {
    let styles = SheetStyles()
    let tables = RecordTables(hasNames: true) { _, columns in SheetXML(columns, styles) }
    let sheets = try tables.write(book, filter) { try output.transaction([], $0.row) }
    try write(sheets, styles, to: output)
  }

  private static func write(
    _ sheets: [(name: RecordTableName, table: SheetXML)], _ styles: SheetStyles, to output: ExportOutput
  ) throws {
    // Styles are known once all rows are written.
    let sheets = sheets.map { name, table in
      var table = table
      return (name: name.rawValue, area: table.area, result: table.finish())
    }
    var zip = ZipWriter { try output.whole($0) }
    func part(_ name: String, _ text: String) throws {
      var deflate = Deflate()
      deflate.write(Array((SheetStyles.declaration + text).utf8))
      try zip.entry(name, deflate.finish(), date: nil)
    }
    try part("[Content_Types].xml", contentTypes(sheets.count))
    try part("_rels/.rels", relationships([("officeDocument", "xl/workbook.xml")]))
    try part("xl/workbook.xml", workbook(sheets.map { ($0.name, $0.area) }))
    let targets =
      sheets.indices.map { ("worksheet", "worksheets/sheet\($0 + 1).xml") } + [("styles", "styles.xml")]
    try part("xl/_rels/workbook.xml.rels", relationships(targets))
    try part("xl/styles.xml", String(styles.xml.dropFirst(SheetStyles.declaration.count)))
    for (place, sheet) in sheets.enumerated() {
      try zip.entry("xl/worksheets/sheet\(place + 1).xml", sheet.result, date: nil)
    }
    try zip.finish()
  }
}

// MARK: - The parts that name the others

extension Workbook {
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let package = "http://schemas.openxmlformats.org/package/2006"

  private static func contentTypes(_ sheets: Int) -> String {
    let office = "application/vnd.openxmlformats-officedocument.spreadsheetml."
    var text = "<Types xmlns=\"\(package)/content-types\">"
    text +=
      "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
    text += "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
    func part(_ name: String, _ type: String) {
      text += "<Override PartName=\"/xl/\(name).xml\" ContentType=\"\(office)\(type)+xml\"/>"
    }
    part("workbook", "sheet.main")
    part("styles", "styles")
    for sheet in 1...sheets { part("worksheets/sheet\(sheet)", "worksheet") }
    return text + "</Types>"
  }

  private static func relationships(_ targets: [(type: String, target: String)]) -> String {
    var text = "<Relationships xmlns=\"\(package)/relationships\">"
    for (place, target) in targets.enumerated() {
      text +=
        "<Relationship Id=\"rId\(place + 1)\" Type=\"\(office)/\(target.type)\" Target=\"\(target.target)\"/>"
    }
    return text + "</Relationships>"
  }

  /// The sheets, with the rows that a filter covers, and the row that each printed page repeats.
  private static func workbook(_ sheets: [(name: String, area: String)]) -> String {
    var text = "<workbook xmlns=\"\(SheetStyles.namespace)\" xmlns:r=\"\(office)\"><sheets>"
    for (place, sheet) in sheets.enumerated() {
      text += "<sheet name=\"\(sheet.name)\" sheetId=\"\(place + 1)\" r:id=\"rId\(place + 1)\"/>"
    }
    text += "</sheets><definedNames>"
    for (place, sheet) in sheets.enumerated() {
      text += "<definedName name=\"_xlnm._FilterDatabase\" localSheetId=\"\(place)\" hidden=\"1\">"
      text += "\(sheet.name)!\(sheet.area)</definedName>"
    }
    for (place, sheet) in sheets.enumerated() {
      text += "<definedName name=\"_xlnm.Print_Titles\" localSheetId=\"\(place)\">"
      text += "\(sheet.name)!$1:$1</definedName>"
    }
    return text + "</definedNames></workbook>"
  }
}
