internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

/// Writes the canonical table of transactions (IE-34).
///
/// The format is RFC 4180 in UTF-8 with BOM, with fixed English headers and CRLF line ends. Amounts are exact decimals
/// with a point and no grouping, positive in the direction of their kind. A row has one currency. There are no comments
/// and no totals, because strict readers would read them as transactions.
enum CSVTable {
  /// The columns in their order. New ones may be appended, and existing ones are never removed.
  static let columns = [
    "Date", "Vendor", "Kind", "Amount", "Currency", "Category", "Payment", "Group", "Account", "Tags", "Flags",
    "Cleared", "Note", "Pages", "Transaction",
  ]

  static func export(_ book: Book, _ filter: TransactionFilter, to output: ExportOutput) throws {
    output.text("\u{feff}" + columns.joined(separator: ",") + "\r\n")
    try book.journal(filter) { try output.transaction(line($0)) }
  }

  /// The line of a transaction, with its line end.
  static func line(_ listed: ListedTransaction) -> String {
    let row = listed.row
    let cells = [
      row.date?.iso ?? "", text(row.vendor), row.kind.rawValue, row.money?.decimal ?? "",
      row.money?.currency.code ?? "", text(row.category), row.payment?.rawValue ?? "", text(listed.groupName),
      text(row.account), text(row.tags.joined(separator: ", ")), row.flags.names.joined(separator: ", "),
      row.isCleared ? "yes" : "no", text(row.note), String(row.attachments.count), row.id.description,
    ]
    return cells.map(quoted).joined(separator: ",") + "\r\n"
  }

  /// Returns a text that no spreadsheet reads as a formula.
  ///
  /// A text that begins with `=`, `+`, `-`, `@`, a tab or a line break gets an apostrophe before it. A text that has one
  /// or more apostrophes before such a character gets one more, so that readers can restore the original.
  static func text(_ text: String?) -> String {
    guard let text else { return "" }
    let cleaned = text.unicodeScalars.contains("\0") ? String(text.unicodeScalars.filter { $0 != "\0" }) : text
    switch cleaned.unicodeScalars.first(where: { $0 != "'" }) {
    case "=", "+", "-", "@", "\t", "\r", "\n": return "'" + cleaned
    default: return cleaned
    }
  }

  /// The cell, in quotation marks if its text requires them.
  static func quoted(_ cell: String) -> String {
    let needsQuotes = cell.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0a || byte == 0x0d
    }
    guard needsQuotes else { return cell }
    var quoted = "\""
    for scalar in cell.unicodeScalars {
      quoted.unicodeScalars.append(scalar)
      if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "\""
  }
}
