import LedgerBytes

/// The shape of a bank's file: what stays the same in the next file of the same bank.
///
/// For a table it is the header, or the number of columns if the table has no header. It does not depend on answers of a person.
package enum FileShape {
  /// Returns the shape as 16 hexadecimal digits, or `nil` if the file is of no known format.
  ///
  /// - Complexity: O(bytes).
  package static func of(_ bytes: [UInt8]) -> String? {
    // If the reader cannot tell the encoding, the shape is computed from the undecoded bytes. The bank's next file has
    // the same bytes in its header.
    let text = (try? FileText(bytes, option: nil, declared: nil))?.bytes ?? bytes
    let format = BankFileReader.format(of: text)
    var parts = [format.rawValue]
    switch format {
    case .csv, .ynab, .actual, .firefly:
      guard let dialect = try? CSVDialect(text, option: nil), dialect.table.count > 0 else { return nil }
      let table = dialect.table
      if let row = dialect.header?.row {
        parts += (0..<table.width(of: row)).map { table.text(row, $0) }
      } else {
        parts.append(String(table.width(of: table.count / 2)))
      }
    case .qif: parts += TextLines.of(text).first { $0.text.hasPrefix("!Type:") }.map { [$0.plain] } ?? []
    case .ofx, .camt, .mt940, .hledger, .beancount: break
    }
    return String(
      UniqueID.derived(kind: "file-shape", parts: parts).description.filter { $0 != "-" }.prefix(16))
  }
}
