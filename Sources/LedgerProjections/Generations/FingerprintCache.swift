internal import LedgerPlatform
internal import Synchronization

/// The digits of the fingerprints, stored for each build of the program.
///
/// They are made of the descriptions of all tables and of a folded history, which costs about three milliseconds. Only
/// a build that is new to a folder should pay that. The file in the models folder has a line per build and kind of
/// file. It is as disposable as the models next to it: a wrong line causes a rebuild, and deleting it costs three
/// milliseconds.
enum FingerprintCache {
  private static let file = Mutex<String?>(nil)
  /// Digits that are remembered: three for a build.
  private static let linesMax = 24

  /// Sets the folder for the file. The first folder that a process uses wins.
  static func use(_ folder: String) { file.withLock { $0 = $0 ?? folder + "/probe" } }

  /// Returns the digits of a kind of file, for the program that runs.
  static func digits(_ kind: String, compute: () -> String) -> String {
    guard let path = file.withLock({ $0 }), let program = ProgramIdentity.current() else { return compute() }
    return digits(of: "\(program)-\(kind)", at: path, compute: compute)
  }

  static func digits(of name: String, at path: String, compute: () -> String) -> String {
    let text = (try? DurableFile.read(path, limit: 4_096)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = text.split(separator: "\n")
    for line in lines {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == name, words[1].utf8.count == 16 { return String(words[1]) }
    }
    let digits = compute()
    // If the file cannot be written, the digits are computed again next time.
    let kept = lines.suffix(linesMax - 1).map(String.init) + ["\(name) \(digits)", ""]
    try? DurableFile.replace(path, bytes: Array(kept.joined(separator: "\n").utf8), synced: false)
    return digits
  }
}
