internal import LedgerPlatform

/// The file next to a generation that is being built, with the progress of the build.
///
/// It is written a few times a second and never synced. After a power cut it may be missing although the generation is
/// incomplete, which the generation itself records. It may also remain next to a complete one, which is then built
/// again.
final class BuildMark {
  private let path: String
  private let file: OpenFile
  private var written: ContinuousClock.Instant?

  /// Creates the mark. The generation is created after it.
  init(_ path: String) throws {
    self.path = path
    let isNew = !DurableFile.exists(path)
    file = try OpenFile(path, .readWriteOrCreate)
    if isNew { try file.write(Self.text(0, of: 0)) }
  }

  /// Writes the progress of the build. Costs a look at the clock.
  func update(_ done: Int64, of total: Int64) {
    let now = ContinuousClock.now
    if let written, now - written < .milliseconds(100) { return }
    written = now
    // The progress is information for waiting processes, and nothing depends on it.
    try? file.write(Self.text(done, of: total))
  }

  /// Takes it away, after the generation's last transaction.
  func remove() throws { try DurableFile.discard(path) }

  /// Returns the progress in a mark, or `nil` if there is no mark or it is unreadable.
  static func read(_ path: String) -> (done: Int64, total: Int64)? {
    guard let bytes = try? DurableFile.read(path, limit: 1_000) else { return nil }
    let numbers = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }.compactMap {
      Int64($0)
    }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  /// Returns the progress as text of a fixed length, so that a new text covers the old one.
  private static func text(_ done: Int64, of total: Int64) -> [UInt8] {
    func padded(_ number: Int64) -> String {
      let digits = String(number)
      return String(repeating: " ", count: max(0, 19 - digits.utf8.count)) + digits
    }
    let text = Array("\(padded(done)) \(padded(total))\n".utf8)
    precondition(text.count == 40, "a mark covers the one that it overwrites")
    return text
  }
}
