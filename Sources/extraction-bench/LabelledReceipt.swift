import LedgerBytes

/// A receipt with the right values of its fields.
struct LabelledReceipt {
  var id: String
  var source: String
  var text: String
  /// Several texts of the same paper, of which `text` is the first.
  var passes: [String]
  var vendor: String?
  var date: String?
  var total: String?
  var currency: String?
  /// The prices of the line items, or only their number.
  var items: [String]?
  var itemCount: Int?
  /// The scan, relative to the folder of the file.
  var image: String?

  init?(_ row: JSONValue) {
    guard case .string(let text)? = row["text"] else { return nil }
    self.text = text
    passes = [text]
    if case .array(let texts)? = row["passes"] { passes = texts.compactMap { Self.string($0) } }
    id = Self.string(row["id"]) ?? ""
    source = Self.string(row["source"]) ?? "unknown"
    image = Self.string(row["image"])
    let truth = row["truth"]
    vendor = Self.string(truth?["vendor"])
    date = Self.string(truth?["date"])
    total = Self.string(truth?["total"])
    currency = Self.string(truth?["currency"])
    if case .array(let list)? = truth?["items"] { items = list.compactMap { Self.string($0["price"]) } }
    if case .integer(let count)? = truth?["items"] { itemCount = Int(count) }
  }

  /// The half, `A` or `B`, by the id, so that a row always falls into the same half.
  var half: String {
    var hash: UInt32 = 2_166_136_261
    for byte in id.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return (hash >> 15) & 1 == 0 ? "A" : "B"
  }

  private static func string(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text)?: text.isEmpty ? nil : text
    case .fraction(let text)?: text
    case .integer(let number)?: String(number)
    default: nil
    }
  }
}

/// Whether two decimals are the same number: `4.5` and `4.50`.
func sameDecimal(_ left: String, _ right: String) -> Bool { trimmedDecimal(left) == trimmedDecimal(right) }

private func trimmedDecimal(_ text: String) -> String {
  guard text.contains(".") else { return text }
  var text = text[...]
  while text.last == "0" { text.removeLast() }
  if text.last == "." { text.removeLast() }
  return String(text)
}

/// Whether two names are the same shop, which they are if one contains the other after folding.
func sameVendor(_ left: String, _ right: String) -> Bool {
  let left = folded(left)
  let right = folded(right)
  guard !left.isEmpty, !right.isEmpty else { return false }
  return left.contains(right) || right.contains(left)
}

/// Letters and digits only, lower case, accents removed.
private func folded(_ text: String) -> String {
  var result = ""
  for scalar in text.lowercased().decomposedScalars
  where scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
    result.unicodeScalars.append(scalar)
  }
  return result
}

extension String {
  /// The scalars, with accented Latin letters replaced by their base.
  fileprivate var decomposedScalars: [Unicode.Scalar] {
    let plain: [Unicode.Scalar: Unicode.Scalar] = [
      "á": "a", "à": "a", "â": "a", "ã": "a", "ä": "a", "å": "a", "é": "e", "è": "e", "ê": "e", "ë": "e",
      "í": "i", "ì": "i",
      "î": "i", "ï": "i", "ó": "o", "ò": "o", "ô": "o", "õ": "o", "ö": "o", "ø": "o", "ú": "u", "ù": "u",
      "û": "u", "ü": "u",
      "ç": "c", "ñ": "n", "ß": "s", "ł": "l",
    ]
    return unicodeScalars.map { plain[$0] ?? $0 }
  }
}
