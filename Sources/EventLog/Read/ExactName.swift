internal import LedgerBytes

/// A name that is another where any byte is another.
///
/// To Swift, "é" composed and decomposed are equal. They are different as hashed bytes, and in the database.
struct ExactName: Hashable {
  let name: String

  init(_ name: String) { self.name = name }

  static func == (left: ExactName, right: ExactName) -> Bool { left.name.hasSameBytes(as: right.name) }

  func hash(into hasher: inout Hasher) {
    var name = name
    name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
