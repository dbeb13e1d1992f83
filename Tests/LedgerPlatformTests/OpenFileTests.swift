import Foundation
import LedgerTestSupport
import Testing

@testable import LedgerPlatform

struct OpenFileTests {
  @Test("Writing in place overwrites the beginning, keeps the rest and the file itself")
  func inPlace() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/head"
      try DurableFile.writeInPlace(path, bytes: [1, 2, 3, 4], create: true)
      let inode = DurableFile.inode(path)
      #expect(permissions(path) == 0o600)
      try DurableFile.writeInPlace(path, bytes: [9, 8], create: false)
      #expect(try DurableFile.read(path, limit: 10) == [9, 8, 3, 4])
      try DurableFile.writeInPlace(path, bytes: [7], create: true)
      #expect(try DurableFile.read(path, limit: 10) == [7, 8, 3, 4])
      #expect(DurableFile.inode(path) == inode)
    }
  }

  @Test("Without leave to create, a missing file stays missing; a link is refused either way")
  func refusals() throws {
    try TemporaryFolder.with { folder in
      let error = #expect(throws: FileError.self) {
        try DurableFile.writeInPlace(folder + "/head", bytes: [1], create: false)
      }
      #expect(error?.isMissing == true)
      #expect(!DurableFile.exists(folder + "/head"))
      try DurableFile.create(folder + "/target", bytes: [1])
      try link(folder + "/link", to: folder + "/target")
      for create in [false, true] {
        let error = #expect(throws: FileError.self) {
          try DurableFile.writeInPlace(folder + "/link", bytes: [2], create: create)
        }
        #expect(error?.code == ELOOP)
      }
      #expect(try DurableFile.read(folder + "/target", limit: 10) == [1])
    }
  }

  @Test("A file kept open is written and read again and again")
  func keptOpen() throws {
    try TemporaryFolder.with { folder in
      let file = try OpenFile(folder + "/head", .readWriteOrCreate)
      #expect(try file.readAll(limit: 0) == [])
      for round in 0..<100 {
        try file.write(Array(repeating: UInt8(round), count: 48))
        #expect(try file.readAll(limit: 48) == Array(repeating: UInt8(round), count: 48))
      }
      try file.synchronize()
      #expect(try DurableFile.read(folder + "/head", limit: 100).count == 48)
      #expect(throws: FileError.self) { try file.readAll(limit: 47) }
    }
  }

  @Test("Files are closed when they go, and never handed to a child process")
  func descriptors() throws {
    try TemporaryFolder.with { folder in
      let number: Int32
      do {
        let file = try OpenFile(folder + "/a", .readWriteOrCreate)
        number = file.number
        #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
      }
      // Another test may have been given the number by now, for another file.
      var status = stat()
      let isClosed = fstat(number, &status) != 0 || UInt64(status.st_ino) != DurableFile.inode(folder + "/a")
      #expect(isClosed)
    }
  }

  @Test("A write or a read that the system does in pieces is done to its end", arguments: [1, 7, 64, 1000])
  func pieces(piece: Int) throws {
    try TemporaryFolder.with { folder in
      let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 11) }
      let file = try OpenFile(folder + "/a", .readWriteOrCreate)
      try bytes.withUnsafeBytes { try file.write($0, at: 5, pieceBytesMax: piece) }
      let read = try file.readAll(limit: 2000, pieceBytesMax: piece)
      #expect(read == [0, 0, 0, 0, 0] + bytes)
      #expect(throws: FileError.self) { try file.readAll(limit: 1004, pieceBytesMax: piece) }
    }
  }

  @Test("A call that a signal interrupts is made again; one that fails is not")
  func signals() throws {
    var calls = 0
    let result = try FileCall.run("test", "/a") { _ -> Int32 in
      calls += 1
      errno = EINTR
      return calls < 4 ? -1 : 7
    }
    #expect(result == 7)
    #expect(calls == 4)

    let error = #expect(throws: FileError.self) {
      _ = try FileCall.run("test", "/a") { _ -> Int32 in
        calls += 1
        errno = EACCES
        return -1
      }
    }
    #expect(error == FileError(operation: "test", path: "/a", code: EACCES))
    #expect(calls == 5)
  }

  #if os(Linux)
    @Test("A full disk is reported as full")
    func full() {
      let error = #expect(throws: FileError.self) {
        try DurableFile.writeInPlace("/dev/full", bytes: [1], create: false)
      }
      #expect(error?.isFull == true)
    }
  #endif
}
