import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport

// What the people of a random history do with accounts.
extension PropertyWorld {
  /// Opens, renames, moves, closes or opens an account again.
  mutating func changeAccount(in scene: PropertyScene) throws -> String {
    let book = scene.device.book
    let accounts = try book.accounts()
    if let closed = random.maybe(60, accounts.filter(\.isClosed).map(\.key)) {
      return "reopen account \(closed) \(try book.reopenAccount(key: closed).checked(book).positions)"
    }
    if random.chance(40) || accounts.isEmpty {
      let name = random.one(of: PropertyValues.accountNames)
      let outcome = try book.openAccount(
        name: name, kind: random.one(of: AccountKind.allCases),
        opening: Money(minorUnits: random.chance(50) ? 0 : random.minorUnits(), currency: random.currency()),
        on: random.chance(50) ? random.date() : nil)
      return "open account \(name) \(try outcome.checked(book).positions)"
    }
    let key = random.chance(3) ? "nobody's" : random.one(of: accounts).key
    switch random.weighted([(25, 0), (35, 1), (35, 2), (5, 3)]) {
    case 0:
      let name = random.one(of: PropertyValues.accountNames)
      return
        "rename account \(key) to \(name) \(try book.renameAccount(key: key, to: name).checked(book).positions)"
    case 1:
      let kind = accounts.first { $0.key == key }?.kind
      let other = random.maybe(70, accounts.filter { $0.key != key && $0.kind == kind }.map(\.key))
      let outcome = try book.moveAccount(key: key, before: other)
      return "move account \(key) before \(other ?? "none") \(try outcome.checked(book).positions)"
    case 2:
      let other = random.maybe(40, accounts.map(\.key)).map {
        AccountClosing(
          account: $0, amount: random.maybe(20, [random.money()]),
          category: random.maybe(50, PropertyValues.categories)
        )
      }
      let outcome = try book.closeAccount(key: key, movingMoneyTo: other)
      return "close account \(key), money to \(other?.account ?? "none") \(try outcome.checked(book).positions)"
    default: return "reopen account \(key) \(try book.reopenAccount(key: key).checked(book).positions)"
    }
  }
}

extension PropertyWorld {
  /// Records a transfer, or corrects the halves of one.
  mutating func moveMoney(in scene: PropertyScene) throws -> String {
    let book = scene.device.book
    let accounts = try book.accounts()
    let known = try book.log.streams(kind: "transaction").map { TransactionID($0.id) }
    let transfers = known.filter { (try? book.transaction($0).row.kind) == .transfer }
    if random.chance(transfers.isEmpty ? 5 : 60), let id = random.maybe(95, transfers) ?? known.last {
      let target = random.maybe(50, accounts)
      let edit = TransferEdit(
        money: random.maybe(40, [random.money()]),
        received: random.maybe(
          40, [random.money(), Money(minorUnits: 900, currency: target?.currency ?? .usd)]),
        account: random.maybe(25, accounts.map(\.text)),
        toAccount: target?.text ?? random.maybe(60, PropertyValues.accounts),
        category: random.maybe(30, PropertyValues.categories))
      return
        "correct transfer \(id) \(try book.perform(.correctTransfer(edit), on: id).checked(book).positions)"
    }
    let source = random.maybe(80, accounts.filter { !$0.isClosed })
    let target = random.maybe(80, accounts.filter { !$0.isClosed && $0.key != source?.key })
    let currency = random.chance(85) ? source?.currency : nil
    let money = Money(minorUnits: random.number(1...90_000), currency: currency ?? random.currency())
    let arriving = target?.currency ?? money.currency
    let differs = random.chance(arriving == money.currency ? 10 : 85)
    let request = TransferRequest(
      money: random.chance(4) ? random.money() : money,
      received: differs ? Money(minorUnits: random.number(1...90_000), currency: arriving) : nil,
      date: random.date(), from: source?.text ?? random.one(of: PropertyValues.accounts),
      to: target?.text ?? random.one(of: PropertyValues.accounts),
      category: random.maybe(60, PropertyValues.categories), note: random.maybe(20, PropertyValues.notes),
      tags: random.some(10, of: PropertyValues.tags))
    return "transfer \(try book.transfer(request, opensAccounts: !random.chance(15)).checked(book).positions)"
  }
}

extension PropertyValues {
  /// Two of them are names of one account.
  static let accountNames = ["Giro", "GIRO", "Cash box", "Purse", "Caf\u{e9}", "Cafe\u{301}", " "]
}
