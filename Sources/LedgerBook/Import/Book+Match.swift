internal import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// The reason why two transactions cannot be matched, or a match cannot be taken apart.
public enum MatchRefusal: Error, Hashable, Sendable {
  /// The second transaction is not a bank's row.
  case notARow
  /// The first transaction is a bank's row itself.
  case isARow
  /// The amounts or the kinds differ.
  case otherAmount
  /// The transaction is not linked with a bank's row.
  case notMatched
  /// The first transaction has another row of the same import already.
  case hasRow
  /// One of the two is deleted or a draft.
  case isDeleted
}

extension Book {
  /// Links a transaction with the bank's row that another transaction is, which goes.
  ///
  /// Two bank's rows of opposite amounts in two accounts become one transfer, in which both of them go.
  ///
  ///     try book.match(receipt, withRow: row)
  ///
  /// - Parameters:
  ///   - transaction: A transaction that a person recorded, or the imported half of a transfer.
  ///   - other: The imported transaction of the same purchase, with the same amount, or the other half.
  ///   - id: The id of the command, with which it can be sent again.
  /// - Throws: `MatchRefusal`.
  @discardableResult
  public func match(
    _ transaction: TransactionID, withRow other: TransactionID, id: UniqueID? = nil
  ) throws -> Done {
    let content: JSONValue = [
      "command": "match", "row": .string(other.description), "transaction": .string(transaction.description),
    ]
    return try execute(id: id, content: content, about: transaction.stream) { batch in
      let (state, row) = (try fold(transaction.stream).transaction, try fold(other.stream).transaction)
      guard let own = TransactionRow(transaction, state), let theirs = TransactionRow(other, row),
        own.stage != .deleted, theirs.stage != .deleted
      else { throw MatchRefusal.isDeleted }
      guard row.linkedRows.contains(where: { $0.row == other.id }) else { throw MatchRefusal.notARow }
      if let halves = OppositeRows(own, theirs) { return try join(halves, actor: nil, &batch) }
      // A transfer may lack the row of its other account, and a row may not be booked yet.
      let lacksRow =
        own.kind == .transfer
        ? !state.linkedRows.contains { $0.account == theirs.account }
        : !own.isCleared && theirs.isCleared && own.account == theirs.account
      let hasRow = state.linkedRows.contains { $0.account == theirs.account && $0.isBooked }
      let imports = try StatementImports(self)
      let isSameRow = try hasRow && imports.double(own, theirs) != nil
      guard transaction != other, own.origin != RecordOrigin.imported.rawValue || lacksRow || isSameRow else {
        throw MatchRefusal.isARow
      }
      if hasRow, theirs.isCleared, try imports.haveCommonImport(transaction, other) {
        throw MatchRefusal.hasRow
      }
      guard own.isSameMovement(as: theirs) else { throw MatchRefusal.otherAmount }
      for linked in row.linkedRows { batch.append(.bankRowLinked(linked), to: transaction) }
      if own.account == nil, let account = theirs.account {
        batch.append(
          .fieldCorrected(TransactionEvent.FieldCorrected(field: .account, from: nil, to: .text(account))),
          to: transaction)
      }
      batch.append(.transactionMerged(TransactionEvent.Merged(into: transaction)), to: other)
    }
  }

  /// Returns the transaction that a transaction was merged into, or the transaction itself.
  package func merged(_ id: TransactionID) throws -> TransactionID {
    let state = try fold(id.stream).transaction
    return state.deletion.isDeleted ? state.mergedInto ?? id : id
  }

  /// Appends the transfer that two transactions become, which are rows of opposite amounts.
  func join(_ one: TransactionID, _ other: TransactionID, actor: String?, _ batch: inout Batch) throws {
    let rows = try [one, other].compactMap { TransactionRow($0, try fold($0.stream).transaction) }
    guard rows.count == 2, let halves = OppositeRows(rows[0], rows[1]) else { return }
    try join(halves, actor: actor, &batch)
  }

  /// Appends the transfer that two rows become. The same two rows become the same one on every device.
  private func join(_ halves: OppositeRows, actor: String?, _ batch: inout Batch) throws {
    func append(_ event: TransactionEvent, to id: TransactionID) {
      batch.append(.transaction(event), id.stream, actor: actor)
    }
    let (out, arrival) = (halves.out, halves.arrival)
    let id = Self.transfer(out: out.id, arrival: arrival.id)
    if try fold(id.stream).transaction.origin == nil {
      let recorded = TransactionEvent.TransferRecorded(
        origin: .imported, on: today, money: halves.money, received: nil, date: halves.date,
        account: halves.from, toAccount: halves.to, vendor: out.vendor ?? arrival.vendor,
        note: out.note ?? arrival.note, tags: Set(out.tags + arrival.tags).sorted())
      append(.transferRecorded(recorded), to: id)
    } else {
      append(.transactionRestored, to: id)
    }
    for half in [out, arrival] {
      for linked in try fold(half.id.stream).transaction.linkedRows { append(.bankRowLinked(linked), to: id) }
      append(.transactionMerged(TransactionEvent.Merged(into: id)), to: half.id)
    }
  }

  /// Takes the bank's rows away from a transaction that was matched with them. They become transactions of their own.
  ///
  ///     let rows = try book.unmatch(receipt).rows
  ///
  /// - Returns: The result, and the transactions that the rows are now.
  /// - Throws: `MatchRefusal.notMatched`.
  @discardableResult
  public func unmatch(
    _ transaction: TransactionID, id: UniqueID? = nil
  ) throws -> (done: Done, rows: [TransactionID]) {
    let content: JSONValue = ["command": "unmatch", "transaction": .string(transaction.description)]
    var rows: [TransactionID] = []
    let done = try execute(id: id, content: content, about: transaction.stream) { batch in
      let state = try fold(transaction.stream).transaction
      let linked = state.linkedRows.filter { $0.row != transaction.id }
      guard !linked.isEmpty else { throw MatchRefusal.notMatched }
      rows = try linked.filter { try !isLinked($0.row, besides: transaction) }.map { TransactionID($0.row) }
      for row in linked {
        batch.append(.bankRowUnlinked(TransactionEvent.BankRowUnlinked(row: row.row)), to: transaction)
      }
      if state.cleared.value == true { batch.append(.transactionUncleared, to: transaction) }
      for row in linked where rows.contains(TransactionID(row.row)) { try bringBack(row, &batch) }
      // A transfer that was made of two rows is nothing without them.
      let isMadeOfRows = state.origin?.how == .recorded(.imported) && state.linkedRows.count == linked.count
      if isMadeOfRows { batch.append(.transactionDeleted, to: transaction) }
    }
    return (done, rows)
  }

  /// Whether another transaction is linked with a row, because another device matched the two.
  private func isLinked(_ row: UniqueID, besides transaction: TransactionID) throws -> Bool {
    try log.events(of: TransactionID(row).stream).contains { event in
      guard case .transaction(.transactionMerged(let merged))? = event.recordEvent, merged.into != transaction
      else { return false }
      let state = try fold(merged.into.stream).transaction
      return !state.deletion.isDeleted && state.linkedRows.contains { $0.row == row }
    }
  }

  /// Makes a row a transaction of its own again, or for the first time.
  private func bringBack(_ linked: TransactionEvent.BankRowLinked, _ batch: inout Batch) throws {
    let id = TransactionID(linked.row)
    let state = try fold(id.stream).transaction
    if state.deletion.isDeleted { batch.append(.transactionRestored, to: id) }
    guard state.origin == nil else { return }
    let vendor = VendorNames(try renamedVendors()).name(payee: linked.payee ?? "", text: linked.text ?? "")
    batch.append(.transactionRecorded(linked.recorded(on: today, vendor: vendor, category: nil)), to: id)
    batch.append(.bankRowLinked(linked), to: id)
  }

  /// The bank's rows that a transaction is linked with.
  ///
  /// - Complexity: two look-ups for most transactions. A fold only if a row was ever linked.
  func linkedRows(of id: TransactionID) throws -> [TransactionEvent.BankRowLinked] {
    guard try log.hasEvent(ofType: EventType.bankRowLinked.rawValue, in: id.stream) else { return [] }
    return try fold(id.stream).transaction.linkedRows
  }
}

/// Two imported transactions of opposite amounts in two accounts.
private struct OppositeRows {
  let out: TransactionRow
  let arrival: TransactionRow
  let from: String
  let to: String
  let money: Money
  let date: CivilDate

  init?(_ one: TransactionRow, _ other: TransactionRow) {
    let (out, arrival) = one.kind == .expense ? (one, other) : (other, one)
    guard out.kind == .expense, arrival.kind == .income, out.origin == RecordOrigin.imported.rawValue,
      arrival.origin == out.origin, let money = out.money, money == arrival.money, let from = out.account,
      let to = arrival.account, from != to, let date = out.date
    else { return nil }
    (self.out, self.arrival, self.from, self.to) = (out, arrival, from, to)
    (self.money, self.date) = (money, date)
  }
}
