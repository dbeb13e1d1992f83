internal import LedgerBytes
internal import Synchronization

/// The probe's digest, remembered for a build of the program: folding the history costs some two milliseconds, for
/// the most part what a program's first fold costs, which a command that folds nothing should not pay.
///
/// A file in the models folder, a line per build. What it says is worth no more than the models beside it: a wrong
/// line has them made anew, and deleting it costs the two milliseconds.
enum ProbeCache {
  private static let file = Mutex<String?>(nil)
  /// Builds that are remembered.
  private static let most = 8

  /// Where to remember; the first folder that a process uses.
  static func use(_ folder: String) { file.withLock { $0 = $0 ?? folder + "/probe" } }

  /// The digest for the program that runs.
  static func digest() -> String {
    guard let path = file.withLock({ $0 }), let program = ProgramIdentity.current() else { return Probe.digest }
    return digest(of: program, at: path) { Probe.digest }
  }

  static func digest(of program: String, at path: String, compute: () -> String) -> String {
    let text = (try? DurableFile.read(path, limit: 4_096)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = text.split(separator: "\n")
    for line in lines {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == program, words[1].utf8.count == 16 { return String(words[1]) }
    }
    let digest = compute()
    // Where it can't be written it is computed again.
    let kept = lines.suffix(most - 1).map(String.init) + ["\(program) \(digest)", ""]
    try? DurableFile.replace(path, bytes: Array(kept.joined(separator: "\n").utf8), synced: false)
    return digest
  }
}
