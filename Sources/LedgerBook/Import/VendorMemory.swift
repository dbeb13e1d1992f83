internal import BankFiles
internal import LedgerDomain
internal import LedgerProjections

/// Learns from a person's purchases what is offered at a vendor. It remembers its answers.
struct VendorMemory {
  private let reader: ModelReader
  /// The keys of the active categories.
  private let offered: Set<String>
  private var habits: [Question: VendorHabit?] = [:]

  private struct Question: Hashable {
    let vendor: String
    let kind: TransactionKind
  }

  /// First words that are shorter name no vendor: `Le`, `Bar`.
  private static let firstWordCharactersMin = 4
  /// The names that are looked at of those that begin alike.
  private static let namesMax = 64

  init(_ reader: ModelReader, offered: Set<String>) {
    self.reader = reader
    self.offered = offered
  }

  /// Returns the values offered for the next purchase at a vendor, or `nil` if nothing is known of it.
  mutating func habit(of vendor: String, _ kind: TransactionKind) throws -> VendorHabit? {
    let question = Question(vendor: vendor, kind: kind)
    if let known = habits[question] { return known }
    let habit = try find(vendor, kind)
    habits[question] = .some(habit)
    return habit
  }

  private func find(_ vendor: String, _ kind: TransactionKind) throws -> VendorHabit? {
    let whole = NFC.foldedForComparison(vendor)
    let short = Self.key(vendor)
    guard !short.isEmpty else { return nil }
    var names = try reader.vendorNames(short, limit: Self.namesMax).filter { Self.key($0) == short }
    if whole != short { names += try reader.vendorNames(whole, limit: 0) }
    let own = try reader.purchases(at: Self.distinct(names), kind, limit: CategoryHabit.purchasesMax)
    if let last = own.last {
      return habit(
        CategoryHabit.suggestion(own.map(\.category), vendor: Self.name(last.vendor)),
        payment: own.last { $0.payment != nil }?.payment)
    }
    guard let word = short.split(separator: " ").first, word.count >= Self.firstWordCharactersMin else {
      return nil
    }
    let alike = try reader.purchases(
      at: Self.distinct(try reader.vendorNames(String(word), limit: Self.namesMax)), kind,
      limit: CategoryHabit.purchasesMax)
    guard let last = alike.last, let first = Self.name(last.vendor).split(separator: " ").first else {
      return nil
    }
    return habit(
      CategoryHabit.suggestion(alike.map(\.category), vendor: String(first), isFirstWord: true), payment: nil)
  }

  private func habit(_ suggestion: CategorySuggestion?, payment: PaymentMethod?) -> VendorHabit? {
    let category = suggestion.flatMap { offered.contains($0.category) ? $0 : nil }
    return category == nil && payment == nil ? nil : VendorHabit(category: category, payment: payment)
  }

  private static func key(_ vendor: String) -> String { NFC.foldedForComparison(VendorName.short(vendor)) }

  private static func distinct(_ names: [String]) -> [String] {
    var met: Set<String> = []
    return names.filter { met.insert($0).inserted }
  }

  /// Returns the person's own way to write a name, unless it has numbers of shops and the like.
  private static func name(_ vendor: String) -> String {
    key(vendor) == NFC.foldedForComparison(vendor) ? NFC.trimmed(vendor) : VendorName.short(vendor)
  }
}
