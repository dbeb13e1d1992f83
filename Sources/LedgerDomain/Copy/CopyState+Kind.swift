internal import LedgerBytes

extension CopyState: KindState {
  static let plural = "copies"

  var record: RecordState { .copy(self) }

  func values(of id: UniqueID) -> RecordValues { shown(of: CopyID(id)) }

  var isBegun: Bool { request != nil }

  var writes: RecordWrites {
    var writes = RecordWrites()
    writes.add(state: detached.heads.map(\.reference))
    return writes
  }
}

extension CopyEvent {
  var summary: String {
    switch self {
    case .copyRequested(let event):
      "\(event.transaction) to account \(event.account)\(event.withItems ? ", with line items" : "")"
    case .copyAttempted(let event):
      [
        event.importID, event.remote.map { "changes \($0)" },
        event.items.isEmpty ? nil : "\(event.items.count) line items",
      ].compactMap { $0 }.listed()
    case .copyAcknowledged(let event):
      [
        event.remote, event.wasThere ? "it was there before" : nil,
        event.ignored.isEmpty ? nil : "ignored \(event.ignored.map(\.key.words).joined(separator: ", "))",
      ].compactMap { $0 }.listed()
    case .copyRefused(let event): "\(event.status): \(event.reason)"
    case .copyDeferred(let event): [event.status.map { "\($0)" }, event.reason].compactMap { $0 }.listed()
    case .remoteChangeObserved(let event):
      ((event.isDeleted ? ["deleted there"] : []) + event.changes.map(\.words)).listed()
    case .copyMerged(let event): event.fields.map { "\($0.key.words) \($0.side.rawValue)" }.listed()
    case .copyDetached(let event): event.remote ?? "not sent"
    }
  }

  var impliedID: UniqueID? {
    guard case .copyRequested(let event) = self else { return nil }
    return CopyID(event.transaction, plan: event.plan, account: event.account).id
  }
}

extension CopyChange {
  /// The values for people: `memo “a”, here “b”, there “c”`.
  var words: String { "\(key.words) \(base ?? "–"), here \(ours ?? "–"), there \(theirs ?? "–")" }
}
