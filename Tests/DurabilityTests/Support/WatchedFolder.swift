import CFaultVFS

/// One folder whose files are watched: what is done to them is recorded, or made to fail.
final class WatchedFolder {
  let path: String
  private let session: OpaquePointer

  init(_ path: String, records: Bool = false) {
    self.path = path
    guard let session = fault_begin(path, records ? 1 : 0) else {
      preconditionFailure("too many watched folders")
    }
    self.session = session
  }

  deinit { fault_end(session) }

  /// Whether files that SQLite knows nothing of are seen too.
  static var seesAllFiles: Bool { fault_sees_all_files() != 0 }

  /// The mutant: connections don't wait for the disk at a commit.
  func useNormalSynchronous() { fault_set_normal(session, 1) }

  /// Copies the -wal into the database every few commits, and starts it again.
  func checkpointOften() { fault_set_checkpoint(session, 4) }

  // MARK: Faults

  /// Kinds of operations that can be made to fail.
  enum Class: Int32, CaseIterable, Sendable {
    case open, read, write, sync, truncate, delete, lock, sharedMemory, fileSize, access, rename, folder
  }

  /// Lets operation number `at` (from 1) fail, and all later ones when `goesOn`.
  func arm(_ kind: Class, at: Int64, goesOn: Bool) { fault_arm(session, kind.rawValue, at, goesOn ? 1 : 0) }

  func disarm() { fault_arm(session, -1, 0, 0) }

  func count(_ kind: Class) -> Int64 { fault_count(session, kind.rawValue) }

  var hits: Int64 { fault_hits(session) }

  /// Limits the bytes of all files together, or removes the limit with `nil`.
  func setQuota(_ bytes: Int64?) { fault_set_quota(session, bytes ?? -1) }

  var usedBytes: Int64 { fault_used(session) }

  // MARK: The record

  func mark(_ number: Int) { fault_mark(session, Int64(number)) }

  /// Everything that was done so far.
  func operations() -> [DiskOperation] {
    (0..<fault_operation_count(session)).map { index in
      let raw = fault_operation_at(session, index)
      let path = raw.path.map { String(cString: $0) } ?? ""
      switch fault_kind(UInt32(raw.kind)) {
      case FAULT_KNOWN: return .known(path, file: raw.file)
      case FAULT_LINK: return .link(path, file: raw.file)
      case FAULT_UNLINK: return .unlink(path)
      case FAULT_RENAME: return .rename(path, to: raw.other.map { String(cString: $0) } ?? "")
      case FAULT_MAKE_FOLDER: return .makeFolder(path)
      case FAULT_SYNC_FOLDER: return .syncFolder(path)
      case FAULT_WRITE:
        let bytes = [UInt8](UnsafeBufferPointer(start: raw.bytes, count: Int(raw.size)))
        return .write(file: raw.file, offset: Int(raw.offset), bytes: bytes)
      case FAULT_TRUNCATE: return .truncate(file: raw.file, size: Int(raw.size))
      case FAULT_SYNC: return .sync(file: raw.file)
      default: return .mark(Int(raw.offset))
      }
    }
  }
}

/// An operation on the files of a folder. Paths are relative to it.
enum DiskOperation: Sendable {
  case known(String, file: Int32)
  case link(String, file: Int32)
  case unlink(String)
  case rename(String, to: String)
  case makeFolder(String)
  case syncFolder(String)
  case write(file: Int32, offset: Int, bytes: [UInt8])
  case truncate(file: Int32, size: Int)
  case sync(file: Int32)
  case mark(Int)
}
