/// The texts of a `:86:` field.
struct MT940Details {
  private(set) var payee = ""
  private(set) var text = ""
  private(set) var kind: String?
  private(set) var account: String?

  /// Reads a `:86:` field: numbered subfields (`?20…`), named ones (`/REMI/…`), or free text.
  ///
  /// The mark before a number is one of `? ~ > @ |`, and the same in the whole field.
  init(_ lines: [String]) {
    let joined = Self.joined(lines)
    if joined.utf8.count > Self.structuredBytesMax {
      text = CellText.plain(joined)
    } else if let fields = Self.numbered(joined) {
      readNumbered(fields)
    } else if ByteSearch.contains("/REMI/", in: joined) || ByteSearch.contains("/NAME/", in: joined) {
      readNamed(joined)
    } else {
      text = CellText.plain(joined)
      payee = text
    }
    if text.isEmpty { text = CellText.plain(joined) }
    if payee.isEmpty { payee = text }
  }

  /// A longer field is free text: the standard has six lines of 65 characters.
  private static let structuredBytesMax = 16_384

  /// Joins the lines. A line of full width continues in the next one without a blank.
  private static func joined(_ lines: [String]) -> String {
    var text = ""
    var isFull = true
    for line in lines {
      if !isFull, !line.hasPrefix("?"), !line.hasPrefix("/") { text += " " }
      text += line
      isFull = line.utf8.count >= 64
    }
    return text
  }

  // MARK: - ?20…

  private static func numbered(_ text: String) -> [(code: Int, text: Substring)]? {
    let start = text.prefix { $0.isNumber }
    guard start.utf8.count <= 3, let mark = text.dropFirst(start.count).first, "?~>@|".contains(mark) else {
      return nil
    }
    var fields: [(Int, Substring)] = []
    for part in text.split(separator: mark).dropFirst(start.isEmpty ? 0 : 1) {
      if part.utf8.prefix(2).count == 2, let code = Int(part.prefix(2)), part.prefix(2).allSatisfy(\.isNumber) {
        fields.append((code, part.dropFirst(2)))
      } else if let last = fields.indices.last {
        // The mark was part of a text.
        if !fields[last].1.isEmpty { fields[last].1.append(mark) }
        fields[last].1 += part
      }
    }
    return fields.isEmpty ? nil : fields
  }

  private mutating func readNumbered(_ fields: [(code: Int, text: Substring)]) {
    var purpose = ""
    for (code, value) in fields {
      switch code {
      case 0: kind = CellText.plain(value)
      case 20...29, 60...65: purpose += value
      case 31, 38: account = CellText.plain(value).isEmpty ? account : CellText.plain(value)
      case 32, 33: payee += value
      default: break
      }
    }
    payee = CellText.plain(payee)
    text = CellText.plain(purpose)
    if payee.isEmpty { payee = text.isEmpty ? kind ?? "" : text }
  }

  // MARK: - /NAME/…

  private static let tags: Set<String> = [
    "EREF", "BENM", "ORDP", "NAME", "REMI", "ISDT", "TRTP", "IBAN", "BIC", "MARF", "CSID", "ADDR", "TRCD", "ID",
    "RTRN", "PREF", "PURP", "CDTRREFTP", "CD", "SCOR", "CDTRREF", "CNTP", "ULTC", "ULTD", "USTD", "CREF",
  ]

  private mutating func readNamed(_ joined: String) {
    var values: [String: String] = [:]
    var tag = ""
    for part in joined.split(separator: "/", omittingEmptySubsequences: false) {
      if Self.tags.contains(String(part)) {
        tag = String(part)
      } else if !tag.isEmpty {
        values[tag, default: ""] += (values[tag]?.isEmpty ?? true ? "" : "/") + part
      }
    }
    payee = CellText.plain(values["NAME"] ?? "")
    text = CellText.plain(values["REMI"] ?? "")
    account = values["IBAN"].map { CellText.plain($0) }
    kind = values["TRTP"].map { CellText.plain($0) }
  }
}
