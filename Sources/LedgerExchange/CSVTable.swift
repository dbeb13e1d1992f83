internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

/// The canonical table (CHECKLIST IE-34, 1.5.4, 2.4): RFC 4180, UTF-8 with BOM, fixed English headers, lines end in
/// CRLF. Amounts are exact decimals with a point and no grouping, positive in the direction of their kind; a row has
/// one currency. No comment row and no row of totals, which strict readers would take for a transaction.
enum CSVTable {
  /// The columns, in order; more may come behind them, none goes.
  static let columns = [
    "Date", "Vendor", "Kind", "Amount", "Currency", "Category", "Payment", "Group", "Account", "Tags", "Flags",
    "Cleared", "Note", "Pages", "Transaction",
  ]

  static func export(_ book: Book, _ filter: TransactionFilter, to output: ExportOutput) throws {
    output.text("\u{feff}" + columns.joined(separator: ",") + "\r\n")
    try book.journal(filter) { try output.transaction(line($0)) }
  }

  /// One line, with its end.
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

  /// A text that no spreadsheet takes for a formula: one that begins with `=`, `+`, `-`, `@`, a tab or a line break
  /// gets an apostrophe before it, and so does one that begins with such an apostrophe, so that readers can tell.
  static func text(_ text: String?) -> String {
    guard let text else { return "" }
    let cleaned = text.unicodeScalars.contains("\0") ? String(text.unicodeScalars.filter { $0 != "\0" }) : text
    switch cleaned.unicodeScalars.first(where: { $0 != "'" }) {
    case "=", "+", "-", "@", "\t", "\r", "\n": return "'" + cleaned
    default: return cleaned
    }
  }

  /// A cell in quotes where its text needs them.
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
