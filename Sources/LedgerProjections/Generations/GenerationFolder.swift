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

  /// While this file is there, the generation is being built, or was when its builder ended: nobody but the holder of
  /// the lock opens it. Made before the generation, removed after its last transaction.
  func mark(_ number: Int) -> String { "\(path)/\(Fingerprint.current)-\(number).building" }

  /// The numbers of generations that may be opened, newest first.
  func finished() throws -> [Int] { try numbers().filter { !DurableFile.exists(mark($0)) } }

  /// Removes a generation, whole or in part.
  func remove(_ number: Int) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      let file = file(number) + suffix
      if DurableFile.exists(file) { try? DurableFile.remove(file) }
    }
    if DurableFile.exists(mark(number)) { try? DurableFile.remove(mark(number)) }
  }

  var lockPath: String { "\(path)/rebuild.lock" }

  /// Removes generations of this program that nobody opens any more: all older than the one before `newest`.
  ///
  /// The one before may still be read by a process that has not seen yet that it is superseded.
  func sweep(newest: Int) throws {
    for number in try numbers()
    where number < newest - 1 || number != newest && DurableFile.exists(mark(number)) {
      remove(number)
    }
  }

  private static func number(of name: String) -> Int? {
    let prefix = Fingerprint.current + "-"
    guard name.hasPrefix(prefix), name.hasSuffix(".sqlite") else { return nil }
    return Int(name.dropFirst(prefix.count).dropLast(".sqlite".count))
  }
}
