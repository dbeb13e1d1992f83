internal import LedgerBytes

/// The folder `models`: a file per generation, `<fingerprint>-<n>.sqlite`, never renamed, never reused.
struct GenerationFolder {
  let path: String

  /// The numbers of this program's generations, newest first.
  func numbers() throws -> [Int] {
    guard DurableFile.exists(path) else { return [] }
    return try DurableFile.list(path).compactMap(Self.number(of:)).sorted(by: >)
  }

  func file(_ number: Int) -> String { "\(path)/\(Fingerprint.current)-\(number).sqlite" }

  var lockPath: String { "\(path)/rebuild.lock" }

  /// Removes generations of this program that nobody opens any more: all older than the one before `newest`.
  ///
  /// The one before may still be read by a process that has not seen yet that it is superseded.
  func sweep(newest: Int) throws {
    for number in try numbers() where number < newest - 1 {
      for suffix in ["", "-wal", "-shm"] { try? DurableFile.remove(file(number) + suffix) }
    }
  }

  private static func number(of name: String) -> Int? {
    let prefix = Fingerprint.current + "-"
    guard name.hasPrefix(prefix), name.hasSuffix(".sqlite") else { return nil }
    return Int(name.dropFirst(prefix.count).dropLast(".sqlite".count))
  }
}
