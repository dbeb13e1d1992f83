internal import LedgerBytes

/// A line of `capture --batch`: `{"id":"a-1","image":"scans/a.jpg","text":"…","name":"…","group":"…"}`.
struct BatchLine {
  /// The identity of the line, which a second run recognizes.
  let id: String
  /// The text on the paper.
  let text: String
  /// The page, a path below the batch's folder.
  let image: String?
  let name: String?
  let group: String?

  /// Creates a line, or `nil` if it is blank.
  init?(_ bytes: [UInt8]) throws(Failure) {
    if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return nil }
    let object: JSONValue
    do throws(JSONError) { object = try JSONValue(parsing: bytes, as: .exchange) } catch {
      throw Failure(.dataError, "not JSON: \(error.reason), at byte \(error.offset)")
    }
    guard case .object = object else { throw Failure(.dataError, "not a JSON object") }
    guard let id = try Self.text("id", of: object), !id.isEmpty else {
      throw Failure(.dataError, "“id” is missing")
    }
    guard let recognized = try Self.text("text", of: object) else {
      throw Failure(.dataError, "“text” is missing")
    }
    guard recognized.utf8.count <= CaptureFile.textBytesMax else {
      throw Failure(.dataError, "“text” is too long")
    }
    self.id = id
    text = recognized
    image = try Self.text("image", of: object)
    name = try Self.text("name", of: object)
    group = try Self.text("group", of: object)
    if let image { try Self.check(path: image) }
  }

  private static func text(_ key: String, of object: JSONValue) throws(Failure) -> String? {
    switch object[key] {
    case .string(let text): return text
    case nil, .null: return nil
    case .object, .array, .integer, .fraction, .boolean: throw Failure(.dataError, "“\(key)” is not a text")
    }
  }

  /// A batch comes from outside: it may only name files in its own folder.
  private static func check(path: String) throws(Failure) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !path.hasPrefix("/"), !parts.contains(".."), !path.isEmpty else {
      throw Failure(.dataError, "“image” is not a path below the batch's folder: \(path)")
    }
  }
}
