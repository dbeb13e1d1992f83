import Foundation
import LedgerTestSupport
import Testing

@testable import LedgerPlatform

struct FolderTests {
  @Test("A folder is made with those above it, for its owner alone, and may be there already")
  func creating() throws {
    try TemporaryFolder.with { folder in
      try DurableFile.createFolder(folder + "/a/b//c/")
      for name in ["/a", "/a/b", "/a/b/c"] { #expect(permissions(folder + name) == 0o700, "\(name)") }
      #expect(chmod(folder + "/a", 0o755) == 0)
      try DurableFile.createFolder(folder + "/a/b/c")
      try DurableFile.createFolder(folder + "/a")
      #expect(permissions(folder + "/a") == 0o755)
      try DurableFile.createFolder("/")
      try DurableFile.createFolder(".")
    }
  }

  @Test("A file in a folder's place is an error, a link to a folder is not")
  func inTheWay() throws {
    try TemporaryFolder.with { folder in
      try DurableFile.create(folder + "/file", bytes: [])
      try DurableFile.createFolder(folder + "/real")
      try link(folder + "/link", to: folder + "/real")
      try link(folder + "/nowhere", to: folder + "/none")
      for name in ["/file", "/file/below"] {
        let error = #expect(throws: FileError.self) { try DurableFile.createFolder(folder + name) }
        #expect(error?.code == ENOTDIR, "\(name)")
      }
      try DurableFile.createFolder(folder + "/link")
      try DurableFile.createFolder(folder + "/link/below")
      #expect(DurableFile.exists(folder + "/real/below"))
      #expect(throws: FileError.self) { try DurableFile.createFolder(folder + "/nowhere") }
      #expect(throws: FileError.self) { try DurableFile.createFolder(folder + "/nowhere/below") }
      #expect(throws: FileError.self) { try DurableFile.createFolder("") }
    }
  }

  @Test("A list is sorted by bytes and holds every kind of entry")
  func listing() throws {
    try TemporaryFolder.with { folder in
      for name in ["b", "a", "B", ".hidden", "é", "ab"] {
        try DurableFile.create(folder + "/" + name, bytes: [])
      }
      try DurableFile.createFolder(folder + "/folder")
      try link(folder + "/nowhere", to: "none")
      #expect(try DurableFile.list(folder) == [".hidden", "B", "a", "ab", "b", "folder", "nowhere", "é"])
      #expect(DurableFile.exists(folder + "/nowhere"))
      #expect(throws: FileError(operation: "list", path: folder + "/a", code: ENOTDIR)) {
        try DurableFile.list(folder + "/a")
      }
    }
  }

  @Test(
    "A copy by reference is a file of its own where the disk can do that, and otherwise nothing is made")
  func clones() throws {
    try TemporaryFolder.with { folder in
      let (page, copy) = (folder + "/page", folder + "/copy")
      try DurableFile.create(page, bytes: [1, 2, 3])
      if try DurableFile.clone(page, as: copy) {
        #expect(try DurableFile.read(copy, limit: 9) == [1, 2, 3])
        try DurableFile.writeInPlace(copy, bytes: [9, 9, 9], create: false)
      } else {
        #expect(!DurableFile.exists(copy))
      }
      #expect(try DurableFile.read(page, limit: 9) == [1, 2, 3])
      #expect(throws: FileError.self) { try DurableFile.clone(folder + "/none", as: copy) }
      try DurableFile.create(folder + "/there", bytes: [])
      #expect(throws: FileError.self) { try DurableFile.clone(page, as: folder + "/there") }
    }
  }

  @Test("A copy has another inode, a renamed file keeps its own")
  func inodes() throws {
    try TemporaryFolder.with { folder in
      try DurableFile.create(folder + "/a", bytes: [1])
      let inode = DurableFile.inode(folder + "/a")
      #expect(inode != nil)
      try FileManager.default.copyItem(atPath: folder + "/a", toPath: folder + "/b")
      #expect(DurableFile.inode(folder + "/b") != inode)
      #expect(rename(folder + "/a", folder + "/c") == 0)
      #expect(DurableFile.inode(folder + "/c") == inode)
    }
  }

  @Test(
    "A path has a folder and a name",
    arguments: [
      ("a", ".", "a"), ("a/b", "a", "b"), ("/a", "/", "a"), ("/a/b/", "/a", "b"), ("//a//b//", "//a", "b"),
      ("/", "/", ""),
      ("./a", ".", "a"), ("a/../b", "a/..", "b"), ("/é/ü", "/é", "ü"),
    ])
  func paths(path: String, folder: String, name: String) {
    #expect(FilePath.folder(of: path) == folder)
    #expect(FilePath.name(of: path) == name)
  }
}
