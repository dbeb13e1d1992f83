internal import LedgerBytes

/// An object of an answer, read strictly.
///
/// A value of another type is an error, and unknown members are ignored.
struct RemoteObject {
  private let value: JSONValue

  init(_ value: JSONValue) throws(YNABError) {
    guard case .object = value else { throw .invalidAnswer("an object is missing") }
    self.value = value
  }

  /// Parses an answer.
  ///
  /// It may be as large as `HTTPResponse.bodyBytesMax`, and nested 32 deep.
  init(parsing bytes: [UInt8]) throws(YNABError) {
    guard bytes.count <= HTTPResponse.bodyBytesMax else { throw .invalidAnswer("it is too large") }
    do throws(JSONError) {
      try self.init(remote: JSONValue(parsing: bytes, as: .exchange))
    } catch {
      throw .invalidAnswer(error.description)
    }
  }

  private init(remote value: JSONValue) throws(JSONError) {
    guard case .object = value else { throw JSONError(offset: 0, reason: "an object is missing") }
    self.value = value
  }

  /// Returns a member, or `nil` if it is absent or null.
  private func member(_ name: String) -> JSONValue? {
    switch value[name] {
    case .null, .none: nil
    case .some(let value): value
    }
  }

  func has(_ name: String) -> Bool { value[name] != nil }

  func object(_ name: String) throws(YNABError) -> RemoteObject {
    guard let value = member(name) else { throw .invalidAnswer("“\(name)” is missing") }
    return try RemoteObject(value)
  }

  func optionalText(_ name: String, bytesMax: Int = 4_096) throws(YNABError) -> String? {
    guard let value = member(name) else { return nil }
    guard case .string(let text) = value, text.utf8.count <= bytesMax else {
      throw .invalidAnswer("“\(name)” is not a text")
    }
    return text.isEmpty ? nil : text
  }

  func text(_ name: String) throws(YNABError) -> String {
    guard let text = try optionalText(name) else { throw .invalidAnswer("“\(name)” is missing") }
    return text
  }

  /// Returns an identifier: letters, digits, hyphens and underscores.
  func id(_ name: String) throws(YNABError) -> String {
    guard let id = try optionalID(name) else { throw .invalidAnswer("“\(name)” is missing") }
    return id
  }

  func optionalID(_ name: String) throws(YNABError) -> String? {
    guard let text = try optionalText(name) else { return nil }
    guard Self.isID(text) else { throw .invalidAnswer("“\(name)” is not an identifier") }
    return text
  }

  static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 64
      && text.utf8.allSatisfy { (byte: UInt8) in
        byte >= 48 && byte <= 57 || byte | 32 >= 97 && byte | 32 <= 122 || byte == 45 || byte == 95
      }
  }

  func integer(_ name: String) throws(YNABError) -> Int64 {
    guard case .integer(let number)? = member(name) else { throw .invalidAnswer("“\(name)” is not an integer") }
    return number
  }

  func optionalInteger(_ name: String) throws(YNABError) -> Int64? {
    member(name) == nil ? nil : try integer(name)
  }

  func flag(_ name: String) throws(YNABError) -> Bool {
    guard case .boolean(let flag)? = member(name) else {
      throw .invalidAnswer("“\(name)” is neither true nor false")
    }
    return flag
  }

  func list(_ name: String) throws(YNABError) -> [RemoteObject] {
    guard case .array(let elements)? = member(name) else { throw .invalidAnswer("“\(name)” is not a list") }
    var objects: [RemoteObject] = []
    objects.reserveCapacity(elements.count)
    for element in elements { objects.append(try RemoteObject(element)) }
    return objects
  }

  func optionalList(_ name: String) throws(YNABError) -> [RemoteObject] {
    member(name) == nil ? [] : try list(name)
  }

  func texts(_ name: String) throws(YNABError) -> [String] {
    guard let value = member(name) else { return [] }
    guard case .array(let elements) = value else { throw .invalidAnswer("“\(name)” is not a list") }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element else {
        throw .invalidAnswer("“\(name)” has a value that is not a text")
      }
      texts.append(text)
    }
    return texts
  }
}
