internal import LedgerPlatform

extension LedgerComparison {
  /// Notes if the read models were made by different versions of the program, as their file names show.
  package mutating func compareModels(_ here: String, _ there: String) {
    let (ours, theirs) = (Self.versions(here), Self.versions(there))
    guard !ours.isEmpty, !theirs.isEmpty, Set(ours).isDisjoint(with: theirs) else { return }
    notes.append(.models(here: ours, there: theirs))
  }

  /// Leaves out the note about the order of arrival, which a shared folder does not have.
  package mutating func leaveOutOrder() {
    notes.removeAll { if case .order = $0 { true } else { false } }
  }

  /// Returns the versions of the read models in a folder.
  private static func versions(_ folder: String) -> [String] {
    let names = (try? DurableFile.list(folder + "/models")) ?? []
    let versions = names.compactMap { name -> String? in
      // Only the models of current screens count. History has its own version, and a check makes models aside.
      guard name.hasSuffix(".sqlite"), !name.hasPrefix("history-"), !name.hasPrefix("search-"),
        !name.hasPrefix("aside-"),
        let dash = name.lastIndex(of: "-"), dash != name.startIndex
      else { return nil }
      return String(name[..<dash])
    }
    return Set(versions).sorted()
  }
}
