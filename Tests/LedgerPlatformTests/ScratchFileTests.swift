import Foundation
import LedgerTestSupport
import Testing

@testable import LedgerPlatform

struct ScratchFileTests {
  @Test("A scratch file has no name, and gives back what was written to it")
  func noName() throws {
    try TemporaryFolder.with { folder in
      let file = try ScratchFile(nextTo: folder + "/models.sqlite", name: "part")
      #expect(try DurableFile.list(folder) == [])
      let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
      try bytes.withUnsafeBytes { try file.write($0, at: 0) }
      try bytes.prefix(10).withUnsafeBytes { try file.write($0, at: bytes.count) }
      var found = [UInt8](repeating: 0, count: 20)
      try found.withUnsafeMutableBytes { try file.read(into: $0, at: bytes.count - 10) }
      #expect(found == Array(bytes.suffix(10) + bytes.prefix(10)))
      let error = #expect(throws: FileError.self) {
        try found.withUnsafeMutableBytes { try file.read(into: $0, at: bytes.count) }
      }
      #expect(error?.code == EIO)
    }
  }

  @Test("A scratch file takes no name that something has, and needs its folder")
  func refusals() throws {
    try TemporaryFolder.with { folder in
      try DurableFile.create(folder + "/part", bytes: [1])
      let taken = #expect(throws: FileError.self) { try ScratchFile(nextTo: folder + "/x", name: "part") }
      #expect(taken?.isExisting == true)
      #expect(try DurableFile.read(folder + "/part", limit: 10) == [1])
      let missing = #expect(throws: FileError.self) { try ScratchFile(nextTo: folder + "/no/x", name: "part") }
      #expect(missing?.isMissing == true)
    }
  }
}
