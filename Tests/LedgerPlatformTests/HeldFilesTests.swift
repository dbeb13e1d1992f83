import Foundation
import LedgerPlatform
import LedgerTestSupport
import Testing

@Suite("Files that a ledger has open") struct HeldFilesTests {
  @Test("A held file is refused by every name it has, and free again when it is not held any more")
  func names() throws {
    try TemporaryFolder.with { folder in try names(in: folder) }
  }

  private func names(in folder: String) throws {
    try DurableFile.create(folder + "/log", bytes: [1])
    try DurableFile.create(folder + "/other", bytes: [2])
    try FileManager.default.linkItem(atPath: folder + "/log", toPath: folder + "/hard")
    try link(folder + "/soft", to: folder + "/log")
    try link(folder + "/folder", to: folder)
    let paths = ["/log", "/hard", "/soft", "/folder/log", "/../" + FilePathName.of(folder) + "/log"]
    var held: HeldFiles? = HeldFiles(databases: [folder + "/log"])
    let again = HeldFiles(databases: [folder + "/log", folder + "/missing"])
    for path in paths {
      let error = #expect(throws: FileError.self) {
        try DurableFile.read(folder + path, limit: 10, followingLinks: true)
      }
      #expect(error?.heldAs == folder + "/log" && error?.path == folder + path)
      #expect(error?.description.contains("it is \(folder)/log, a file of the ledger itself") == true)
      #expect(throws: FileError.self) { try DurableFile.replace(folder + path, bytes: []) }
      #expect(throws: FileError.self) { try DurableFile.writeInPlace(folder + path, bytes: [], create: true) }
      #expect(throws: FileError.self) { try DurableFile.synchronize(folder + path) }
      #expect(throws: FileError.self) { try DurableFile.move(folder + "/other", to: folder + path) }
    }
    #expect(try DurableFile.read(folder + "/other", limit: 10) == [2])
    held = nil
    #expect(throws: FileError.self) { try DurableFile.read(folder + "/log", limit: 10) }
    withExtendedLifetime((again, held)) {}
  }

  @Test("A file that only the ledger opens is not taken for a database") func kinds() throws {
    try TemporaryFolder.with { folder in
      try DurableFile.create(folder + "/head", bytes: [1])
      let held = HeldFiles(others: [folder + "/head"])
      #expect(throws: FileError.self) { try HeldFiles.check("read", folder + "/head") }
      try HeldFiles.check("read", folder + "/head", databasesOnly: true)
      try HeldFiles.check("read", folder + "/nothing")
      withExtendedLifetime(held) {}
    }
  }
}

private enum FilePathName {
  static func of(_ path: String) -> String { (path as NSString).lastPathComponent }
}
