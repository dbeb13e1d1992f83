/// The columns of a table by meaning.
struct CSVColumns {
  /// The columns of a row's amount.
  enum Movement: Equatable {
    case amount(Int)
    /// An amount, and a word for its direction.
    case directed(Int, direction: Int)
    /// The amount that left one party, the one that arrived, and a word for the party that the person is.
    case exchanged(out: Int, in: Int, direction: Int)
    /// Money out and money in. Either may be missing.
    case sides(debit: Int?, credit: Int?)
  }

  /// The columns that could be the booking date, the best first.
  var dates: [Int] = []
  var valueDate: Int?
  var movement: Movement
  var balance: Int?
  var currency: Int?
  /// The currencies of shops, if the header names the account's.
  private(set) var shopCurrency: Int?
  /// The currency of money in, if both parties of a row have their own.
  var arrivingCurrency: Int?
  /// The columns of the other party, the best first.
  var payees: [Int] = []
  /// The columns of `payees` with the name of a category or of the account's owner.
  var otherNames: Set<Int> = []
  /// The party that pays, where `payees` are those that are paid.
  var payer: Int?
  var texts: [Int] = []
  var bankID: Int?
  var status: Int?
  var account: Int?
  var counterAccount: Int?
  var category: Int?
  var kind: Int?
  var fee: Int?
  /// A column of an unknown name that is taken for money in or out, if no balance proves it.
  private(set) var unprovenSide: Int?
  let firstRow: Int
  private(set) var reason = "words of the header"

  init(movement: Movement, firstRow: Int, reason: String) {
    self.movement = movement
    self.firstRow = firstRow
    self.reason = reason
  }

  var amounts: [Int] {
    switch movement {
    case .amount(let column), .directed(let column, _): [column]
    case .exchanged(let out, let paidIn, _): [out, paidIn]
    case .sides(let debit, let credit): [debit, credit].compactMap { $0 }
    }
  }

  /// The columns that a header and the content name, or `nil` if there is no date or no amount.
  init?(_ table: CSVTable, _ header: CSVHeader) {
    let rows = header.row + 1..<max(table.count, header.row + 1)
    let contents = header.meanings.indices.map { ColumnContent(table, column: $0, rows: rows) }
    func columns(_ role: ColumnRole, where isValid: (ColumnContent) -> Bool = { _ in true }) -> [Int] {
      header.meanings.indices
        .filter { header.meanings[$0]?.role == role && isValid(contents[$0]) }
        .sorted { (header.meanings[$0]?.rank ?? 9, $0) < (header.meanings[$1]?.rank ?? 9, $1) }
    }
    let dates = columns(.date, where: \.isDates)
    let valueDates = columns(.valueDate, where: \.isDates)
    guard !dates.isEmpty || !valueDates.isEmpty, let movement = Self.movement(header, contents, columns)
    else { return nil }
    self.init(movement: movement, firstRow: header.row + 1, reason: "words of the header")
    self.dates = dates + valueDates
    valueDate = valueDates.first
    balance = columns(.balance, where: \.isNumbers).first
    currency =
      columns(.currency, where: \.isCurrencies).first ?? columns(.valueDate, where: \.isCurrencies).first
    findOtherSide(table, header, contents)
    preferOwnAmount(table, header, columns(.amount, where: \.isNumbers), contents)
    leaveOutShopCurrency(table, header)
    let sourceCurrency = columns(.sourceCurrency, where: \.isCurrencies).first
    let targetCurrency = columns(.targetCurrency, where: \.isCurrencies).first
    switch movement {
    case .exchanged: (currency, arrivingCurrency) = (sourceCurrency, targetCurrency)
    case .sides where currency == nil:
      (currency, arrivingCurrency) = (sourceCurrency ?? targetCurrency, targetCurrency)
    case .amount, .directed, .sides: break
    }
    payees = columns(.payee, where: { $0.letters > 0 })
    otherNames = Set(
      payees.filter { column in
        HeaderWords.key(CellText.plain(table.cell(header.row, column))).split(separator: " ").contains {
          HeaderVocabulary.shared.classes(of: String($0)).contains(.category) || Self.owners.contains($0)
        }
      })
    payer = columns(.payer, where: { $0.letters > 0 }).first
    texts = columns(.text, where: { $0.filled > 0 && !$0.isNoText }).sorted()
    if texts.isEmpty, payees.isEmpty {
      texts = header.meanings.indices.filter {
        header.meanings[$0] == nil && contents[$0].letters > 0 && !contents[$0].isDates
      }
    }
    bankID = columns(.bankID, where: { $0.filled > 0 }).first
    // Some banks print the state in a column of another name, such as "Info".
    status =
      columns(.status, where: \.isStates).first ?? contents.indices.first { contents[$0].isStates }
      ?? columns(.status, where: { $0.filled > 0 }).first
    texts.removeAll { $0 == status }
    let accounts = columns(.account, where: { $0.filled > 0 })
    // An account after the other party is that party's.
    let party = (payees + [payer].compactMap { $0 }).min()
    account = accounts.first { $0 < party ?? .max }
    let others = accounts.filter { $0 > party ?? .max }
    counterAccount = (columns(.counterAccount, where: { $0.filled > 0 }) + others).first
    category = columns(.category, where: { $0.letters > 0 }).first
    kind = columns(.kind, where: { $0.filled > 0 }).first
    fee = columns(.fee, where: \.isNumbers).first
  }

  /// Takes a column of an unknown name for the other side if each row has a number in one of both.
  private mutating func findOtherSide(_ table: CSVTable, _ header: CSVHeader, _ contents: [ColumnContent]) {
    guard case .sides(let debit, let credit) = movement, debit == nil || credit == nil else { return }
    let rows = (firstRow..<table.count).filter { row in
      dates.contains { PrintedDate(table.cell(row, $0)) != nil }
    }
    func value(_ row: Int, _ column: Int?) -> Int64 { column.flatMap { Self.value(table, row, $0) } ?? 0 }
    let other = contents.indices.first { column in
      header.meanings[column] == nil && contents[column].numbers > contents[column].zeros
        && rows.allSatisfy { (value($0, column) == 0) != (value($0, debit ?? credit) == 0) }
    }
    guard let other else { return }
    movement = .sides(debit: debit ?? other, credit: credit ?? other)
    let chain = balance.map { balance in
      BalanceChain(table, firstRow..<table.count, balance: balance) {
        value($0, credit ?? other) - abs(value($0, debit ?? other))
      }
    }
    if chain?.share != 1 { unprovenSide = other }
  }

  /// Takes the amount in the account's currency if another one is in the currencies of the shops.
  ///
  /// The account's has its currency in its header, or the same currency in every row next to it.
  private mutating func preferOwnAmount(
    _ table: CSVTable, _ header: CSVHeader, _ amounts: [Int], _ contents: [ColumnContent]
  ) {
    guard case .amount(let first) = movement, amounts.count > 1 else { return }
    func currencies(_ amount: Int) -> (column: Int?, count: Int) {
      if PrintedCurrency.inHeader(table.cell(header.row, amount)) != nil { return (nil, 1) }
      let end = amounts.filter { $0 > amount }.min() ?? contents.count
      guard let column = (amount..<end).first(where: { contents[$0].isCurrencies }) else { return (nil, 0) }
      let rows = (header.row + 1..<table.count).prefix(ColumnContent.rowsMax)
      return (column, Set(rows.map { Array(table.trimmed($0, column)) }.filter { !$0.isEmpty }).count)
    }
    guard currencies(first).count > 1,
      let own = amounts.first(where: {
        currencies($0).count == 1 && contents[$0].filled * 10 >= contents[first].filled * 9
      })
    else { return }
    (movement, currency) = (.amount(own), currencies(own).column)
  }

  /// Leaves out a column of currencies if the header names that of the amounts, which is one of them.
  private mutating func leaveOutShopCurrency(_ table: CSVTable, _ header: CSVHeader) {
    guard let column = currency, let amount = amounts.first,
      let own = PrintedCurrency.inHeader(table.cell(header.row, amount))
    else { return }
    let named = Set((firstRow..<table.count).compactMap { PrintedCurrency.certain(table.trimmed($0, column)) })
    if named.count > 1, named.contains(own) { (currency, shopCurrency) = (nil, column) }
  }

  private static let owners: Set<Substring> = [
    "bic", "swift", "holder", "owner", "karteninhabers", "inhaber", "kontoinhabers", "kontoinhaber",
    "titulaire", "titular",
  ]

  private static func movement(
    _ header: CSVHeader, _ contents: [ColumnContent],
    _ columns: (ColumnRole, (ColumnContent) -> Bool) -> [Int]
  ) -> Movement? {
    if let out = columns(.sourceAmount, \.isNumbers).first,
      let paidIn = columns(.targetAmount, \.isNumbers).first,
      let direction = columns(.direction, \.isDirections).first
    {
      return .exchanged(out: out, in: paidIn, direction: direction)
    }
    var amounts = columns(.amount, \.isNumbers)
    if amounts.contains(where: { contents[$0].zeros < contents[$0].numbers }) {
      amounts.removeAll { contents[$0].zeros == contents[$0].numbers }
    }
    let debit = columns(.debit, \.isNumbers).first ?? columns(.debit, { $0.filled == 0 }).first
    let credit = columns(.credit, \.isNumbers).first ?? columns(.credit, { $0.filled == 0 }).first
    let fullest = amounts.map { contents[$0].filled }.max() ?? 0
    if let amount = amounts.first(where: { contents[$0].filled * 10 >= fullest * 9 }) {
      let sides = (debit.map { contents[$0].numbers } ?? 0) + (credit.map { contents[$0].numbers } ?? 0)
      let isWhole = contents[amount].filled >= sides && (contents[amount].negatives > 0 || sides == 0)
      if isWhole || debit == nil && credit == nil {
        let directions = contents.indices.filter { contents[$0].isDirections && $0 != amount }
        if let direction = directions.first(where: { header.meanings[$0]?.role == .direction })
          ?? directions.first(where: { contents[$0].tellsDirections(of: contents[amount]) })
        {
          return .directed(amount, direction: direction)
        }
        return .amount(amount)
      }
      if debit == nil || credit == nil, contents[amount].filled > sides { return .amount(amount) }
    }
    guard debit.map({ contents[$0].numbers > 0 }) ?? false || credit.map({ contents[$0].numbers > 0 }) ?? false
    else { return nil }
    return .sides(debit: debit, credit: credit)
  }
}

// MARK: - Given by the person

extension CSVColumns {
  /// The columns of an option, as numbers from 1, and nothing but those.
  init?(_ given: [ColumnRole: Int], firstRow: Int) {
    func column(_ role: ColumnRole) -> Int? { given[role].map { $0 - 1 } }
    guard let date = column(.date) ?? column(.valueDate) else { return nil }
    let movement: Movement
    if let out = column(.sourceAmount), let paidIn = column(.targetAmount), let direction = column(.direction) {
      movement = .exchanged(out: out, in: paidIn, direction: direction)
    } else if let amount = column(.amount) {
      movement = column(.direction).map { .directed(amount, direction: $0) } ?? .amount(amount)
    } else if given[.debit] != nil || given[.credit] != nil {
      movement = .sides(debit: column(.debit), credit: column(.credit))
    } else {
      return nil
    }
    self.init(movement: movement, firstRow: firstRow, reason: "given")
    dates = [date]
    (valueDate, balance, fee) = (column(.valueDate), column(.balance), column(.fee))
    (currency, arrivingCurrency) = (column(.currency) ?? column(.sourceCurrency), column(.targetCurrency))
    payees = [column(.payee)].compactMap { $0 }
    texts = [column(.text)].compactMap { $0 }
    (payer, bankID, status, category, kind) =
      (column(.payer), column(.bankID), column(.status), column(.category), column(.kind))
    (account, counterAccount) = (column(.account), column(.counterAccount))
  }

  /// Returns a question about a column of an unknown name that may be money in or out.
  func sideQuestion(_ table: CSVTable, _ header: CSVHeader?) -> BankFileQuestion? {
    guard let unprovenSide, let header, case .sides(let debit?, let credit?) = movement else { return nil }
    let text = (payees.first ?? texts.first).map { ",text=\($0 + 1)" } ?? ""
    let value = "date=\((dates.first ?? 0) + 1)\(text),debit=\(debit + 1),credit=\(credit + 1)"
    let name = CellText.excerpt(table.cell(header.row, unprovenSide))
    return BankFileQuestion(
      topic: .columns, line: table.line(of: header.row),
      text: "nothing shows whether the numbers of “\(name)” are money in or out",
      choices: [
        .init(value: value, example: debit == unprovenSide ? "they are money out" : "they are money in")
      ])
  }

  /// Returns the roles with the names or numbers of their columns, for the explanation.
  func description(_ table: CSVTable, header: Int?) -> String {
    func name(_ column: Int) -> String {
      let text = header.map { CellText.excerpt(table.cell($0, column)) } ?? ""
      return text.isEmpty ? "column \(column + 1)" : "“\(text)”"
    }
    var parts = dates.first.map { ["date \(name($0))"] } ?? []
    switch movement {
    case .amount(let column): parts.append("amount \(name(column))")
    case .directed(let column, let direction):
      parts.append("amount \(name(column)) with the direction in \(name(direction))")
    case .exchanged(let out, let paidIn, let direction):
      parts += ["money out \(name(out))", "money in \(name(paidIn)), by the direction in \(name(direction))"]
    case .sides(let debit, let credit):
      if let debit { parts.append("money out \(name(debit))") }
      if let credit { parts.append("money in \(name(credit))") }
    }
    for (role, column) in [
      ("balance", balance), ("currency", currency), ("payee", payees.first), ("payer", payer),
      ("identifier", bankID), ("account", account),
    ] {
      if let column { parts.append("\(role) \(name(column))") }
    }
    if !texts.isEmpty { parts.append("text " + texts.map(name).joined(separator: ", ")) }
    return parts.joined(separator: "; ")
  }
}
