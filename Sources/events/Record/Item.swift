internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

private enum Options {
  static let name = Option.value("name", "NAME", "The new name")
  static let amount = Option.value("amount", "AMOUNT", "The new amount")
  static let quantity = Option.value("quantity", "Q", "The quantity: 2, 0.792; an empty text removes it")
  static let category = Option.value(
    "category", "KEY", "Its category, if not the receipt's; an empty text removes it")
}

extension Command {
  static let item = Command(
    path: ["item"], section: .record, summary: "List, add, change or remove the line items of a receipt",
    subcommands: [
      Command(
        path: ["item", "list"], section: .look,
        summary: "List a receipt's items, and items read from its paper",
        operands: [.receipt], shared: Option.looking,
        run: onLedger { ledger in
          let id = try ledger.transaction()
          let detail = try ledger.book.transaction(id)
          return try ledger.show(ItemsAnswer(detail, read: try ledger.book.itemsRead(of: id)))
        }),
      Command(
        path: ["item", "add"], section: .record, summary: "Add a line item to a receipt",
        operands: [
          .receipt, Operand("NAME", "The name"),
          Operand("AMOUNT", "The price of the whole line in the receipt's currency; negative for a return"),
        ],
        options: [Options.quantity, Options.category],
        run: onLedger(addItem)),
      Command(
        path: ["item", "take"], section: .record, summary: "Record items that were read from the paper",
        operands: [
          .receipt,
          Operand(
            "N", "Their numbers in the list of items read (default: all)", isOptional: true,
            repeats: true),
        ],
        run: onLedger(takeItems)),
      Command(
        path: ["item", "change"], section: .record, summary: "Change a line item",
        operands: [.receipt, .item],
        options: [Options.name, Options.amount, Options.quantity, Options.category],
        run: onLedger(changeItem)),
      Command(
        path: ["item", "remove"], section: .record, summary: "Remove a line item; item restore brings it back",
        operands: [.receipt, .item], shared: Option.destroying, run: onLedger(removeItem)),
      Command(
        path: ["item", "restore"], section: .record, summary: "Restore a removed line item",
        operands: [.receipt, .item],
        run: onLedger { ledger in
          let id = try ledger.transaction()
          let item = try ledger.item(of: try ledger.book.transaction(id), removed: true)
          let done = try ledger.book.perform(.restoreItem(item.id), on: id)
          return try ledger.show(.receipt(done, id, unchanged: "it is there"))
        }),
    ])

  private static func addItem(_ ledger: OpenLedger) throws -> ExitCode {
    let id = try ledger.transaction()
    let row = try ledger.book.transaction(id).row
    let operands = ledger.arguments.operands
    let money = try Values.amount(
      sum: operands[2], row.amount?.currency ?? ledger.settings.currency, ledger.locale)
    let item = LineItem(
      name: operands[1], quantity: ledger.arguments[Options.quantity], money: money,
      category: ledger.arguments[Options.category])
    let added = try ledger.book.addItems([item], to: id, expression: Values.computation(operands[2]))
    return try report(added, on: id, ledger)
  }

  private static func takeItems(_ ledger: OpenLedger) throws -> ExitCode {
    let id = try ledger.transaction()
    let detail = try ledger.book.transaction(id)
    let read = try ledger.book.itemsRead(of: id)
    guard !read.isEmpty else {
      throw Failure(
        .no, "no items were read off this receipt's paper",
        advice: "Add one: events item add \(try ledger.notation.short(id)) NAME AMOUNT")
    }
    let numbers = try ledger.arguments.operands.dropFirst().map { text throws(Failure) -> Int in
      guard let number = Int(text), read.indices.contains(number - 1) else {
        throw .usage("an item's number is from 1 to \(read.count), not “\(text)”", command: "item take")
      }
      return number - 1
    }
    let currency = detail.row.amount?.currency ?? ledger.settings.currency
    let present = detail.state.lineItems.compactMap(\.content)
    var items: [LineItem] = []
    for index in numbers.isEmpty ? Array(read.indices) : numbers {
      let item = read[index]
      let units: Int64
      do throws(AmountError) {
        units = try AmountParser.minorUnits(decimal: item.price, currency: currency)
      } catch {
        throw Failure(error.refusal(in: ledger.locale).about("the price of \(item.name)"))
      }
      let money = Money(minorUnits: units, currency: currency)
      let isThere = present.contains { $0.name.utf8.elementsEqual(item.name.utf8) && $0.money == money }
      if !isThere { items.append(LineItem(name: item.name, quantity: item.quantity, money: money)) }
    }
    return try report(try ledger.book.addItems(items, to: id), on: id, ledger)
  }

  private static func report(
    _ added: (done: Done, items: [LineItemID]), on id: TransactionID, _ ledger: OpenLedger
  ) throws -> ExitCode {
    try ledger.show(
      .receipt(
        added.done, id, unchanged: "they are recorded already",
        ["items": .strings(added.items.map(\.description))]))
  }

  private static func changeItem(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    let given = [Options.name, Options.amount, Options.quantity, Options.category]
    guard given.contains(where: { arguments.has($0) }) else {
      throw Failure.usage(
        "“item change” needs what to change: --name, --amount, --quantity or --category", command: "item change"
      )
    }
    let id = try ledger.transaction()
    let detail = try ledger.book.transaction(id)
    let item = try ledger.item(of: detail)
    let currency = detail.row.amount?.currency ?? item.money.value?.currency ?? ledger.settings.currency
    let edit = LineItemEdit(
      name: arguments[Options.name], quantity: arguments[Options.quantity],
      money: try arguments[Options.amount].map { text throws(Failure) in
        try Values.amount(sum: text, currency, ledger.locale)
      }, category: arguments[Options.category],
      expression: Values.computation(arguments[Options.amount]))
    let done = try ledger.book.perform(.changeItem(item.id, edit), on: id)
    return try ledger.show(.receipt(done, id, unchanged: "it is so already"))
  }

  private static func removeItem(_ ledger: OpenLedger) throws -> ExitCode {
    let id = try ledger.transaction()
    let detail = try ledger.book.transaction(id)
    let item = try ledger.item(of: detail)
    return try ledger.perform(try ledger.book.plan(.removeItem(item.id), on: id, reach: .this))
  }
}

extension Operand {
  static let item = Operand("ITEM", "The item: its number in the list, its name, or the beginning of its id")
}

extension OpenLedger {
  /// Returns the item that the second operand names: a number, a name, or the beginning of an id.
  ///
  /// - Parameter removed: Among those that were removed, or whose removal waits.
  func item(of detail: TransactionDetail, removed: Bool = false) throws(Failure) -> LineItemState {
    let text = arguments.operands[1]
    let items = detail.state.items.filter { item in
      item.isKnown && (removed ? !item.isPresent || item.removal.pending != nil : item.isPresent)
    }
    if let number = Int(text), text.utf8.count <= 6, items.indices.contains(number - 1) {
      return items[number - 1]
    }
    let key = NFC.foldedKey(text)
    var found = items.filter { $0.name.value.map { NFC.foldedKey($0) == key } ?? false }
    if found.isEmpty, text.utf8.count >= 4 {
      found = items.filter { $0.id.description.hasPrefix(text.lowercased()) }
    }
    if found.count == 1 { return found[0] }
    let list = items.enumerated().prefix(20).map { index, item in
      "\(removed ? String(item.id.description.prefix(8)) : "\(index + 1)")  \(item.name.value ?? "")"
    }
    if found.isEmpty {
      let what = removed ? "no removed item" : "no item"
      throw Failure(
        .noInput, "this receipt has \(what) “\(text)”",
        advice: items.isEmpty ? [removed ? "No item was removed" : "It has no items"] : ["There is:"] + list)
    }
    throw Failure(
      .noInput, "“\(text)” could be \(counted(found.count, "item")); name one by its id",
      advice: found.map { "\($0.id)  \($0.money.value.map { notation.words($0) } ?? "")" })
  }
}
