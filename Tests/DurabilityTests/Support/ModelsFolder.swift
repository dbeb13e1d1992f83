import Foundation

/// The folder of read models, after a process that wrote there was killed.
enum ModelsFolder {
  /// The files that a sweep should have removed.
  ///
  /// All files belong to them except generations, at most two of a kind, SQLite's files next to them, and permanent
  /// files.
  static func strays(_ ledger: String) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: ledger + "/models").sorted()
    let lasting: Set = ["probe", "rebuild.lock", "history.lock", "search.lock", "verify.lock"]
    var strays = names.filter { name in
      if lasting.contains(name) || name.hasSuffix(".sqlite") { return false }
      let beside = ["-wal", "-shm", "-journal"].first { name.hasSuffix(".sqlite" + $0) }
      return beside.map { !names.contains(String(name.dropLast($0.count))) } ?? true
    }
    let generations = names.filter { $0.hasSuffix(".sqlite") }
    for isOfHistory in [false, true] {
      let kind = generations.filter { $0.hasPrefix("history-") == isOfHistory }
      if kind.count > 2 { strays += kind }
    }
    return strays
  }
}
