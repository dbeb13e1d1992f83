package import LedgerBytes

/// The forms that the documents of screens are made of.
extension JSONValue {
  package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  package static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  package static func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }

  /// The document as a line, as the tool prints it.
  package var line: String { String(decoding: PrintedJSON.escaped(encoded()), as: UTF8.self) + "\n" }

  /// Returns the object with more members. A member that both have is the new one.
  package func adding(_ more: [String: JSONValue]) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.merging(more) { $1 })
  }
}
