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
    if isClosed.isEmpty {
      writes.add(state: terms.heads.map(\.reference))
    } else {
      writes.add(.state, isClosed) { .word($0 ? "closed" : "open") }
    }
    return writes
  }

  static func id(key: String) -> UniqueID? { AccountID(key: key).id }
}
