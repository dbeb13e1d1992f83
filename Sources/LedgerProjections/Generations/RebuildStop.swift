internal import LedgerBytes
internal import LedgerPlatform

/// The record of the event that stopped a rebuild, for `status`.
///
/// It is a file, which the next finished rebuild removes.
enum RebuildStop {
  /// Writes the record. If that fails, the error that is thrown contains the same facts.
  static func record(_ error: any Error, at path: String) {
    guard case ModelError.unreadable(let position, let type, let reason) = error else { return }
    let value: JSONValue = [
      "position": .integer(position), "reason": .string(reason), "type": .string(type),
    ]
    try? DurableFile.replace(path, bytes: value.encoded())
  }

  static func forget(_ path: String) {
    if DurableFile.exists(path) { try? DurableFile.remove(path) }
  }

  static func read(_ path: String) -> ModelError? {
    guard let bytes = try? DurableFile.read(path, limit: 10_000),
      case .object(let members)? = try? JSONValue(parsing: bytes, as: .payload),
      case .integer(let position)? = members["position"], case .string(let type)? = members["type"],
      case .string(let reason)? = members["reason"]
    else { return nil }
    return .unreadable(position: Position(position), type: type, reason: reason)
  }
}
