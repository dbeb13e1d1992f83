package import LedgerBytes

/// Returns a count with commas between groups of three digits: `1,284`.
package func grouped(_ number: Int64) -> String {
  let digits = String(number.magnitude)
  var result = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index).isMultiple(of: 3) { result += "," }
    result.append(digit)
  }
  return result
}

/// Returns a position or another typed integer with commas between groups of three digits.
package func grouped(_ number: some DistinctInteger) -> String { grouped(number.rawValue) }

/// Returns a count with its noun: `1 receipt`, `14 receipts`.
package func counted(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
  "\(grouped(Int64(number))) \(number == 1 ? singular : plural ?? singular + "s")"
}

/// Returns a size in bytes such as `148 MB`, with decimal units and a decimal place below ten.
package func byteSize(_ bytes: Int64) -> String {
  var unit = 0
  var tenths = min(bytes, .max / 10) * 10
  while tenths >= 10_000, unit < 4 {
    tenths = (tenths + 500) / 1_000
    unit += 1
  }
  let names = ["bytes", "kB", "MB", "GB", "TB"]
  if unit == 0 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
  return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(names[unit])" : "\((tenths + 5) / 10) \(names[unit])"
}

/// Joins words with commas and "or": `a`, `a or b`, `a, b or c`.
package func alternatives(_ words: [String]) -> String { joined(words, by: "or") }

/// Joins words with commas and "and": `a`, `a and b`, `a, b and c`.
package func listed(_ words: [String]) -> String { joined(words, by: "and") }

private func joined(_ words: [String], by last: String) -> String {
  guard words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(last) " + words[words.count - 1]
}

extension String {
  /// The text with its first letter in upper case.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
