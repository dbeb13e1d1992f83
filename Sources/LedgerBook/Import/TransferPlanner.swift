internal import BankFiles
internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Finds the rows that are halves of a transfer between two accounts of the person.
///
/// One of the two rows must name the account of the other. A text about money between accounts is only a hint.
struct TransferPlanner {
  let book: Book
  let reader: ModelReader
  let numbers: AccountNumbers
  let imports: StatementImports
  /// The halves that were read, because rows of one amount have the same candidates.
  private var halves: [StreamKey: (id: TransactionID, half: TransferHalf)?] = [:]

  init(book: Book, reader: ModelReader, numbers: AccountNumbers, imports: StatementImports) {
    (self.book, self.reader, self.numbers, self.imports) = (book, reader, numbers, imports)
  }

  /// The transactions of one amount that are looked at for one row.
  private static let candidatesMax = 100

  /// A row's place among the files.
  private struct Place {
    let plan: Int
    let row: Int
  }

  /// Makes pairs of new rows one transfer each, and then new rows and rows that were imported before.
  mutating func join(_ plans: inout [FilePlan]) throws {
    var places: [Place] = []
    var rows: [TransferHalf] = []
    for (index, plan) in plans.enumerated() {
      for (number, planned) in plan.rows.enumerated() {
        // A program that exports whole transfers does not call one anything else.
        guard planned.row.entry.map({ $0.kind == .transfer }) ?? true, try couldBeHalf(planned),
          let account = planned.account, planned.row.money.minorUnits != 0
        else { continue }
        places.append(Place(plan: index, row: number))
        let printed = [plan.number(of: planned.row)].compactMap { $0 }
        rows.append(
          TransferHalf(account: account, numbers: printed + numbers.numbers(of: account), row: planned.row))
      }
    }
    let pairs = TransferPair.pairs(rows)
    for pair in pairs {
      let transfer = PlannedTransfer(from: rows[pair.out].account, to: rows[pair.in].account)
      let (out, arrival) = (places[pair.out], places[pair.in])
      plans[out.plan].rows[out.row].become(transfer)
      let id = plans[out.plan].rows[out.row].transaction
      guard plans[arrival.plan].rows[arrival.row].verdict == .new else { continue }
      plans[arrival.plan].rows[arrival.row].become(transfer)
      plans[arrival.plan].rows[arrival.row].verdict = .matched(id, isDoubtful: false)
    }
    let paired = Set(pairs.flatMap { [$0.out, $0.in] })
    var taken: Set<TransactionID> = []
    for index in rows.indices where !paired.contains(index) {
      let place = places[index]
      guard plans[place.plan].rows[place.row].verdict == .new else { continue }
      switch try earlierHalf(of: rows[index], taken) {
      case .found(let id, let account):
        taken.insert(id)
        plans[place.plan].rows[place.row].become(rows[index].transfer(with: account, joined: id))
      case .doubtful(let id): plans[place.plan].rows[place.row].otherHalf = id
      case .none: continue
      }
    }
    for index in rows.indices where !paired.contains(index) {
      let place = places[index]
      let planned = plans[place.plan].rows[place.row]
      guard planned.verdict == .new, planned.transfer == nil,
        let account = try namedAccount(rows[index], plans), account != rows[index].account
      else { continue }
      plans[place.plan].rows[place.row].become(rows[index].transfer(with: account))
    }
    try uniteApart(&plans)
  }

  /// Makes rows that the ledger has one with what another device imported of the same transfer.
  private mutating func uniteApart(_ plans: inout [FilePlan]) throws {
    guard imports.areOfSeveralDevices else { return }
    var united = Set(
      plans.flatMap(\.rows).filter(\.isUnited).compactMap(\.double).flatMap { [$0.stays, $0.goes] })
    for index in plans.indices {
      for (number, planned) in plans[index].rows.enumerated() {
        guard planned.verdict == .known(isDeleted: false), !planned.isUnited, planned.row.entry == nil,
          !united.contains(planned.transaction),
          let double = try double(
            planned, numbers: [plans[index].number(of: planned.row)].compactMap { $0 }, united)
        else { continue }
        united.formUnion([double.stays, double.goes])
        plans[index].rows[number].double = double
      }
    }
  }

  /// Returns a known row's transaction with the one that another device made of the same transfer.
  private mutating func double(
    _ planned: PlannedRow, numbers printed: [String], _ taken: Set<TransactionID>
  ) throws -> PlannedDouble? {
    guard let key = try book.log.key(of: planned.transaction.stream),
      let own = try reader.transaction(key: key)?.row, own.stage == .saved, let money = own.money,
      own.origin == RecordOrigin.imported.rawValue, let account = planned.account
    else { return nil }
    let isOut = planned.row.money.minorUnits < 0
    let days =
      planned.date.adding(days: -TransferPair.daysMax)...planned.date.adding(days: TransferPair.daysMax)
    let half = TransferHalf(account: account, numbers: printed + numbers.numbers(of: account), row: planned.row)
    var transfers: [MatchCandidate<TransactionID>] = []
    for key in try reader.keys(of: money, in: days, kind: .transfer, limit: Self.candidatesMax) {
      guard let other = try reader.transaction(key: key)?.row, other.id != own.id, other.stage == .saved,
        other.origin == own.origin, (isOut ? other.account : other.toAccount) == account, let date = other.date,
        own.toAccount == nil || own.account == other.account && own.toAccount == other.toAccount,
        !taken.contains(other.id)
      else { continue }
      let linked = try book.linkedRows(of: other.id)
      guard linked.count == 1, let first = linked.first, first.account != account,
        own.toAccount != nil || !isOut || isNamed(half, first),
        try imports.areApart((own.id, planned.id), (other.id, first.row))
      else { continue }
      transfers.append(
        MatchCandidate(id: other.id, date: date, money: planned.row.money, vendor: other.vendor ?? ""))
    }
    if let match = RowMatching.matches([planned.row], transfers).first,
      own.toAccount != nil || !match.isDoubtful
    {
      // The day of the row that left stays.
      let isFirst = own.toAccount != nil && isOut
      return try book.double(
        isFirst ? own.id : match.id, isFirst ? match.id : own.id, canStay: own.toAccount != nil)
    }
    guard own.toAccount == nil, try self.half(key) != nil,
      case .found(let id, _) = try earlierHalf(of: half, taken),
      let row = try book.linkedRows(of: id).first, try imports.areApart((own.id, planned.id), (id, row.row))
    else { return nil }
    return PlannedDouble(stays: own.id, goes: id, areHalves: true)
  }

  /// Whether the text of a row is about money between accounts, or names the one of the other half.
  private func isNamed(_ half: TransferHalf, _ other: TransactionEvent.BankRowLinked) -> Bool {
    guard let account = other.account else { return false }
    let row = TransferHalf(
      account: account, numbers: numbers.numbers(of: account), date: other.date, money: other.money,
      payee: other.payee ?? "", text: other.text ?? "")
    return half.evidence(row) != .none
  }

  /// Returns the account at the other end of a row that the file calls a transfer.
  private func namedAccount(_ half: TransferHalf, _ plans: [FilePlan]) throws -> String? {
    guard let name = half.row.transferAccount else { return nil }
    for plan in plans {
      if let index = plan.source.file.statements.firstIndex(where: { $0.printed == name }) {
        return plan.source.accounts[index]
      }
    }
    let key = AccountState.key(of: name)
    let known = try reader.accounts(through: book.day).first {
      $0.key == key || AccountState.key(of: $0.name) == key
    }
    return known?.text ?? NFC.normalized(name)
  }

  /// Whether a row is new, or the transfer that it was comes back after an undo.
  private func couldBeHalf(_ planned: PlannedRow) throws -> Bool {
    switch planned.verdict {
    case .new: true
    case .restored: try book.fold(planned.transaction.stream).transaction.toAccount.value != nil
    case .matched, .known: false
    }
  }

  /// The result of looking for the other half of a row in the ledger.
  private enum Search {
    case found(TransactionID, account: String)
    /// The transaction could be the other half, or one of several could.
    case doubtful(TransactionID)
    case none
  }

  /// Looks for the imported transaction that is the other half of a row.
  private mutating func earlierHalf(of row: TransferHalf, _ taken: Set<TransactionID>) throws -> Search {
    let money = row.row.money
    let amount = Money(minorUnits: Int64(money.minorUnits.magnitude), currency: money.currency)
    let days =
      row.row.date.adding(days: -TransferPair.daysMax)...row.row.date.adding(days: TransferPair.daysMax)
    let kind: TransactionKind = money.minorUnits < 0 ? .income : .expense
    var named: [(days: Int, id: TransactionID, account: String)] = []
    var hinted: [TransactionID] = []
    for key in try reader.keys(of: amount, in: days, kind: kind, limit: Self.candidatesMax) {
      guard let (id, half) = try half(key), half.account != row.account, !taken.contains(id) else { continue }
      switch row.evidence(half) {
      case .named: named.append((abs(row.row.date.days(to: half.row.date)), id, half.account))
      case .hinted: hinted.append(id)
      case .none: continue
      }
    }
    if let nearest = named.min(by: { ($0.days, $0.id) < ($1.days, $1.id) }) {
      return .found(nearest.id, account: nearest.account)
    }
    return hinted.first.map { .doubtful($0) } ?? .none
  }

  /// Returns an imported transaction as a half of a transfer.
  ///
  /// The result is `nil` for a transaction to which a person has added something, so that it stays as it is.
  private mutating func half(_ key: StreamKey) throws -> (id: TransactionID, half: TransferHalf)? {
    if let known = halves[key] { return known }
    halves[key] = .some(nil)
    guard let other = try reader.transaction(key: key)?.row, other.origin == RecordOrigin.imported.rawValue,
      let account = other.account, other.stage == .saved, other.category == nil, other.group == nil,
      other.note == nil, other.tags.isEmpty, other.attachments.isEmpty, let date = other.date
    else { return nil }
    let linked = try book.fold(other.id.stream).transaction.linkedRows
    guard linked.count == 1, let first = linked.first else { return nil }
    let half = TransferHalf(
      account: account, numbers: numbers.numbers(of: account), date: date, money: first.money,
      payee: first.payee ?? "", text: first.text ?? "")
    halves[key] = (other.id, half)
    return (other.id, half)
  }
}

/// A transfer that a row is a half of.
public struct PlannedTransfer: Hashable, Sendable {
  /// The account that the money left.
  public let from: String
  /// The account that the money arrived in.
  public let to: String
  /// The transaction of the other half from an earlier import, or `nil` if both halves are imported now.
  var joined: TransactionID?
}

extension TransferHalf {
  fileprivate func transfer(with other: String, joined: TransactionID? = nil) -> PlannedTransfer {
    row.money.minorUnits < 0
      ? PlannedTransfer(from: account, to: other, joined: joined)
      : PlannedTransfer(from: other, to: account, joined: joined)
  }
}

extension FilePlan {
  /// Returns the number of the account that a row belongs to, as the file prints it.
  fileprivate func number(of row: BankRow) -> String? {
    let statements = source.file.statements
    return statements.indices.contains(row.statement) ? statements[row.statement].account : nil
  }
}

extension PlannedRow {
  fileprivate mutating func become(_ transfer: PlannedTransfer) {
    self.transfer = transfer
    // Only a program that keeps categories of transfers gives one.
    if row.entry == nil { category = nil }
    suggestion = nil
  }
}
