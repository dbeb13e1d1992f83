import LedgerDomain
import LedgerTestSupport

/// What happened in the accounts of a household, as a test knows it.
struct TrueHistory {
  enum Sort: Equatable {
    /// Money spent, by category. The sum is negative for a refund.
    case spent(account: String, parts: [(category: String, units: Int64)])
    case earned(account: String, category: String, units: Int64)
    case moved(from: String, to: String, units: Int64)
    /// Money that changed its currency on the way.
    case exchanged(from: String, to: String, units: Int64, arrived: Int64)
    /// A salary of which a part was kept back.
    case salary(account: String, earned: Int64, tax: Int64)

    static func == (one: Sort, other: Sort) -> Bool { "\(one)" == "\(other)" }
  }

  struct Event {
    let date: CivilDate
    let payee: String
    let sort: Sort
  }

  static let accounts = ["Giro", "Savings", "Wallet"]
  static let abroad = "Dollars"
  static let categories = ["food", "home", "fun"]

  let openings: [(account: String, units: Int64)]
  let events: [Event]

  /// A history that a format can express.
  struct Ability {
    var splits = true
    var refunds = true
    var exchanges = true
    var salaries = true
  }

  init(seed: UInt64, count: Int, _ ability: Ability = Ability()) {
    var random = SeededGenerator(seed: seed)
    let first = day("2025-01-01")
    func amount(_ max: Int64 = 9_999) -> Int64 { Int64.random(in: 1...max, using: &random) }
    func account() -> String { Self.accounts.randomElement(using: &random) ?? "" }
    openings = Self.accounts.map { ($0, amount(100_000)) }
    var events: [Event] = []
    for number in 0..<count {
      let date = first.adding(days: 1 + Int.random(in: 0..<200, using: &random))
      var sort = Sort.earned(account: account(), category: "salary", units: amount())
      switch Int.random(in: 0..<12, using: &random) {
      case 0...3:
        let categories = Self.categories.shuffled(using: &random)
          .prefix(ability.splits ? Int.random(in: 1...3, using: &random) : 1)
        let isRefund = ability.refunds && Int.random(in: 0..<4, using: &random) == 0
        sort = .spent(account: account(), parts: categories.map { ($0, amount() * (isRefund ? -1 : 1)) })
      case 4...7:
        let two = Self.accounts.shuffled(using: &random)
        // Often the same amount, so that another movement could be taken for the other half.
        sort = .moved(from: two[0], to: two[1], units: Bool.random(using: &random) ? 5_000 : amount())
      case 8: sort = .earned(account: account(), category: "salary", units: 5_000)
      case 9 where ability.exchanges:
        sort = .exchanged(from: account(), to: Self.abroad, units: amount(), arrived: amount())
      case 10 where ability.salaries:
        let tax = amount(1_000)
        sort = .salary(account: account(), earned: tax + amount(), tax: tax)
      default: break
      }
      events.append(Event(date: date, payee: "Payee \(number)", sort: sort))
    }
    self.events = events.sorted { $0.date < $1.date }
  }

  /// The figures that follow from the history.
  var figures: Figures {
    var figures = Figures()
    for opening in openings { figures.balances[opening.account, default: 0] += opening.units }
    for event in events {
      switch event.sort {
      case .spent(let account, let parts):
        for part in parts {
          figures.balances[account, default: 0] -= part.units
          figures.spent[part.category, default: 0] += part.units
        }
      case .earned(let account, let category, let units):
        figures.balances[account, default: 0] += units
        figures.earned[category, default: 0] += units
      case .moved(let from, let to, let units):
        figures.balances[from, default: 0] -= units
        figures.balances[to, default: 0] += units
        figures.transfers += 1
      case .exchanged(let from, let to, let units, let arrived):
        figures.balances[from, default: 0] -= units
        figures.balances[to, default: 0] += arrived
        figures.transfers += 1
      case .salary(let account, let earned, let tax):
        figures.balances[account, default: 0] += earned - tax
        figures.earned["salary", default: 0] += earned
        figures.spent["tax", default: 0] += tax
      }
    }
    figures.spent = figures.spent.filter { $0.value != 0 }
    return figures
  }
}

/// Sums that a history and a ledger must agree on, in minor units.
struct Figures: Equatable {
  var balances: [String: Int64] = [:]
  var spent: [String: Int64] = [:]
  var earned: [String: Int64] = [:]
  var transfers = 0
}
