/// A list of movements with a field in each line: `Date: 28/03/2024`, `Amount: -23.45`.
///
/// It is read as a table whose header is the names of the fields.
struct FieldList {
  let table: CSVTable
  let header: CSVHeader

  /// The longest name of a field, in bytes.
  private static let nameBytesMax = 40
  /// The fields of a movement are not more.
  private static let fieldsMax = 50
  private static let separators = [UInt8(ascii: ":"), UInt8(ascii: "\t")]

  private struct TransactionField {
    let line: Int
    let name: ArraySlice<UInt8>
    let value: ArraySlice<UInt8>
  }

  /// The table of a text, or `nil` if the text is no such list.
  init?(_ bytes: [UInt8]) {
    let head = TextLines.of(bytes, countMax: 200)
    guard Self.isList(head) else { return nil }
    var fields: [TransactionField?] = []
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for line in TextLines.of(bytes) where !line.isBlank {
      let field = Self.field(line)
      if let field { counts[field.name, default: 0] += 1 }
      fields.append(field)
    }
    // The fields of the file itself, such as its account, come before those that are repeated.
    let isRepeated: (TransactionField?) -> Bool = { $0.map { counts[$0.name, default: 0] > 1 } ?? false }
    let beginning = fields.firstIndex(where: isRepeated) ?? 0
    let (ofFile, ofMovements) = (fields[..<beginning].compactMap { $0 }, fields[beginning...].compactMap { $0 })
    var names: [ArraySlice<UInt8>] = []
    for field in ofMovements where !names.contains(field.name) {
      guard names.count < Self.fieldsMax else { return nil }
      names.append(field.name)
    }
    var rows: [(line: Int, cells: [ArraySlice<UInt8>])] = ofFile.map { ($0.line, [$0.name, $0.value]) }
    rows.append((1, names))
    let first = rows.count
    for field in ofMovements {
      guard let column = names.firstIndex(of: field.name) else { continue }
      // A movement begins with the first field, or where a field occurs again.
      if rows.count == first || column == 0 || column < rows[rows.count - 1].cells.count {
        rows.append((field.line, []))
      }
      let missing = column - rows[rows.count - 1].cells.count
      rows[rows.count - 1].cells += repeatElement([], count: missing) + [field.value]
    }
    table = CSVTable(rows: rows, endsWithinRow: TextLines.endsWithinLine(bytes))
    guard let header = CSVHeader(table) else { return nil }
    self.header = header
  }

  /// Whether most lines have a field, and there are dates and amounts among them.
  private static func isList(_ lines: [TextLines.Line]) -> Bool {
    let filled = lines.filter { !$0.isBlank }
    let fields = filled.compactMap(field)
    guard fields.count * 10 >= filled.count * 8 else { return false }
    let roles = Set(fields.compactMap { role(of: $0.name) })
    guard !roles.isDisjoint(with: [.date, .valueDate]), !roles.isDisjoint(with: [.amount, .debit, .credit])
    else {
      return false
    }
    return fields.contains { PrintedDate($0.value) != nil }
      && fields.contains { PrintedNumber($0.value) != nil }
  }

  private static func field(_ line: TextLines.Line) -> TransactionField? {
    guard let end = line.bytes.firstIndex(where: separators.contains) else { return nil }
    let name = CellText.trimmed(line.bytes[..<end])
    let value = CellText.trimmed(line.bytes[(end + 1)...].drop { separators.contains($0) })
    guard 1...nameBytesMax ~= name.count, !name.contains(where: { [0x2c, 0x3b, 0x22].contains($0) }),
      PrintedDate(name) == nil, PrintedNumber(name) == nil
    else { return nil }
    return TransactionField(line: line.number, name: name, value: value)
  }

  private static func role(of name: ArraySlice<UInt8>) -> ColumnRole? { HeaderWords.meaning(of: name)?.role }
}
