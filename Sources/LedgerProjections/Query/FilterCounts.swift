internal import LedgerBytes
internal import LedgerDomain

/// A choice of a filter row: a value of one filter, and how many transactions have it.
public struct FilterCount: Hashable, Sendable {
  /// The filter.
  public let facet: FilterFacet
  /// The value as the filter takes it, or `nil` for no group.
  ///
  /// It is a kind, a category's key, a group's identifier or `yes`.
  public let value: String?
  /// The name that people see, if it differs, such as a group's name.
  public let name: String?
  /// How many transactions match.
  public let count: Int
}

/// The filters that offer a choice of values, in the order of a filter row.
public enum FilterFacet: String, CaseIterable, Hashable, Sendable {
  case kind, group, category, payment, tag, flag, rule, account
  case hasPhoto = "has-photo"
  case cleared
}

extension ModelReader {
  /// Returns the number of matching transactions for each value of every filter.
  ///
  /// A filter's own choice is left out of its counts, because its values are alternatives. The counts show what each
  /// value would add to the other filters. Kinds, flags and yes or no are in their own order. All others are by count,
  /// the greatest first, then by value.
  /// - Complexity: One step through all transactions within the dates, a page of the file per 256 transactions.
  package func filterCounts(_ filter: TransactionFilter) throws -> [FilterCount] {
    let values = FacetValues(connection: connection)
    let scan = try self.scan(filter)
    var tally = try FacetTally(values)
    try tally.count { counter in
      try scan.forEachBlock([.bits, .group, .category, .account, .tags, .rule, .toAccount, .parts]) {
        block, _ in
        scan.condition.forEachFailing(in: block) { counter.add(block, $0, failed: $1) }
        return true
      }
    }
    let all = tally.all
    let bits = FacetTally.bitParts.indices.map { place in
      ArraySlice(zip(all, tally.rejectedOnly(by: place)).map { $0 + $1 })
    }
    return try FilterFacet.allCases.flatMap { facet in
      switch facet {
      case .kind:
        choices(
          facet, TransactionKind.allCases.map { kind in (kind.rawValue, { $0.kind == kind.code }) }, bits[0])
      case .payment:
        ranked(
          facet, PaymentMethod.allCases.map { how in (how.rawValue, Self.sum(bits[1]) { $0.payment == how }) })
      case .flag:
        choices(
          facet,
          [FlagSetting.paid, .unpaid, .reimbursed, .unreimbursed].map { flag in
            (flag.rawValue, { flag.isSet(paid: $0.paid, $0.reimbursed) })
          }, bits[2])
      case .hasPhoto: choices(facet, [("yes", { $0.hasPhoto }), ("no", { !$0.hasPhoto })], bits[3])
      case .cleared: choices(facet, [("yes", { $0.isCleared }), ("no", { !$0.isCleared })], bits[4])
      case .group: try groupCounts(tally.values(of: .group), values)
      case .rule: try ruleCounts(tally.values(of: .rule), values)
      case .category:
        ranked(facet, try categoryCounts(tally, values))
      case .account:
        ranked(facet, try accountCounts(tally, values))
      case .tag: ranked(facet, try Self.single(try values.texts(.tags), tally.values(of: .tags)))
      }
    }
  }

  /// Returns the counts by account. A transfer counts for both of its accounts.
  private func accountCounts(
    _ tally: FacetTally, _ values: FacetValues
  ) throws -> [(value: String?, count: Int)] {
    var counts: [[UInt8]: Int] = [:]
    for facet in [Facet.account, .toAccount] {
      for (text, count) in zip(try values.texts(facet), tally.values(of: facet)) {
        if let text { counts[Array(text.utf8), default: 0] += count }
      }
    }
    return counts.map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
  }

  /// Returns the counts by category. A split transaction counts for each of its parts, and not for its own category.
  private func categoryCounts(
    _ tally: FacetTally, _ values: FacetValues
  ) throws -> [(value: String?, count: Int)] {
    let parts = try FacetParts(values)
    var counts = [Int](repeating: 0, count: parts.categories.count)
    for (number, count) in tally.values(of: .category).enumerated() { counts[number] = count }
    for (number, count) in tally.values(of: .parts).enumerated() where count > 0 {
      for part in parts.parts[number] { counts[part.category] += count }
    }
    return zip(parts.categories, counts).map { ($0, $1) }
  }

  private static func sum(_ counts: ArraySlice<Int>, _ holds: (FacetBits) -> Bool) -> Int {
    counts.enumerated().reduce(0) { sum, each in
      each.element > 0 && holds(FacetBits(raw: UInt16(each.offset))) ? sum + each.element : sum
    }
  }

  /// Values in an order of their own.
  private func choices(
    _ facet: FilterFacet, _ values: [(value: String, holds: (FacetBits) -> Bool)], _ counts: ArraySlice<Int>
  ) -> [FilterCount] {
    values.compactMap { value, holds in
      let count = Self.sum(counts, holds)
      return count == 0 ? nil : FilterCount(facet: facet, value: value, name: nil, count: count)
    }
  }

  /// Values by how many have them.
  private func ranked(_ facet: FilterFacet, _ counts: [(value: String?, count: Int)]) -> [FilterCount] {
    counts.compactMap { value, count in
      value.flatMap { count == 0 ? nil : FilterCount(facet: facet, value: $0, name: nil, count: count) }
    }.sorted { left, right in
      if left.count != right.count { return left.count > right.count }
      return (left.value ?? "").utf8.lexicographicallyPrecedes((right.value ?? "").utf8)
    }
  }

  /// Returns the tags of sets of tags, each with the sets that hold it.
  private static func single(_ sets: [String?], _ counts: ArraySlice<Int>) throws -> [(
    value: String?, count: Int
  )] {
    var tags: [[UInt8]: Int] = [:]
    for (set, count) in zip(sets, counts) where count > 0 {
      for tag in try set.map(ModelJSON.tags) ?? [] { tags[Array(tag.utf8), default: 0] += count }
    }
    return tags.map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
  }

  /// Returns the counts by rule, which is identified by its id and named by its purpose.
  private func ruleCounts(_ counts: ArraySlice<Int>, _ values: FacetValues) throws -> [FilterCount] {
    var found: [FilterCount] = []
    for (id, count) in zip(try values.identifiers(.rule), counts) where count > 0 {
      guard let id else { continue }
      let terms = try rule(RuleID(id))?.terms
      found.append(
        FilterCount(facet: .rule, value: id.description, name: terms?.vendor ?? terms?.category, count: count))
    }
    return found.sorted { ($1.count, $0.value ?? "") < ($0.count, $1.value ?? "") }
  }

  /// Returns the counts by group. A deleted or unknown group counts as Unfiled, which comes last.
  private func groupCounts(_ filed: ArraySlice<Int>, _ values: FacetValues) throws -> [FilterCount] {
    let names = Dictionary(try groupRows().filter { !$0.isDeleted }.map { ($0.id.id, $0.name) }) { first, _ in
      first
    }
    var counts: [FilterCount] = []
    var unfiled = 0
    for (group, count) in zip(try values.groups(), filed) where count > 0 {
      if let id = group?.id, let name = names[id] {
        counts.append(FilterCount(facet: .group, value: id.description, name: name, count: count))
      } else {
        unfiled += count
      }
    }
    counts.sort { ($1.count, $0.value ?? "") < ($0.count, $1.value ?? "") }
    if unfiled > 0 {
      counts.append(FilterCount(facet: .group, value: nil, name: GroupState.reservedName, count: unfiled))
    }
    return counts
  }
}
