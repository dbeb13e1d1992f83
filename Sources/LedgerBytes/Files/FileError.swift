#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What the operating system refused.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was being done, as a verb: `open`, `write`, `rename` …
  public let operation: String
  /// To which file or folder.
  public let path: String
  /// The `errno`.
  public let code: Int32
  /// The path by which a ledger that is open in this process has the file; `nil` if that is not what is wrong.
  public let heldAs: String?

  /// The failure of `operation` on `path` with that `errno`.
  public init(operation: String, path: String, code: Int32, heldAs: String? = nil) {
    self.operation = operation
    self.path = path
    self.code = code
    self.heldAs = heldAs
  }

  /// Nothing is there.
  public var isMissing: Bool { code == ENOENT }
  /// Something is there already.
  public var isExisting: Bool { code == EEXIST }
  /// The disk, or what may be used of it, is full.
  public var isFull: Bool { code == ENOSPC || code == EDQUOT }
  /// The user, or the medium, does not allow it.
  public var isForbidden: Bool { code == EACCES || code == EPERM || code == EROFS }

  /// `can't OPERATION PATH: what is wrong`. Control characters of the path are shown as `?`.
  public var description: String {
    let reason = heldAs.map { "it is \(Self.visible($0)), a file of the ledger itself" } ?? Self.message(code)
    return "can't \(operation) \(Self.visible(path)): \(reason)"
  }

  private static func visible(_ path: String) -> String {
    var visible = String.UnicodeScalarView()
    for scalar in path.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
      visible.append(isControl ? "?" : scalar)
    }
    return String(visible)
  }

  private static func message(_ code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress else { return "error \(code)" }
      buffer.initialize(repeating: 0)
      return strerror_r(code, start, buffer.count) == 0 ? String(cString: start) : "error \(code)"
    }
  }
}
