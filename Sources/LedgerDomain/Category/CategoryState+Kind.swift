internal import LedgerBytes

extension CategoryState: KindState {
  static let plural = "categories"

  var record: RecordState { .category(self) }

  func values(of id: UniqueID) -> RecordValues { CategoryRow(self)?.values ?? RecordValues() }

  var isBegun: Bool { key != nil }

  var writes: RecordWrites {
    var writes = RecordWrites()
    writes.add(.name, name) { .text($0) }
    writes.add(.emoji, emoji) { .text($0) }
    writes.add(.color, color) { .word($0) }
    writes.add(.header, header) { .text($0) }
    writes.add(.rank, rank) { .word(String($0)) }
    writes.add(.state, isActive) { .word($0 ? "active" : "inactive") }
    return writes
  }

  static func id(key: String) -> UniqueID? { CategoryStream.of(key: key).id }
}
