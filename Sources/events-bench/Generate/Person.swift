internal import LedgerBytes
internal import LedgerDomain

/// A person who captures receipts on one device, at home or on a trip.
struct Person {
  let actor: String
  let device: Int
  var trip: Trip?
  /// The rule of the rent, or `nil` before it was first paid.
  var lease: Lease?
  let rent: Int
  let salary: Int

  private static let names = [
    "anna", "ben", "clara", "david", "elif", "felix", "greta", "hugo", "ida", "jonas", "karla", "luca", "mia",
    "noah",
    "olga", "paul",
  ]

  init(_ index: Int, devices: Int, random: inout Seeded) {
    let name = Self.names[index % Self.names.count]
    let number = index < Self.names.count ? "" : "-\(index / Self.names.count + 1)"
    actor = EventActor.person(name + number).text
    device = index % devices
    rent = random.among(60...190) * 1_000
    salary = random.among(240...620) * 1_000
  }
}

/// A trip to another city, with a group for its receipts.
struct Trip {
  let group: GroupID
  let place: Place
  let name: String
  let lastDay: CivilDate
  /// The streams in the group that have not been discarded.
  var members: [StreamID] = []
  /// The group's last event.
  var reference: EventReference
}

/// A monthly transaction without paper.
struct MonthlyEntry: Sendable {
  let day: Int
  let kind: TransactionKind
  let vendor: String
  let category: String
  let payment: PaymentMethod?
  /// Whether a rule generates it after the first one.
  var followsRule = false
  let cents: @Sendable (Person) -> Int

  static let all: [MonthlyEntry] = [
    MonthlyEntry(
      day: 1, kind: .expense, vendor: "Hausverwaltung Nord", category: "rent", payment: .card, followsRule: true
    ) { $0.rent },
    MonthlyEntry(day: 3, kind: .expense, vendor: "Vattenfall", category: "utilities", payment: .card) {
      $0.rent / 14
    },
    MonthlyEntry(day: 5, kind: .expense, vendor: "Telekom", category: "utilities", payment: .card) { _ in 3_995
    },
    MonthlyEntry(day: 15, kind: .expense, vendor: "Allianz", category: "insurance", payment: .card) { _ in 8_460
    },
    MonthlyEntry(day: 28, kind: .income, vendor: "Employer GmbH", category: "salary", payment: nil) {
      $0.salary
    },
  ]
}
