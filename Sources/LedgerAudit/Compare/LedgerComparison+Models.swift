internal import LedgerBytes

extension LedgerComparison {
  /// Says where the folders' read models were made by two versions of the program: their files are named by it.
  public mutating func compareModels(_ here: String, _ there: String) {
    let (ours, theirs) = (Self.versions(here), Self.versions(there))
    guard !ours.isEmpty, !theirs.isEmpty, Set(ours).isDisjoint(with: theirs) else { return }
    notes.append(.models(here: ours, there: theirs))
  }

  /// The versions of which there are read models.
  private static func versions(_ folder: String) -> [String] {
    let names = (try? DurableFile.list(folder + "/models")) ?? []
    let versions = names.compactMap { name -> String? in
      // What screens show now: not history, which has a version of its own, and not what a check made aside.
      guard name.hasSuffix(".sqlite"), !name.hasPrefix("history-"), !name.hasPrefix("aside-"),
        let dash = name.lastIndex(of: "-"), dash != name.startIndex
      else { return nil }
      return String(name[..<dash])
    }
    return Set(versions).sorted()
  }
}
