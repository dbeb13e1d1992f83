#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Files that are there, whole, after a power cut, and that nobody else may read.
///
/// Files are made 0600, folders 0700; a symbolic link in a file's place is refused, not followed. What writes
/// has reached the disk when it returns, but for what says that it does not sync.
public enum DurableFile {
  /// Makes a file that is not there yet. Two syncs.
  ///
  /// When it fails there is no file. Fails with `EEXIST` when something has that name, a link to nowhere too.
  public static func create(_ path: String, bytes: [UInt8]) throws(FileError) {
    try writeNew(path, bytes: bytes)
    do {
      try synchronizeFolder(FilePath.folder(of: path))
    } catch {
      try? discard(path)
      throw error
    }
  }

  /// Puts `bytes` in the place of what has that name, or of nothing: after a power cut the old or the new is
  /// there, whole. Two syncs and a rename. A link is replaced, not followed.
  ///
  /// Without `synced`, for what can be made again and is looked at before it is believed, there is no sync, and after a
  /// power cut anything may be there.
  public static func replace(_ path: String, bytes: [UInt8], synced: Bool = true) throws(FileError) {
    try HeldFiles.check("replace", path)
    let (folder, name) = (FilePath.folder(of: path), FilePath.name(of: path))
    // Nobody waits for this name: 64 random bits, so that writers never meet.
    let temporary = "\(folder)/.\(name.prefix(100)).\(String(UInt64.random(in: 0...UInt64.max), radix: 16)).tmp"
    try writeNew(temporary, bytes: bytes, synced: synced)
    do {
      _ = try FileCall.run("replace", path) { path in temporary.withCString { rename($0, path) } }
    } catch {
      try? discard(temporary)
      throw error
    }
    if synced { try synchronizeFolder(folder) }
  }

  /// Gives a file, whole and synced already, the name that it is found by, and syncs the folder.
  public static func move(_ path: String, to name: String) throws(FileError) {
    try HeldFiles.check("replace", name)
    _ = try FileCall.run("rename", name) { name in path.withCString { rename($0, name) } }
    try synchronizeFolder(FilePath.folder(of: name))
  }

  /// Overwrites the beginning of a file by `bytes`, in one call where the system allows it, without a sync.
  ///
  /// What is behind them stays. With `create` it makes a file that is not there; without, that is an error.
  /// `InPlaceFile` does the same again and again without opening the file each time.
  public static func writeInPlace(_ path: String, bytes: [UInt8], create: Bool) throws(FileError) {
    try InPlaceFile(path, create: create).write(bytes)
  }

  /// All bytes of a regular file of up to `limit` bytes; a longer one fails with `EFBIG`.
  ///
  /// A symbolic link fails with `ELOOP` unless `followingLinks`; a folder, a pipe or a device always fails, and
  /// is never waited for.
  public static func read(
    _ path: String, limit: Int, followingLinks: Bool = false
  ) throws(FileError) -> [UInt8] {
    let file = try FileDescriptor(
      opening: path, O_RDONLY | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW), operation: "read")
    switch try file.status().st_mode & S_IFMT {
    case S_IFREG: return try file.read(limit: limit)
    case S_IFDIR: throw FileError(operation: "read", path: path, code: EISDIR)
    default: throw FileError(operation: "read", path: path, code: EINVAL)
    }
  }

  /// Removes a file, for good: one sync of its folder. A folder is refused.
  public static func remove(_ path: String) throws(FileError) {
    try discard(path)
    try synchronizeFolder(FilePath.folder(of: path))
  }

  /// Brings a file's bytes to the disk that someone else wrote.
  public static func synchronize(_ path: String) throws(FileError) {
    try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, operation: "sync").synchronize()
  }

  /// Brings a folder's list of names to the disk: what was made, renamed or removed in it.
  public static func synchronizeFolder(_ path: String) throws(FileError) {
    try FileDescriptor(folder: path).synchronize()
  }

  /// Removes a file without a sync: after a power cut it may be there again.
  public static func discard(_ path: String) throws(FileError) {
    _ = try FileCall.run("remove", path) { unlink($0) }
  }

  /// Makes a file that is not there yet, and syncs it, but not its folder. When it fails there is no file.
  private static func writeNew(_ path: String, bytes: [UInt8], synced: Bool = true) throws(FileError) {
    let file = try FileDescriptor(
      opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, operation: "create")
    do {
      try bytes.withUnsafeBufferPointer { (buffer) throws(FileError) in
        try file.write(UnsafeRawBufferPointer(buffer), at: 0)
      }
      if synced { try file.synchronize() }
    } catch {
      try? discard(path)
      throw error
    }
  }
}
