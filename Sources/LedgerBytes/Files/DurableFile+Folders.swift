#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension DurableFile {
  /// Makes a folder, and the folders above it that are missing, all 0700, each synced into the one above it.
  ///
  /// A folder that is there is left as it is, its permissions too; anything else there fails with `ENOTDIR`. Without
  /// `withParents` a folder above it that is missing fails with `ENOENT`.
  public static func createFolder(_ path: String, withParents: Bool = true) throws(FileError) {
    do {
      try makeFolder(path)
    } catch  where withParents && error.code == ENOENT && !path.isEmpty && FilePath.folder(of: path) != path {
      try createFolder(FilePath.folder(of: path))
      try makeFolder(path)
    }
  }

  /// Removes a folder that is empty; one that is not, or not there, stays as it is. Not synced: for scratch.
  public static func removeEmptyFolder(_ path: String) { _ = try? FileCall.run("remove", path) { rmdir($0) } }

  /// Gives a file another name, on the same disk. Not synced: for scratch.
  public static func addName(_ path: String, as other: String) throws(FileError) {
    _ = try FileCall.run("link", other) { other in path.withCString { link($0, other) } }
  }

  /// Copies a file by reference: the bytes are shared until one of the two is written to, where the file system can do
  /// that (Btrfs, XFS, APFS). False: it cannot, and nothing was made. Not synced: for scratch.
  public static func clone(_ path: String, as other: String) throws(FileError) -> Bool {
    #if canImport(Darwin)
      do throws(FileError) {
        _ = try FileCall.run("clone", other) { other in
          path.withCString { copyfile($0, other, nil, copyfile_flags_t(COPYFILE_CLONE_FORCE)) }
        }
        return true
      } catch  where error.code == ENOTSUP || error.code == EXDEV {
        return false
      }
    #else
      let source = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW)
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      let isDone = try FileDescriptor(opening: other, flags, operation: "create").shareBytes(of: source)
      if !isDone { _ = try FileCall.run("remove", other) { unlink($0) } }
      return isDone
    #endif
  }

  /// Makes a folder that is not there, 0700, inside one that is. Not synced: for scratch.
  public static func addFolder(_ path: String) throws(FileError) {
    _ = try FileCall.run("create", path) { mkdir($0, 0o700) }
  }

  /// Makes a folder inside one that is there.
  private static func makeFolder(_ path: String) throws(FileError) {
    do {
      _ = try FileCall.run("create", path) { mkdir($0, 0o700) }
    } catch  where error.code == EEXIST || error.code == EISDIR || error.code == EROFS {
      guard let status = try status(path, followingLinks: true) else { throw error }
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw FileError(operation: "create", path: path, code: ENOTDIR)
      }
      return
    }
    try synchronizeFolder(FilePath.folder(of: path))
  }

  /// Whether something has that name: a file, a folder, a link, even one to nowhere. False where that can't be
  /// found out.
  public static func exists(_ path: String) -> Bool { (try? status(path)) != nil }

  /// The bytes in a file; nil where there is none. A link counts as itself.
  public static func size(_ path: String) throws(FileError) -> Int? {
    try status(path).map { Int($0.st_size) }
  }

  /// The number by which the file system knows what has that name; nil where nothing has. A copy has another.
  public static func inode(_ path: String) -> UInt64? {
    (try? status(path)).map { UInt64($0.st_ino) }
  }

  /// When what has that name was last written, in milliseconds of UTC; nil where nothing has.
  public static func modified(_ path: String) -> Int64? {
    (try? status(path)).map { status in
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
  }

  /// Says that a file was used now, without writing into it.
  public static func touch(_ path: String) throws(FileError) {
    _ = try FileCall.run("touch", path) { utimensat(AT_FDCWD, $0, nil, AT_SYMLINK_NOFOLLOW) }
  }

  /// The names in a folder, sorted by their bytes, without `.` and `..`.
  ///
  /// A name that is not UTF-8 is shown with replacement characters, and so can't be opened.
  public static func list(_ folder: String) throws(FileError) -> [String] {
    guard !folder.utf8.contains(0), let stream = opendir(folder) else {
      let code = folder.utf8.contains(0) ? EINVAL : errno
      throw FileError(operation: "list", path: folder, code: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        let code = errno
        guard code == 0 else { throw FileError(operation: "list", path: folder, code: code) }
        break
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
          String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// What the system knows of `path`; nil where nothing has that name.
  private static func status(_ path: String, followingLinks: Bool = false) throws(FileError) -> stat? {
    var status = stat()
    do {
      _ = try FileCall.run("examine", path) { followingLinks ? stat($0, &status) : lstat($0, &status) }
      return status
    } catch  where error.code == ENOENT || error.code == ENOTDIR {
      return nil
    }
  }
}

/// The two halves of a path, as text.
enum FilePath {
  /// The folder that holds `path`: `.` for a bare name, `/` for the root.
  static func folder(of path: String) -> String {
    let bytes = trimmed(path)
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes.isEmpty ? "/" : "." }
    let folder = trimmed(String(decoding: bytes[..<slash], as: UTF8.self))
    return folder.isEmpty ? "/" : String(decoding: folder, as: UTF8.self)
  }

  /// The last component of `path`.
  static func name(of path: String) -> String {
    let bytes = trimmed(path)
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return String(decoding: bytes[start...], as: UTF8.self)
  }

  /// `path` without slashes at its end.
  private static func trimmed(_ path: String) -> [UInt8] {
    var bytes = Array(path.utf8)
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return bytes
  }
}
