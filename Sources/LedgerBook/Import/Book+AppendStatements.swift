internal import BankFiles
internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

// The events by which rows of files become transactions.
extension Book {
  /// Appends the events of a file's rows, and returns how many there are.
  func append(_ plan: FilePlan, to batch: inout Batch) throws -> Int {
    let machine = EventActor.importer(plan.source.file.format.rawValue).text
    let before = batch.count
    for planned in plan.rows {
      let linked = planned.linked(file: plan.source.name)
      if let double = planned.double, planned.isUnited {
        if planned.settled != nil { try moveDay(planned, to: linked.date, actor: machine, in: &batch) }
        try unite(double, actor: machine, in: &batch)
      }
      switch planned.verdict {
      case .known: continue
      case .new where planned.transfer != nil, .matched where planned.transfer != nil:
        try append(planned, linked, actor: machine, to: &batch)
      case .new:
        let recorded = planned.recorded(on: today)
        batch.append(.transaction(.transactionRecorded(recorded)), planned.transaction.stream, actor: machine)
        batch.append(.transaction(.bankRowLinked(linked)), planned.transaction.stream, actor: machine)
        for item in planned.items {
          batch.append(.transaction(.lineItemAdded(item)), planned.transaction.stream, actor: machine)
        }
      // A person's undo removed it, so the import restores it in the person's name.
      case .restored:
        batch.append(.transactionRestored, to: planned.transaction)
        let present = Set(try fold(planned.transaction.stream).transaction.lineItems.map(\.id))
        for item in planned.items where !present.contains(item.item) {
          batch.append(.lineItemAdded(item), to: planned.transaction)
        }
      case .matched where planned.settled != nil: try appendSettled(planned, linked, actor: machine, to: &batch)
      case .matched(let id, _):
        let state = try fold(id.stream).transaction
        let actor = state.hasLostRow ? nil : machine
        batch.append(.transaction(.bankRowLinked(linked)), id.stream, actor: actor)
        if let account = planned.account, state.account.value == nil {
          let filled = TransactionEvent.FieldCorrected(field: .account, from: nil, to: .text(account))
          batch.append(.transaction(.fieldCorrected(filled)), id.stream, actor: actor)
        }
        let isSeen = try log.key(of: planned.transaction.stream) != nil
        batch.append(
          .transaction(.transactionMerged(TransactionEvent.Merged(into: id))), planned.transaction.stream,
          actor: isSeen ? nil : machine)
      }
    }
    return batch.count - before
  }

  /// Appends the events by which a booked row replaces the one that was not booked yet.
  ///
  /// The transaction stays, with all that a person added. Its day becomes the booking day, unless a person changed it.
  private func appendSettled(
    _ planned: PlannedRow, _ linked: TransactionEvent.BankRowLinked, actor: String, to batch: inout Batch
  ) throws {
    guard let id = planned.settled?.transaction else { return }
    batch.append(.transaction(.bankRowLinked(linked)), id.stream, actor: actor)
    try moveDay(planned, to: linked.date, actor: actor, in: &batch)
    guard id != planned.transaction else { return }
    let merged = TransactionEvent.Merged(into: id)
    batch.append(.transaction(.transactionMerged(merged)), planned.transaction.stream, actor: actor)
  }

  /// Moves a transaction to the day of its booking, unless a person changed its day.
  private func moveDay(
    _ planned: PlannedRow, to date: CivilDate, actor: String, in batch: inout Batch
  ) throws {
    guard let pending = planned.settled else { return }
    let state = try fold(pending.transaction.stream).transaction
    let day = pending.isPlanned ? pending.row.date : state.date.value
    guard [nil, .recorded(.imported)].contains(state.origin?.how), day == pending.row.date, day != date else {
      return
    }
    let moved = TransactionEvent.FieldCorrected(field: .date, from: day.map { .date($0) }, to: .date(date))
    batch.append(.transaction(.fieldCorrected(moved)), pending.transaction.stream, actor: actor)
  }

  /// Appends the events by which two transactions of one row become one, which keeps the rows of both.
  private func unite(_ double: PlannedDouble, actor: String, in batch: inout Batch) throws {
    if double.areHalves { return try join(double.stays, double.goes, actor: actor, &batch) }
    for linked in try linkedRows(of: double.goes) {
      batch.append(.transaction(.bankRowLinked(linked)), double.stays.stream, actor: actor)
    }
    let merged = TransactionEvent.Merged(into: double.stays)
    batch.append(.transaction(.transactionMerged(merged)), double.goes.stream, actor: actor)
  }

  /// Appends the events of a row that is a half of a transfer.
  private func append(
    _ planned: PlannedRow, _ linked: TransactionEvent.BankRowLinked, actor: String, to batch: inout Batch
  ) throws {
    if case .matched(let id, _) = planned.verdict {
      batch.append(.transaction(.bankRowLinked(linked)), id.stream, actor: actor)
      let merged = TransactionEvent.Merged(into: id)
      return batch.append(.transaction(.transactionMerged(merged)), planned.transaction.stream, actor: actor)
    }
    guard let transfer = planned.transfer else { return }
    let earlier = try transfer.joined.map { try fold($0.stream).transaction }
    // The day and the text of the row that left, whichever file was imported first.
    let out = linked.money.minorUnits > 0 ? earlier : nil
    let recorded = TransactionEvent.TransferRecorded(
      origin: .imported, on: today, money: linked.amount, received: planned.row.entry?.received,
      date: out?.date.value ?? linked.date, account: transfer.from, toAccount: transfer.to,
      category: planned.category, vendor: out?.vendor.value ?? planned.vendor, note: planned.note,
      tags: planned.tags)
    guard let joined = transfer.joined, let earlier else {
      batch.append(.transaction(.transferRecorded(recorded)), planned.transaction.stream, actor: actor)
      return batch.append(.transaction(.bankRowLinked(linked)), planned.transaction.stream, actor: actor)
    }
    // Every device makes the same transfer of the two rows, in any order of the files.
    let isOut = linked.money.minorUnits < 0
    let id = Self.transfer(
      out: isOut ? planned.transaction : joined, arrival: isOut ? joined : planned.transaction)
    // A person's undo took the transfer apart, so the import restores it in the person's name.
    let isBack = try fold(id.stream).transaction.origin != nil
    let author = isBack ? nil : actor
    batch.append(
      .transaction(isBack ? .transactionRestored : .transferRecorded(recorded)), id.stream, actor: author)
    for row in [linked] + earlier.linkedRows {
      batch.append(.transaction(.bankRowLinked(row)), id.stream, actor: author)
    }
    for half in [joined, planned.transaction] {
      let merged = TransactionEvent.Merged(into: id)
      batch.append(.transaction(.transactionMerged(merged)), half.stream, actor: author)
    }
  }

  /// Returns the identifier of the transfer that two rows become.
  static func transfer(out: TransactionID, arrival: TransactionID) -> TransactionID {
    TransactionID(.derived(kind: "transfer", parts: [out.description, arrival.description]))
  }
}

extension PlannedRow {
  /// Returns the row as its transaction keeps it.
  fileprivate func linked(file: String) -> TransactionEvent.BankRowLinked {
    func kept(_ text: String) -> String? { text.isEmpty ? nil : NFC.normalized(text) }
    // The number of the other account is found by `search`, and by the import of that account.
    let number = row.counterAccount.flatMap { row.text.contains($0) ? nil : $0 }
    let text = [row.text, number ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    return TransactionEvent.BankRowLinked(
      row: id, file: file, line: row.line, bankID: row.bankID.flatMap(kept), account: account, date: row.date,
      otherDate: row.otherDate, money: row.money, payee: kept(row.payee), text: kept(text),
      isBooked: !row.isPending)
  }

  fileprivate var note: String? { row.entry?.note.map(NFC.normalized) }

  fileprivate var tags: [String] { TransactionState.readTags(row.entry?.tags ?? []) }

  /// Returns the transaction that the row becomes.
  fileprivate func recorded(on today: CivilDate) -> TransactionEvent.Recorded {
    let units = kind == .income ? row.money.minorUnits : -row.money.minorUnits
    let entry = row.entry
    return TransactionEvent.Recorded(
      origin: .imported, on: today, kind: kind, money: Money(minorUnits: units, currency: row.money.currency),
      date: row.date, vendor: vendor, category: category,
      payment: entry?.transaction != nil ? entry?.payment : kind == .expense ? .card : nil, note: note,
      account: account, tags: tags, flags: entry?.flags ?? TransactionFlags())
  }

  /// The line items that divide the amount among categories.
  fileprivate var items: [TransactionEvent.LineItemAdded] {
    parts.enumerated().map { index, part in
      let units = kind == .income ? part.minorUnits : -part.minorUnits
      let item = LineItem(
        name: part.category ?? "", money: Money(minorUnits: units, currency: row.money.currency),
        category: part.category)
      let id = LineItemID(.derived(kind: "bank-row-part", parts: [id.description, String(index)]))
      return TransactionEvent.LineItemAdded(item: id, content: item)
    }
  }
}

extension TransactionEvent.BankRowLinked {
  /// The amount without its sign.
  fileprivate var amount: Money {
    Money(minorUnits: Int64(money.minorUnits.magnitude), currency: money.currency)
  }

  /// Returns the transaction that a row becomes.
  func recorded(on today: CivilDate, vendor: String?, category: String?) -> TransactionEvent.Recorded {
    let kind = PlannedRow.kind(of: money)
    return TransactionEvent.Recorded(
      origin: .imported, on: today, kind: kind, money: amount, date: date, vendor: vendor, category: category,
      payment: kind == .income ? nil : .card, account: account)
  }
}
