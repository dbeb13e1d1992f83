internal import LedgerPlatform
internal import Synchronization

/// The probe's digest, stored for each build of the program.
///
/// Folding the history costs about two milliseconds, mostly the cost of a process's first fold. A command that folds
/// nothing should not pay that. The file in the models folder has a line per build. It is as disposable as the models
/// next to it: a wrong line causes a rebuild, and deleting it costs two milliseconds.
enum ProbeCache {
  private static let file = Mutex<String?>(nil)
  /// Digests that are remembered: two for a build.
  private static let programsMax = 16

  /// Sets the folder for the file. The first folder that a process uses wins.
  static func use(_ folder: String) { file.withLock { $0 = $0 ?? folder + "/probe" } }

  /// Returns the digest for the program that runs.
  static func digest() -> String {
    guard let path = file.withLock({ $0 }), let program = ProgramIdentity.current() else { return Probe.digest }
    return digest(of: program, at: path) { Probe.digest }
  }

  /// Returns the digest of the texts alone, for the program that runs.
  static func digestOfTexts() -> String {
    guard let path = file.withLock({ $0 }), let program = ProgramIdentity.current() else {
      return Probe.digestOfTexts
    }
    return digest(of: program + "-texts", at: path) { Probe.digestOfTexts }
  }

  static func digest(of program: String, at path: String, compute: () -> String) -> String {
    let text = (try? DurableFile.read(path, limit: 4_096)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = text.split(separator: "\n")
    for line in lines {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == program, words[1].utf8.count == 16 { return String(words[1]) }
    }
    let digest = compute()
    // If the file cannot be written, the digest is computed again next time.
    let kept = lines.suffix(programsMax - 1).map(String.init) + ["\(program) \(digest)", ""]
    try? DurableFile.replace(path, bytes: Array(kept.joined(separator: "\n").utf8), synced: false)
    return digest
  }
}
