package import LedgerBook
package import LedgerBytes
internal import LedgerDomain

// Answers and refusals for a surface that draws them without knowing their words, such as a page in a browser.

extension Refusal {
  /// Returns the refusal as `{"code","message","remedies"}`.
  ///
  /// - Parameter command: Returns the command that carries out a remedy, or `nil` if the surface cannot.
  package func form(_ command: (Remedy) -> JSONValue? = { _ in nil }) -> JSONValue {
    [
      "code": .string(sort.rawValue), "message": .string(message),
      "remedies": .array(remedies.map { $0.form(command) }),
    ]
  }
}

extension Remedy {
  fileprivate func form(_ command: (Remedy) -> JSONValue?) -> JSONValue {
    ["command": command(self) ?? .null, "title": .string(title)]
  }
}

extension Line {
  /// The sentences before the one with the first step. A form has a button for a step.
  fileprivate var textWithoutSteps: String {
    guard let step = parts.firstIndex(where: { $0.remedy != nil }) else { return text }
    let sentences = parts[..<step].map(\.text).joined().split(separator: ". ", omittingEmptySubsequences: false)
    return sentences.dropLast().map { "\($0)." }.joined(separator: " ")
  }
}

extension [Block] {
  /// The texts of the lines and of the tables’ rows. Bars and sentences with a step are left out.
  package var texts: [String] {
    flatMap { block -> [String] in
      switch block {
      case .title(let line), .line(let line), .fitted(let line), .paragraph(let line), .indented(let line):
        return [NFC.trimmed(line.textWithoutSteps)].filter { !$0.isEmpty }
      case .table(let table):
        return table.rows.map { row in
          switch row {
          case .cells(let cells): cells.map(\.text).filter { !$0.isEmpty }.joined(separator: "  ")
          case .across(let left, let right): "\(left.text)  \(right.text)"
          }
        }
      case .remedy, .bars, .gap: return []
      }
    }
  }
}
