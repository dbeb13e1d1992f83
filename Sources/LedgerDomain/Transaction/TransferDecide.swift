extension TransactionState {
  /// Records a transfer between two accounts.
  static func transfer(
    _ request: TransferRequest, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    [.transferRecorded(try transferRecorded(request, isReceivedTyped: request.received != nil, context))]
  }

  /// Returns a transfer to record, checked and in form C.
  ///
  /// - Parameter isReceivedTyped: Whether a person gave the amount that arrives now, so that it is not dropped.
  static func transferRecorded(
    _ request: TransferRequest, isReceivedTyped: Bool, _ context: DecisionContext
  ) throws(Rejection) -> TransactionEvent.TransferRecorded {
    let halves = try TransferHalves(
      money: request.money, received: request.received.map(Amount.init),
      account: try required(request.account, .account, context),
      toAccount: try required(request.toAccount, .toAccount, context)
    ).checked(isReceivedTyped: isReceivedTyped, context)
    for name in [halves.account, halves.toAccount] {
      if let account = context.account(name), account.isClosed { throw .accountIsClosed(account.name) }
    }
    let category = try request.category.map { (key) throws(Rejection) in try Self.category(key, context) }
    try halves.check(category: category, context)
    let tags = Set(try normalizedTags(request.tags))
    return TransactionEvent.TransferRecorded(
      origin: request.origin, on: context.today, money: halves.money, received: halves.received?.money,
      date: request.date, account: halves.account, toAccount: halves.toAccount, category: category,
      vendor: try text(request.vendor, .vendor), note: try text(request.note, .note),
      tags: tags.sortedByBytes(), expression: try expression(request.expressions.money),
      receivedExpression: halves.received == nil ? nil : try expression(request.expressions.received))
  }

  /// Corrects one field of a transfer, or returns `nil` if the field is no part of a half.
  func correctHalf(
    _ field: TransactionField, _ value: FieldValue?, expression: String?, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent]? {
    var edit = TransferEdit()
    switch field {
    case .toAccount:
      guard let text = value?.text else { throw .required(field) }
      edit.toAccount = text
    case .received:
      guard let money = value?.amount?.money else { throw .required(field) }
      edit.received = money
      edit.expressions.received = expression
    case .account where isWholeTransfer:
      guard let text = value?.text else { throw .required(field) }
      edit.account = text
    case .total where isWholeTransfer:
      guard let money = value?.amount?.money else { throw .required(field) }
      edit.money = money
      edit.expressions.money = expression
    case .currency where isWholeTransfer:
      guard let currency = value?.amount?.currency else { throw .required(field) }
      edit.money = try amount(in: currency).money
    case .vendor, .date, .total, .currency, .category, .payment, .group, .note, .kind, .account: return nil
    }
    return try correctTransfer(edit, context)
  }

  /// Corrects the halves of a transfer. The result as a whole has to be right.
  func correctTransfer(
    _ edit: TransferEdit, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    guard kind.value == .transfer || edit.changesKind else { throw .notATransfer }
    guard let money = edit.money ?? amount.value?.money else { throw .required(.total) }
    guard let account = edit.account ?? account.value else { throw .required(.account) }
    guard let toAccount = edit.toAccount ?? toAccount.value else { throw .required(.toAccount) }
    var known = context
    for text in [self.account.value, self.toAccount.value] { known.accounts?.keep(text) }
    let halves = try TransferHalves(
      money: money, received: edit.received.map(Amount.init) ?? received.value,
      account: try Self.required(account, .account, known),
      toAccount: try Self.required(toAccount, .toAccount, known)
    ).checked(isReceivedTyped: edit.received != nil, context)
    for text in [edit.account == nil ? nil : halves.account, edit.toAccount == nil ? nil : halves.toAccount] {
      if let text, let row = context.account(text), row.isClosed { throw .accountIsClosed(row.name) }
    }
    let category = try edit.category.map { (key) throws(Rejection) in try Self.category(key, context) }
    try halves.check(category: category ?? self.category.value, context)
    let expressions = TransferRequest.Expressions(
      money: try Self.expression(edit.expressions.money),
      received: try Self.expression(edit.expressions.received))
    return events(turningInto: halves, category: category, expressions, changesKind: edit.changesKind)
  }

  private func events(
    turningInto halves: TransferHalves, category: String?, _ expressions: TransferRequest.Expressions,
    changesKind: Bool
  ) -> [TransactionEvent] {
    var events: [TransactionEvent] = []
    func correct(_ field: TransactionField, to value: FieldValue, _ expression: String? = nil) {
      let from = self.value(of: field)
      if from == value, !conflictingFields.contains(field) { return }
      events.append(
        .fieldCorrected(
          TransactionEvent.FieldCorrected(field: field, from: from, to: value, expression: expression)))
    }
    if changesKind { correct(.kind, to: .text(TransactionKind.transfer.rawValue)) }
    correct(.total, to: .amount(Amount(halves.money)), expressions.money)
    correct(.account, to: .text(halves.account))
    let isReceivedSettled = received.isSettled(on: halves.received)
    let changed = TransactionEvent.TransferChanged(
      received: isReceivedSettled ? nil : ChangedValue(from: received.value, to: halves.received),
      toAccount: toAccount.isSettled(on: halves.toAccount)
        ? nil : TextChange(from: toAccount.value, to: halves.toAccount),
      expression: isReceivedSettled || halves.received == nil ? nil : expressions.received)
    if changed.received != nil || changed.toAccount != nil { events.append(.transferChanged(changed)) }
    if let category { correct(.category, to: .text(category)) }
    return events
  }

  private static func required(
    _ typed: String, _ field: TransactionField, _ context: DecisionContext
  ) throws(Rejection) -> String {
    guard let text = try context.accountText(typed, field) else { throw .required(field) }
    return text
  }

  /// Whether it is a transfer of which both accounts are known.
  package var isWholeTransfer: Bool { kind.value == .transfer && toAccount.value != nil }
}

/// Both halves of a transfer.
private struct TransferHalves {
  let money: Money
  var received: Amount?
  let account: String
  let toAccount: String

  /// Returns the halves as they are recorded. The amount that arrived is absent if it is the one that left.
  ///
  /// - Parameter isReceivedTyped: Whether a person gave the amount that arrives now, so that it is not dropped.
  func checked(
    isReceivedTyped: Bool, _ context: DecisionContext
  ) throws(Rejection) -> TransferHalves {
    try TransactionState.check(money)
    guard money.minorUnits != 0 else { throw .zeroAmount }
    guard money.minorUnits > 0, received?.minorUnits ?? 1 > 0 else { throw .backwardsTransfer }
    guard AccountState.key(of: account) != AccountState.key(of: toAccount) else { throw .sameAccount(account) }
    if let source = context.account(account), source.currency != money.currency {
      throw .accountCurrency(account: source.name, currency: source.currency, given: money.currency)
    }
    var halves = self
    let target = context.account(toAccount)
    let arriving = target?.currency ?? received?.currency ?? money.currency
    if arriving == money.currency {
      guard !isReceivedTyped || received?.money == money else { throw .sameCurrency(money.currency) }
      halves.received = nil
      return halves
    }
    guard let received, isReceivedTyped || received.currency == arriving, let given = received.money else {
      throw .receivedIsMissing(account: target?.name ?? toAccount, currency: arriving)
    }
    guard received.currency == arriving else {
      throw .accountCurrency(account: target?.name ?? toAccount, currency: arriving, given: received.currency)
    }
    try TransactionState.check(given)
    return halves
  }

  /// Checks that money which leaves the budget has a category.
  func check(category: String?, _ context: DecisionContext) throws(Rejection) {
    guard category == nil, let target = context.account(toAccount), target.terms.kind == .tracking else {
      return
    }
    let source = context.account(account)
    guard source?.terms.kind != .tracking else { return }
    throw .transferNeedsCategory(from: source?.name ?? account, to: target.name)
  }
}
