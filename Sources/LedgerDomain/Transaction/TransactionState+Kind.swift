internal import LedgerBytes

extension TransactionState: KindState {
  static let plural = "receipts"

  var record: RecordState { .transaction(self) }

  func values(of id: UniqueID) -> RecordValues {
    guard let row = TransactionRow(TransactionID(id), self) else { return RecordValues() }
    var values = row.values
    func show(_ field: RecordField, _ texts: [String]) { if !texts.isEmpty { values[field] = .texts(texts) } }
    show(.items, lineItems.compactMap { $0.content?.words(computedAs: nil) })
    show(.statement, linkedRows.map(\.summary))
    values[.text] = text.map(TypedValue.text)
    values[.failure] = extractionNote.map(TypedValue.text)
    show(.attention, stage == .draft ? fieldsThatNeedALook.map(\.rawValue) : [])
    show(.corrected, correctedFields.map(\.rawValue))
    let settled = TransactionField.extracted.filter { settledByPerson.contains($0) }
    show(.confirmed, settled.filter { [.confirmed, .filledIn].contains(self.status(of: $0)) }.map(\.rawValue))
    show(.proposals, openProposals.map(\.proposed).map { "\($0.field.rawValue) \($0.to.words(of: $0.field))" })
    show(
      .conflicts,
      conflictingFields.map(\.rawValue) + lineItems.filter(\.isContested).compactMap { $0.content?.name })
    show(.distinct, dismissedDuplicates.map(\.description).sorted())
    if deletion.pending != nil { values[.deletion] = .word("waits") }
    return values
  }

  var isBegun: Bool { origin != nil || mergedInto != nil }

  var writes: RecordWrites {
    var writes = RecordWrites()
    forEachField { writes.add($0, $1) }
    writes.add(.paid, paid) { .flag($0) }
    writes.add(.reimbursed, reimbursed) { .flag($0) }
    writes.add(.cleared, cleared) { $0 ? .flag(true) : nil }
    writes.add(.rule, link) { .word($0.rule.description) }
    writes.add(state: (deletion.isDeleted ? [] : savings) + deletion.supporters)
    writes.pending = deletion.pending
    for item in lineItems { writes.add(.item(item.id, name: item.content?.name ?? ""), item.writes) }
    return writes
  }

  /// The events that saved it, or reopened it if it is a draft.
  private var savings: [EventReference] {
    let isSaved = isSaved
    return saved.heads.filter { $0.value == isSaved }.map(\.reference)
  }
}
