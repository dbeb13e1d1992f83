internal import BankFiles
internal import EventLog
package import LedgerBytes
package import LedgerDomain
internal import LedgerProjections

/// An opening of an account that moves in front of rows which its balance includes.
package struct MovedOpening: Hashable, Sendable {
  package let account: AccountRow
  /// The terms with the earlier day, and the balance without the rows.
  package let terms: AccountTerms
  /// The number of rows that the opening moves in front of.
  package let rowCount: Int

  /// The event that moves it.
  var opened: AccountEvent.Opened {
    AccountEvent.Opened(key: account.key, name: account.name, rank: account.rank, terms: terms)
  }
}

/// Decides about rows that are older than the opening of their account.
///
/// If the file has the balance of the opening after them, that balance includes them. The opening that a person gave
/// stays the anchor of every later move. The moved opening is the anchor without all older rows, so the order of imports
/// does not matter.
struct OpeningMover {
  let book: Book
  let reader: ModelReader

  /// Returns the openings that move.
  ///
  /// An opening that was moved is computed again for more older rows, or if another device moved it for other ones.
  ///
  /// - Parameter isGiven: Whether a person answered that the openings include the older rows.
  func moved(_ plans: [FilePlan], isGiven: Bool) throws -> [MovedOpening] {
    try reader.accountRows().compactMap { account in
      let texts = try self.texts(of: account)
      let isOwn = { (row: PlannedRow) in row.account.map(texts.contains) ?? false }
      let own = plans.flatMap(\.rows).filter { isOwn($0) && $0.row.money.currency == account.currency }
      guard !own.isEmpty, let anchor = try book.openings(of: account.id).given,
        anchor.opening.currency == account.currency
      else { return nil }
      let older = own.filter { $0.date <= anchor.on }
      let isMoved = account.terms != anchor
      guard try isMoved ? older.contains(where: \.isNewToAccount) || isDisputed(account) : !older.isEmpty else {
        return nil
      }
      let includes = { (end: CivilDate) in
        plans.contains { Self.balances($0, before: end, isOwn).contains(anchor.opening) }
      }
      // An account that is opened in the evening begins with the balance after that day's rows.
      let nextDay = anchor.on.adding(days: 1)
      let end: CivilDate
      if includes(anchor.on) {
        end = anchor.on
      } else if includes(nextDay) {
        end = nextDay
      } else if isMoved {
        end = try self.end(of: account, anchor)
      } else if isGiven {
        end = anchor.on
      } else {
        return nil
      }
      let moved = try terms(of: account, anchor, before: end, with: own.filter { !$0.row.isPending })
      return moved.terms == account.terms ? nil : moved
    }
  }

  /// Returns the terms of an account after an undo of a batch that moved its opening.
  ///
  /// - Parameters:
  ///   - key: The key of the account.
  ///   - before: The terms before that batch, if it moved the opening last. They count if no other rows came or went.
  ///   - deleted: The transactions that the undo takes away.
  ///   - restored: The deleted transactions that it brings back.
  func settled(
    _ key: String, before: AccountTerms?, without deleted: Set<TransactionID>, with restored: Set<TransactionID>
  ) throws -> MovedOpening? {
    guard let account = try reader.accountRows().first(where: { $0.key == key }),
      let anchor = try book.openings(of: account.id).given, anchor.opening.currency == account.currency
    else { return nil }
    func moved(_ end: CivilDate) throws -> MovedOpening {
      try terms(of: account, anchor, before: end, without: deleted, restored: restored)
    }
    if let before {
      let evening = try moved(anchor.on.adding(days: 1))
      if evening.terms == before { return evening }
    }
    return try moved(try end(of: account, anchor))
  }

  /// Returns the day before which an earlier move took rows: the day of the anchor, or the next one.
  private func end(of account: AccountRow, _ anchor: AccountTerms) throws -> CivilDate {
    let nextDay = anchor.on.adding(days: 1)
    if try terms(of: account, anchor, before: anchor.on).terms == account.terms { return anchor.on }
    return try terms(of: account, anchor, before: nextDay).terms == account.terms ? nextDay : anchor.on
  }

  /// Returns the terms of an account without the rows before a day, which the anchor's balance includes.
  ///
  /// The rows are those of the bank: the cleared transactions, and the planned rows. What a person typed and no bank
  /// confirmed is not in a bank's balance.
  private func terms(
    of account: AccountRow, _ anchor: AccountTerms, before end: CivilDate, with planned: [PlannedRow] = [],
    without deleted: Set<TransactionID> = [], restored: Set<TransactionID> = []
  ) throws -> MovedOpening {
    let new = planned.filter { $0.date < end && $0.addsMovement }
    var older = new.map { Movement(date: $0.date, units: $0.row.money.minorUnits) }
    var known: [Movement: [TransactionRow]] = [:]
    // The days on which the bank booked what a person typed.
    var matched: [TransactionID: CivilDate] = [:]
    for row in planned where row.transfer == nil {
      if case .matched(let id, _) = row.verdict { matched[id] = row.date }
    }
    var filter = TransactionFilter()
    filter.accounts = Set(try reader.accountTexts(of: account.key))
    if !restored.isEmpty { filter.stages.insert(.deleted) }
    filter.through = end.adding(days: Book.bankDaysMax)
    if !filter.accounts.isEmpty {
      try reader.forEachTransaction(filter) { listed in
        let row = listed.row
        guard row.isCleared || matched[row.id] != nil, !deleted.contains(row.id),
          row.stage == .saved || restored.contains(row.id),
          let effect = row.effect(in: account.currency, where: filter.accounts.contains),
          let date = try matched[row.id] ?? book.dayAtBank(row, filter.accounts, near: end), date < end
        else { return }
        known[Movement(date: date, units: effect), default: []].append(row)
      }
    }
    let imports = try StatementImports(book)
    for (movement, rows) in known {
      var single: [TransactionRow] = []
      for row in rows {
        // The next import makes one of such a pair, unless a person has added something to both.
        if let twin = try single.firstIndex(where: { try imports.double($0, row)?.isLeftOpen == false }) {
          single.remove(at: twin)
        } else {
          single.append(row)
          older.append(movement)
        }
      }
    }
    let sum = older.reduce(Int128(0)) { $0 + Int128($1.units) }
    guard let units = Int64(exactly: Int128(anchor.opening.minorUnits) - sum) else {
      throw ModelError.overflow(account.currency.code)
    }
    let terms = AccountTerms(
      kind: account.terms.kind, opening: Money(minorUnits: units, currency: account.currency),
      on: older.map(\.date).min().map { min($0, anchor.on) } ?? anchor.on)
    return MovedOpening(account: account, terms: terms, rowCount: older.count)
  }

  /// The effect of a row on the balance.
  private struct Movement: Hashable {
    let date: CivilDate
    let units: Int64
  }

  private func isDisputed(_ account: AccountRow) throws -> Bool {
    try !book.fold(account.id.stream).account.terms.disputed.isEmpty
  }

  private func texts(of account: AccountRow) throws -> Set<String> {
    Set(try reader.accountTexts(of: account.key) + [account.text, account.name])
  }

  /// Returns the balances that a file has for the account after the last movement before a day.
  private static func balances(
    _ plan: FilePlan, before end: CivilDate, _ isOwn: (PlannedRow) -> Bool
  ) -> [Money] {
    let rows = plan.rows.filter { isOwn($0) && !$0.row.isPending }
    let older = rows.filter { $0.date < end }
    guard let last = older.map(\.date).max(), let first = rows.first, let final = rows.last else { return [] }
    let ofLastDay = older.filter { $0.date == last }
    let newest = first.date > final.date ? ofLastDay.first : ofLastDay.last
    var balances = [newest?.row.balance].compactMap { $0 }
    for index in Set(rows.map(\.row.statement)) {
      guard plan.source.file.statements.indices.contains(index) else { continue }
      let statement = plan.source.file.statements[index]
      let own = rows.filter { $0.row.statement == index }
      func sum(_ isCounted: (CivilDate) -> Bool) -> Int64 {
        own.reduce(0) { isCounted($1.date) ? $0 &+ $1.row.money.minorUnits : $0 }
      }
      if let opening = statement.opening, own.contains(where: { $0.date < end }) {
        let units = opening.minorUnits &+ sum { $0 < end }
        balances.append(Money(minorUnits: units, currency: opening.currency))
      } else if let closing = statement.closing, own.contains(where: { $0.date < end }) {
        let units = closing.minorUnits &- sum { $0 >= end }
        balances.append(Money(minorUnits: units, currency: closing.currency))
      }
    }
    return balances
  }
}

extension PlannedRow {
  /// Whether the import adds the row to its account, or finds it there for the first time.
  fileprivate var isNewToAccount: Bool {
    switch verdict {
    case .new, .restored, .matched: true
    case .known: false
    }
  }

  /// Whether the row adds to the balance of its account.
  fileprivate var addsMovement: Bool {
    switch verdict {
    case .new, .restored: true
    // The arriving half of a transfer that is new.
    case .matched: transfer != nil
    case .known: false
    }
  }
}

extension Book {
  /// Returns the terms of an account without all older rows.
  ///
  /// The result is `nil` if imports did not move its opening by these events.
  package func openingOfAllImports(
    _ account: AccountID, movedBy events: [EventReference]
  ) throws -> AccountTerms? {
    guard try openings(of: account).moves.isSuperset(of: events),
      let key = try fold(account.stream).account.key
    else { return nil }
    return try models.read { reader in
      try OpeningMover(book: self, reader: reader).settled(key, before: nil, without: [], with: [])?.terms
    }
  }

  /// Returns the terms that a person gave last, and the later events that moved the account's opening.
  ///
  /// Imports move it, and undoing them. The terms are `nil` if no opening counts.
  ///
  /// - Complexity: O(events of the account and of the settings).
  func openings(of account: AccountID) throws -> (given: AccountTerms?, moves: Set<EventReference>) {
    let ledger = StreamID(kind: StreamKind.ledger.rawValue, id: log.ledgerID)
    let imports = Set(
      try log.events(of: ledger).filter { $0.type == EventType.statementImported.rawValue }.map(\.correlation))
    var given: AccountTerms?
    var moves: Set<EventReference> = []
    for event in try log.events(of: account.stream).sorted(by: { $0.foldsBefore($1) })
    where event.ignored == nil {
      guard
        case .event(.account(let change)) = EventCodec.current.decode(
          type: event.type, schema: event.schema, stream: event.stream, payload: event.payload)
      else { continue }
      switch change {
      case .accountOpened(let opened):
        if given != nil, imports.contains(event.correlation) || event.cause.map(moves.contains) ?? false {
          moves.insert(event.reference)
        } else {
          (given, moves) = (opened.terms, [])
        }
      case .accountWithdrawn: (given, moves) = (nil, [])
      case .accountRenamed, .accountMoved, .accountClosed, .accountReopened: break
      }
    }
    return (given, moves)
  }
}
