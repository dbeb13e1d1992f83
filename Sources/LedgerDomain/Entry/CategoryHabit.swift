/// A category for a transaction, learned from earlier ones of its vendor.
public struct CategorySuggestion: Hashable, Sendable {
  /// The category's key.
  public let category: String
  /// A whole percent.
  public let confidence: Int
  /// The vendor's name as the person writes it, or its first word if only that is known.
  public let vendor: String
  /// How many of the purchases had the category.
  public let count: Int
  /// How many purchases there were. At most `CategoryHabit.purchasesMax`, the latest ones.
  public let purchases: Int

  /// The evidence, such as `Aldi: food, 14 of 15 times`.
  public var reason: String { "\(vendor): \(category), \(times)" }

  /// `14 of 15 times`, or `31 of the last 32 times`.
  public var times: String {
    "\(count) of \(purchases == CategoryHabit.purchasesMax ? "the last " : "")\(purchases) times"
  }
}

/// The rule by which a person's purchases at a vendor suggest the category of the next one. Pure.
///
/// Each purchase counts more than those before it, so that two in a row change a habit. Nothing depends on chance, a
/// clock or the order of a dictionary.
package enum CategoryHabit {
  /// The latest purchases that are looked at. Earlier ones would weigh less than a thousandth.
  package static let purchasesMax = 32

  /// The weight of a purchase compared with the next one.
  private static let fading = 0.7
  /// The doubt that one purchase leaves, in purchases. More purchases leave a part of it each.
  private static let doubt = 1.0
  /// The share of the confidence that remains if only the first word of the vendor's name is known.
  private static let firstWordShare = 0.8

  /// Returns the likeliest category of the next purchase, or `nil` if there was no purchase.
  ///
  /// - Parameters:
  ///   - categories: The categories of the purchases, the earliest first.
  ///   - vendor: The vendor's name for people.
  ///   - isFirstWord: Whether the purchases are of all vendors whose names begin with the same word.
  /// - Complexity: O(purchases).
  package static func suggestion(
    _ categories: some BidirectionalCollection<String>, vendor: String, isFirstWord: Bool = false
  ) -> CategorySuggestion? {
    let latest = categories.suffix(purchasesMax)
    var weights: [String: (weight: Double, count: Int)] = [:]
    var (weight, total) = (1.0, 0.0)
    for category in latest.reversed() {
      weights[category, default: (0, 0)].weight += weight
      weights[category, default: (0, 0)].count += 1
      total += weight
      weight *= fading
    }
    // If two categories have the same weight, the suggestion is the one whose key sorts first.
    let best = weights.max { ($0.value.weight, $1.key) < ($1.value.weight, $0.key) }
    guard let best else { return nil }
    let share = best.value.weight / (total + doubt / Double(latest.count))
    return CategorySuggestion(
      category: best.key, confidence: Int((share * (isFirstWord ? firstWordShare : 1) * 100).rounded(.down)),
      vendor: vendor, count: best.value.count, purchases: latest.count)
  }
}

/// The values offered for the next purchase at a vendor.
public struct VendorHabit: Hashable, Sendable {
  /// The likeliest category. It is active.
  public let category: CategorySuggestion?
  /// The way it was paid last, or `nil` if only the first word of the vendor's name is known.
  public let payment: PaymentMethod?

  /// Creates the values offered at a vendor.
  package init(category: CategorySuggestion?, payment: PaymentMethod?) {
    self.category = category
    self.payment = payment
  }
}
