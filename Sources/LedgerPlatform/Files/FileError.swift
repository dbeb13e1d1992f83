#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A call that the operating system refused.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation that failed, as a verb: `open`, `write`, `rename` …
  package let operation: String
  /// The file or folder it was done to.
  package let path: String
  /// The `errno`.
  package let code: Int32
  /// The path by which a ledger open in this process has the file. `nil` for any other failure.
  package let heldAs: String?

  /// The failure of `operation` on `path` with that `errno`.
  package init(operation: String, path: String, code: Int32, heldAs: String? = nil) {
    self.operation = operation
    self.path = path
    self.code = code
    self.heldAs = heldAs
  }

  /// Whether the file does not exist.
  package var isMissing: Bool { code == ENOENT }

  /// Whether a part of the path is a file and not a folder.
  package var isInFile: Bool { code == ENOTDIR }
  /// Whether a folder is in the place of the file.
  package var isFolder: Bool { code == EISDIR }
  /// Whether a symbolic link is in the place of the file.
  package var isLink: Bool { code == ELOOP }
  /// Whether the file exists already.
  package var isExisting: Bool { code == EEXIST }
  /// Whether a folder cannot be renamed because a file system is mounted there.
  package var isMountPoint: Bool { code == EBUSY || code == EXDEV }
  /// Whether the disk or the user's quota is full.
  package var isFull: Bool { code == ENOSPC || code == EDQUOT }
  /// Whether permissions or a read-only medium forbid the operation.
  package var isForbidden: Bool { code == EACCES || code == EPERM || code == EROFS }

  /// `can't OPERATION PATH: what is wrong`. Control characters of the path are shown as `?`.
  package var description: String {
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
