package import LedgerDomain

/// A category for a transaction, learned from earlier ones.
package struct CategorySuggestion: Hashable, Sendable {
  package let category: String
  /// A whole percent.
  package let confidence: Int
  /// The evidence, such as `Aldi: food, 14 of 15 times`.
  package let reason: String
}

/// The categories that a person gave to vendors.
///
/// Each purchase counts more than those before it, so that two in a row change a habit. Nothing depends on chance, a
/// clock or the order of a dictionary.
package struct CategoryHabits: Sendable {
  /// The categories of one vendor.
  private struct Habit {
    var name: String
    var total = 0.0
    var weights: [String: Double] = [:]
    var counts: [String: Int] = [:]
    var count = 0

    mutating func add(_ category: String) {
      for key in weights.keys { weights[key, default: 0] *= CategoryHabits.fading }
      total = total * CategoryHabits.fading + 1
      weights[category, default: 0] += 1
      counts[category, default: 0] += 1
      count += 1
    }
  }

  /// The weight of a purchase compared with the next one.
  private static let fading = 0.7
  /// The doubt that remains after many equal purchases, in purchases.
  private static let doubt = 0.35
  /// The share of the confidence that remains if only the first word of the vendor's name is known.
  private static let firstWordShare = 0.8
  /// First words that are shorter name no vendor: `Le`, `Bar`.
  private static let firstWordCharactersMin = 4

  private var habits: [String: Habit] = [:]
  private var firstWords: [String: Habit] = [:]

  package init() {}

  /// Learns from a transaction. Pass transactions in the order of their dates.
  package mutating func learn(vendor: String, kind: TransactionKind, category: String) {
    guard let key = Self.key(vendor, kind) else { return }
    let short = VendorName.short(vendor)
    // The person's own way to write the name, unless it has numbers of shops and the like.
    let isShort = NFC.foldedForComparison(short) == NFC.foldedForComparison(vendor)
    habits[key, default: Habit(name: isShort ? NFC.trimmed(vendor) : short)].add(category)
    if let word = Self.firstWord(key) {
      firstWords[word, default: Habit(name: String(short.prefix { $0 != " " }))].add(category)
    }
  }

  /// The likeliest category, or `nil` if the vendor is not known.
  ///
  /// - Complexity: O(length of the name + categories of the vendor).
  package func suggestion(vendor: String, kind: TransactionKind) -> CategorySuggestion? {
    guard let key = Self.key(vendor, kind) else { return nil }
    if let habit = habits[key] { return Self.suggestion(habit, share: 1) }
    return Self.firstWord(key).flatMap { firstWords[$0] }.flatMap {
      Self.suggestion($0, share: Self.firstWordShare)
    }
  }

  private static func suggestion(_ habit: Habit, share: Double) -> CategorySuggestion? {
    // If two categories have the same weight, the suggestion is the one whose key sorts first.
    let best = habit.weights.max { ($0.value, $1.key) < ($1.value, $0.key) }
    guard let best, let count = habit.counts[best.key] else { return nil }
    let confidence = (best.value / (habit.total + doubt) * share * 100).rounded(.down)
    return CategorySuggestion(
      category: best.key, confidence: Int(confidence),
      reason: "\(habit.name): \(best.key), \(count) of \(habit.count) times")
  }

  private static func key(_ vendor: String, _ kind: TransactionKind) -> String? {
    let name = NFC.foldedForComparison(VendorName.short(vendor))
    return name.isEmpty ? nil : kind.rawValue + " " + name
  }

  /// The kind and the first word of a key.
  private static func firstWord(_ key: String) -> String? {
    let words = key.split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[1].count >= firstWordCharactersMin else { return nil }
    return words[0] + " " + words[1]
  }
}
