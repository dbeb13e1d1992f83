import Foundation

/// A new folder that is removed with the object, at the end of a test.
public final class TemporaryFolder: Sendable {
  /// The path, without symbolic links in it.
  public let path: String

  /// Makes a folder.
  ///
  /// - Parameter inMemory: Whether it is in memory if the system has such a place.
  public init(inMemory: Bool = false) {
    let memory = "/dev/shm"
    let parent =
      inMemory && FileManager.default.isWritableFile(atPath: memory) ? memory + "/" : NSTemporaryDirectory()
    let made = parent + "ledger-test-" + UUID().uuidString
    // What is done in a folder that could not be made fails, and names it.
    try? FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
    path = URL(fileURLWithPath: made).resolvingSymlinksInPath().path
  }

  deinit { remove() }

  /// Removes the folder and everything in it now.
  public func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of something in the folder, which need not exist.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Makes a folder in this one, and returns its path.
  public func folder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
    return file(name)
  }

  /// Runs `body` with the path of a new folder, which is removed afterwards.
  public static func with<Result>(_ body: (String) throws -> Result) rethrows -> Result {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    return try body(folder.path)
  }
}
