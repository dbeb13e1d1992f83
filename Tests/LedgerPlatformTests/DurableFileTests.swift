import Foundation
import LedgerTestSupport
import Testing

@testable import LedgerPlatform

struct DurableFileTests {
  static let sizes = [0, 1, 7, 4096, 70_000, 1_000_003]

  @Test("A created file holds its bytes, for its owner alone", arguments: sizes)
  func creating(size: Int) throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/file"
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 * 13) }
      try DurableFile.create(path, bytes: bytes)
      #expect(try DurableFile.read(path, limit: size) == bytes)
      #expect(try DurableFile.size(path) == size)
      #expect(permissions(path) == 0o600)
      #expect(try DurableFile.list(folder) == ["file"])
    }
  }

  @Test("Creating refuses whatever is there already, and leaves it alone")
  func creatingTwice() throws {
    try TemporaryFolder.with { folder in
      try DurableFile.create(folder + "/file", bytes: [1, 2, 3])
      try DurableFile.createFolder(folder + "/folder")
      try link(folder + "/link", to: folder + "/file")
      try link(folder + "/nowhere", to: folder + "/target")
      for name in ["file", "folder", "link", "nowhere"] {
        let error = #expect(throws: FileError.self) { try DurableFile.create(folder + "/" + name, bytes: [9]) }
        #expect(error?.isExisting == true, "\(name)")
      }
      #expect(try DurableFile.read(folder + "/file", limit: 10) == [1, 2, 3])
      #expect(!DurableFile.exists(folder + "/target"))
    }
  }

  @Test("Replacing puts the new bytes in, whole, and leaves no other file", arguments: sizes)
  func replacing(size: Int) throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/file"
      try DurableFile.replace(path, bytes: Array(repeating: 1, count: 100))
      let before = DurableFile.inode(path)
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 * 17) }
      try DurableFile.replace(path, bytes: bytes)
      #expect(try DurableFile.read(path, limit: size) == bytes)
      #expect(permissions(path) == 0o600)
      #expect(DurableFile.inode(path) != before)
      #expect(try DurableFile.list(folder) == ["file"])
    }
  }

  @Test("Replacing a link replaces the link, not what it leads to; a folder is not replaced")
  func replacingLinks() throws {
    try TemporaryFolder.with { folder in
      try DurableFile.create(folder + "/target", bytes: [1])
      try link(folder + "/link", to: folder + "/target")
      try DurableFile.replace(folder + "/link", bytes: [2])
      #expect(try DurableFile.read(folder + "/target", limit: 10) == [1])
      #expect(try DurableFile.read(folder + "/link", limit: 10) == [2])

      try DurableFile.createFolder(folder + "/folder")
      #expect(throws: FileError.self) { try DurableFile.replace(folder + "/folder", bytes: [3]) }
      #expect(try DurableFile.list(folder) == ["folder", "link", "target"])
    }
  }

  @Test("A name of 255 bytes can be replaced")
  func longNames() throws {
    try TemporaryFolder.with { folder in
      for name in [String(repeating: "n", count: 255), String(repeating: "é", count: 127)] {
        try DurableFile.replace(folder + "/" + name, bytes: [1])
        try DurableFile.replace(folder + "/" + name, bytes: [2])
        #expect(try DurableFile.read(folder + "/" + name, limit: 1) == [2])
      }
      #expect(try DurableFile.list(folder).count == 2)
    }
  }

  @Test("Reading stops at the limit, and reports it")
  func limits() throws {
    try TemporaryFolder.with { folder in
      try DurableFile.create(folder + "/file", bytes: [1, 2, 3])
      #expect(try DurableFile.read(folder + "/file", limit: 3) == [1, 2, 3])
      let error = #expect(throws: FileError.self) { try DurableFile.read(folder + "/file", limit: 2) }
      #expect(error?.code == EFBIG)
    }
  }

  @Test("Links are read only where that was asked for; folders and pipes never")
  func notRegular() throws {
    try TemporaryFolder.with { folder in
      try DurableFile.create(folder + "/file", bytes: [1])
      try link(folder + "/link", to: folder + "/file")
      #expect(throws: FileError(operation: "read", path: folder + "/link", code: ELOOP)) {
        try DurableFile.read(folder + "/link", limit: 10)
      }
      #expect(try DurableFile.read(folder + "/link", limit: 10, followingLinks: true) == [1])
      #expect(throws: FileError(operation: "read", path: folder, code: EISDIR)) {
        try DurableFile.read(folder, limit: 10)
      }
      #expect(mkfifo(folder + "/pipe", 0o600) == 0)
      #expect(throws: FileError(operation: "read", path: folder + "/pipe", code: EINVAL)) {
        try DurableFile.read(folder + "/pipe", limit: 10)
      }
    }
  }

  @Test("A missing event is reported as missing")
  func missing() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/no/file"
      let failures: [() throws -> Void] = [
        { _ = try DurableFile.read(path, limit: 1) },
        { try DurableFile.create(path, bytes: []) },
        { try DurableFile.replace(path, bytes: []) },
        { try DurableFile.writeInPlace(path, bytes: [], create: true) },
        { try DurableFile.remove(path) },
        { try DurableFile.synchronize(path) },
        { try DurableFile.synchronizeFolder(path) },
        { _ = try DurableFile.list(path) },
      ]
      for (index, body) in failures.enumerated() {
        let error = #expect(throws: FileError.self) { try body() }
        #expect(error?.isMissing == true, "\(index)")
      }
      #expect(!DurableFile.exists(path))
      let size = try DurableFile.size(path)
      #expect(size == nil)
      #expect(DurableFile.inode(path) == nil)
    }
  }

  @Test("A path with a zero byte in it is no shorter path")
  func zeroByte() throws {
    try TemporaryFolder.with { folder in
      try DurableFile.create(folder + "/file", bytes: [1])
      let path = folder + "/file\0.txt"
      #expect(throws: FileError.self) { try DurableFile.read(path, limit: 10) }
      #expect(throws: FileError.self) { try DurableFile.replace(path, bytes: [2]) }
      #expect(throws: FileError.self) { try DurableFile.remove(path) }
      #expect(throws: FileError.self) { try DurableFile.createFolder(folder + "/a\0b") }
      #expect(throws: FileError.self) { try DurableFile.list(folder + "\0") }
      #expect(!DurableFile.exists(path))
      #expect(try DurableFile.read(folder + "/file", limit: 10) == [1])
      #expect(try DurableFile.list(folder) == ["file"])
    }
  }

  @Test("Removing removes a file or a link, not what it leads to, and no folder")
  func removing() throws {
    try TemporaryFolder.with { folder in
      try DurableFile.create(folder + "/file", bytes: [1])
      try link(folder + "/link", to: folder + "/file")
      try DurableFile.createFolder(folder + "/folder")
      try DurableFile.remove(folder + "/link")
      #expect(DurableFile.exists(folder + "/file"))
      #expect(throws: FileError.self) { try DurableFile.remove(folder + "/folder") }
      try DurableFile.remove(folder + "/file")
      #expect(try DurableFile.list(folder) == ["folder"])
    }
  }

  @Test("An error names what was done, to what, and shows no control character")
  func description() {
    let error = FileError(operation: "open", path: "/a\u{1b}[31m\n\u{9b}b", code: ENOENT)
    #expect(error.description == "can't open /a?[31m??b: No such file or directory")
    #expect(FileError(operation: "write", path: "/a", code: ENOSPC).isFull)
  }
}
