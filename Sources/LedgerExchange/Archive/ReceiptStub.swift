internal import LedgerDomain
internal import LedgerProjections

/// Writes the text file of a receipt whose paper is not in an archive, so that the record is complete.
enum ReceiptStub {
  /// Returns the text.
  ///
  /// - Parameters:
  ///   - listed: The receipt.
  ///   - items: Its line items.
  ///   - missing: The pages that are not in the archive.
  static func bytes(
    _ listed: ListedTransaction, _ items: [LineItemState], missing: [MissingPage]
  ) -> [UInt8] {
    let row = listed.row
    var lines = [row.vendor ?? "Unknown vendor"]
    func add(_ label: String, _ value: String?) {
      if let value, !value.isEmpty { lines.append("\(label): \(value)") }
    }
    add("Date", row.date?.iso)
    add("Amount", row.money?.description)
    add("Kind", row.kind.rawValue)
    add("Category", row.category)
    for item in items {
      guard let content = item.content else { continue }
      let quantity = content.quantity.map { "\($0) × " } ?? ""
      let category = (content.category ?? row.category).map { ", \($0)" } ?? ""
      add("Item", "\(quantity)\(content.name), \(content.money)\(category)")
    }
    add("Payment", row.payment?.rawValue)
    add("Group", listed.groupName)
    add("Account", row.account)
    add("Tags", row.tags.joined(separator: ", "))
    add("Note", row.note)
    add("Transaction", row.id.description)
    lines.append("")
    if missing.isEmpty { lines.append("This receipt was recorded without paper.") }
    for page in missing {
      lines.append("Page \(page.attachment.page) is \(page.reason.rawValue): SHA-256 \(page.attachment.digest)")
    }
    return Array((lines.map(SafeText.line).joined(separator: "\n") + "\n").utf8)
  }
}

/// Text from outside in files for people.
enum SafeText {
  /// Returns the text on one line, without characters that change how other text is read.
  ///
  /// Control characters and line breaks become spaces. Bidirectional controls become U+FFFD.
  static func line(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}": line.append(" ")
      case "\u{200e}", "\u{200f}", "\u{61c}", "\u{202a}"..."\u{202e}", "\u{2066}"..."\u{2069}":
        line.append("\u{fffd}")
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}
