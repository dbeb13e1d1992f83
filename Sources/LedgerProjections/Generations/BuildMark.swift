internal import LedgerBytes

/// The file beside a generation that is being built, and how far it is: written a few times a second, never synced. After a
/// power cut it may be missing beside half a generation, which says itself that it is not complete, or be there beside a
/// whole one, which is made anew.
final class BuildMark {
  private let path: String
  private let file: InPlaceFile
  private var written: ContinuousClock.Instant?

  /// Makes it, before the generation.
  init(_ path: String) throws {
    self.path = path
    let isNew = !DurableFile.exists(path)
    file = try InPlaceFile(path, create: true)
    if isNew { try file.write(Self.text(0, of: 0)) }
  }

  /// Says how far the build is. Cost: a look at the clock.
  func update(_ done: Int64, of total: Int64) {
    let now = ContinuousClock.now
    if let written, now - written < .milliseconds(100) { return }
    written = now
    // How far it is helps those who wait, and nothing depends on it.
    try? file.write(Self.text(done, of: total))
  }

  /// Takes it away, after the generation's last transaction.
  func remove() throws { try DurableFile.discard(path) }

  /// What a mark says; nil where there is none, or it says nothing.
  static func read(_ path: String) -> (done: Int64, total: Int64)? {
    guard let bytes = try? DurableFile.read(path, limit: 1_000) else { return nil }
    let numbers = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }.compactMap {
      Int64($0)
    }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  /// Of one length, so that a new text covers the old one.
  private static func text(_ done: Int64, of total: Int64) -> [UInt8] {
    func padded(_ number: Int64) -> String {
      let digits = String(number)
      return String(repeating: " ", count: max(0, 19 - digits.utf8.count)) + digits
    }
    return Array("\(padded(done)) \(padded(total))\n".utf8)
  }
}
