import Foundation
import LedgerTestSupport
import Testing

@testable import LedgerPlatform

@Suite("The stamp of a folder") struct FolderStampTests {
  enum Change: CaseIterable {
    case added, removed, renamed, replaced, folderReplaced, folderRemoved

    func carryOut(in folder: String) throws {
      let file = folder + "/file"
      switch self {
      case .added: try DurableFile.create(folder + "/new", bytes: [])
      case .removed: try DurableFile.discard(file)
      case .renamed: try #require(rename(file, folder + "/other") == 0)
      case .replaced:
        try DurableFile.create(folder + "/../file", bytes: [2])
        try #require(rename(folder + "/../file", file) == 0)
      case .folderReplaced:
        try #require(rename(folder, folder + ".aside") == 0)
        try FileManager.default.copyItem(atPath: folder + ".aside", toPath: folder)
      case .folderRemoved: try FileManager.default.removeItem(atPath: folder)
      }
    }
  }

  @Test(
    "A settled stamp is kept by a write into a file, and by no change of a name", arguments: Change.allCases)
  func changes(_ change: Change) throws {
    try TemporaryFolder.with { parent in
      let folder = parent + "/folder"
      try DurableFile.createFolder(folder)
      try DurableFile.create(folder + "/file", bytes: [1])
      var stamp: FolderStamp?
      _ = Wait.until {
        stamp = FolderStamp.settled(folder)
        return stamp != nil
      }
      let settled = try #require(stamp)
      try DurableFile.writeInPlace(folder + "/file", bytes: [3], create: false)
      #expect(FolderStamp(folder) == settled)
      try change.carryOut(in: folder)
      #expect(FolderStamp(folder) != settled)
    }
  }

  @Test("A stamp is settled when the clock of the file system has moved on since the last change")
  func settling() throws {
    try TemporaryFolder.with { folder in
      let identity = try #require(FileIdentity(folder))
      let (second, millisecond) = (Int64(1_000_000_000), Int64(1_000_000))
      func isSettled(_ modified: Int64, _ changed: Int64, after nanoseconds: Int64) -> Bool {
        FolderStamp(identity, modified: modified, changed: changed)
          .isSettled(at: max(modified, changed) + nanoseconds)
      }
      let fine = 1_000 * second + 7
      #expect(!isSettled(fine, fine, after: 0) && !isSettled(fine, fine, after: 10 * millisecond))
      #expect(!isSettled(fine, fine, after: -second), "the clock was set back")
      #expect(isSettled(fine, fine, after: 60 * millisecond))
      #expect(isSettled(fine - second, fine, after: 60 * millisecond))
      // Whole seconds: a file system that knows no others, or every other one.
      for (modified, changed) in [(1_000 * second, fine), (fine, 1_000 * second)] {
        #expect(!isSettled(modified, changed, after: 2 * second))
        #expect(isSettled(modified, changed, after: 4 * second))
      }
    }
  }
}
