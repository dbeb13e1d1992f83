internal import LedgerBytes

extension AccountState: KindState {
  static let plural = "accounts"

  var record: RecordState { .account(self) }

  func values(of id: UniqueID) -> RecordValues { AccountRow(self)?.values ?? RecordValues() }

  var isBegun: Bool { key != nil }

  var writes: RecordWrites {
    var writes = RecordWrites()
    writes.add(.name, name) { .text($0) }
    writes.add(.kind, terms) { .word($0.kind.rawValue) }
    writes.add(.currency, terms) { .currency($0.opening.currency) }
    writes.add(.opening, terms) { .decimal($0.opening) }
    writes.add(.start, terms) { .date($0.on) }
    writes.add(.rank, rank) { .word(String($0)) }
    let closing = isClosed.heads.map(\.reference)
    writes.add(state: closing.isEmpty ? terms.heads.map(\.reference) : closing)
    return writes
  }

  static func id(key: String) -> UniqueID? { AccountID(key: key).id }
}

extension AccountEvent {
  var summary: String {
    switch self {
    case .accountOpened(let opened):
      [opened.name, opened.terms.kind.rawValue, "\(opened.terms.opening) on \(opened.terms.on.iso)"].listed()
    case .accountRenamed(let renamed): "\(renamed.from) → \(renamed.to)"
    case .accountMoved, .accountClosed, .accountReopened, .accountWithdrawn: ""
    }
  }

  var impliedID: UniqueID? {
    if case .accountOpened(let opened) = self { AccountState.id(key: opened.key) } else { nil }
  }
}
