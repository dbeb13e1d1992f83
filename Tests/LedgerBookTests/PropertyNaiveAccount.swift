import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections

/// An account as the naive model sees it: an opening gives its name only if no other one counts.
struct NaiveAccount {
  let stream: StreamID
  private var key: NaiveText?
  private var names = NaivePlace<NaiveText>()
  private var ranks = NaivePlace<Int64>()
  private var terms = NaivePlace<JSONValue>()
  private var closed = NaivePlace<Bool>()

  init(_ stream: StreamID, _ facts: [NaiveFact]) {
    self.stream = stream
    for fact in facts.sorted(by: NaiveFact.isBefore) where !fact.isUnknown {
      switch fact.type {
      case "AccountOpened":
        key = key ?? fact.payload["key"]?.text.map(NaiveText.init)
        if terms.value == nil {
          names.write(fact.payload["name"]?.text.map(NaiveText.init), "set", fact)
          ranks.write(fact.payload["rank"]?.number, "set", fact)
        }
        terms.write(
          .array(["kind", "on", "opening"].map { fact.payload[$0] ?? .null }), "set", fact)
      case "AccountRenamed": names.write(fact.payload["to"]?.text.map(NaiveText.init), "set", fact)
      case "AccountMoved": ranks.write(fact.payload["to"]?.number, "set", fact)
      case "AccountClosed": closed.write(true, "set", fact)
      case "AccountReopened": closed.write(false, "set", fact)
      case "AccountWithdrawn": terms.write(nil, "set", fact)
      default: break
      }
    }
  }

  /// An account that transactions mention and nobody opened.
  init(key: NaiveText) {
    stream = StreamID(kind: "account", id: .zero)
    self.key = key
  }

  /// Its key, if an opening counts.
  var openKey: NaiveText? { terms.value == nil ? nil : key }
  var name: NaiveText? { names.value }
  var kind: String { terms.value?.elements[0].text ?? "budget" }
  var opening: JSONValue? { terms.value?.elements[2] }
  var openingDay: Int? { terms.value?.elements[1].text.flatMap(NaiveDate.day) }
  var openingMonth: Int? { terms.value?.elements[1].text.flatMap(NaiveBudget.month) }
  var rank: Int64 { ranks.value ?? 0 }
  var isClosed: Bool { closed.value == true }

  var row: [String: String]? {
    guard let key, let terms = terms.value?.elements else { return nil }
    let day = terms[1].text.flatMap(NaiveDate.day) ?? 0
    return [
      "id": NaiveTransaction.blob(stream.id), "key": key.quoted, "name": (name ?? key).quoted,
      "kind": NaiveText(kind).quoted, "currency": NaiveText(opening?["currency"]?.text ?? "?").quoted,
      "opening": String(opening?["minorUnits"]?.number ?? 0), "opened_on": String(day), "rank": String(rank),
      "closed": isClosed ? "1" : "0",
    ]
  }
}

extension NaiveBook {
  /// Accounts with what they hold, looked at transaction by transaction.
  var accountLines: [String] {
    struct Line {
      let order: (kind: Int, isImplied: Int, rank: Int64, key: NaiveText)
      let text: String
    }
    /// What a transaction adds to the account.
    func movements(_ transaction: NaiveTransaction, _ key: NaiveText) -> [(currency: String, units: Int64)] {
      transaction.movements.filter { NaiveText($0.account.description.lowercased()) == key }.compactMap(\.money)
    }
    let opened = accounts.filter { $0.openKey != nil }
    let mentioned = Set(
      everSaved.flatMap(\.movements).filter { $0.money != nil && !$0.account.bytes.isEmpty }
        .map { NaiveText($0.account.description.lowercased()) })
    let implied = mentioned.subtracting(opened.compactMap(\.openKey))
    var lines: [Line] = []
    for (account, key) in opened.map({ ($0, $0.openKey ?? NaiveText("")) })
      + implied.map({ (NaiveAccount(key: $0), $0) })
    {
      var texts: [String] = []
      let ever = everSaved.flatMap { movements($0, key) }
      let all = saved.flatMap { movements($0, key) }
      let cleared = saved.filter(\.isCleared).flatMap { movements($0, key) }
      for currency in Set(ever.map(\.currency) + [account.opening?["currency"]?.text ?? ""])
      where !currency.isEmpty {
        let start = account.opening?["currency"]?.text == currency ? account.opening?["minorUnits"]?.number : 0
        func balance(_ movements: [(currency: String, units: Int64)], hasBegun: Bool) -> Int64 {
          movements.filter { $0.currency == currency }.reduce(hasBegun ? start ?? 0 : 0) { $0 + $1.units }
        }
        let hasBegun = account.openingDay ?? 0 <= day
        let present = balance(all, hasBegun: hasBegun)
        let counts = [all, ever].map { $0.count { $0.currency == currency } }
        texts.append(
          """
          \(present) \(balance(cleared, hasBegun: hasBegun)) \(currency) \(counts[0]), later \
          \(balance(ever, hasBegun: true) - present) \(counts[1] - counts[0])
          """)
      }
      let isImplied = account.openKey == nil
      lines.append(
        Line(
          order: (account.kind == "budget" ? 0 : 1, isImplied ? 1 : 0, account.rank, key),
          text: """
            \(key) \(isImplied ? "-" : "\(account.name ?? key)") \(account.kind) \(account.isClosed) \
            \(texts.sorted())
            """))
    }
    return lines.sorted { $0.order < $1.order }.map(\.text)
  }
}

extension Book {
  func accountLines() throws -> [String] {
    try accounts().map { account in
      let balances = account.balances.map {
        """
        \($0.balance.minorUnits) \($0.cleared.minorUnits) \($0.balance.currency.code) \($0.count), later \
        \($0.upcoming.minorUnits) \($0.upcomingCount)
        """
      }
      return """
        \(account.key) \(account.row == nil ? "-" : account.name) \(account.kind.rawValue) \(account.isClosed) \
        \(balances.sorted())
        """
    }
  }
}
