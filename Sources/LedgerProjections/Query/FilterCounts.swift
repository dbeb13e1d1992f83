internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// What a filter row offers: a value of one filter, and how many transactions have it.
public struct FilterCount: Hashable, Sendable {
  /// Which filter.
  public let facet: FilterFacet
  /// The value as the filter takes it: a kind, a category's key, a group's identifier, `yes`. Nil: in no group.
  public let value: String?
  /// What people call it, where that is another: a group's name.
  public let name: String?
  /// How many.
  public let count: Int
}

/// The filters that offer a choice of values, in the order of a filter row.
public enum FilterFacet: String, CaseIterable, Hashable, Sendable {
  case kind, group, category, payment, tag, flag, rule, account
  case hasPhoto = "has-photo"
  case cleared
}

extension ModelReader {
  /// How many match per value of every filter. A filter's own choice is left out of its counts, as its values mean
  /// or: they say what each would show beside the other filters.
  ///
  /// Kinds, flags and yes or no in their order; else the greatest count first, then by value.
  /// - Complexity: one step through all that the dates leave, a page of the file per 256 transactions.
  public func filterCounts(_ filter: TransactionFilter) throws -> [FilterCount] {
    let values = FacetValues(connection: connection)
    let scan = try self.scan(filter)
    var tally = try FacetTally(values)
    try tally.count { counter in
      try scan.forEachBlock([.bits, .group, .category, .account, .tags, .rule]) { block, _ in
        scan.condition.forEachFailing(in: block) { counter.add(block, $0, failed: $1) }
        return true
      }
    }
    let all = tally.all
    let bits = FacetTally.bitParts.indices.map { place in
      ArraySlice(zip(all, tally.beside(place)).map { $0 + $1 })
    }
    return try FilterFacet.allCases.flatMap { facet in
      switch facet {
      case .kind:
        choices(
          facet, TransactionKind.allCases.map { kind in (kind.rawValue, { $0.kind == kind.code }) }, bits[0])
      case .payment:
        ranked(
          facet,
          PaymentMethod.allCases.map { how in (how.rawValue, Self.sum(bits[1]) { $0.payment == how }) })
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
        ranked(facet, zip(try values.texts(.category), tally.values(of: .category)).map { ($0.0, $0.1) })
      case .account:
        ranked(facet, zip(try values.texts(.account), tally.values(of: .account)).map { ($0.0, $0.1) })
      case .tag: ranked(facet, try Self.single(try values.texts(.tags), tally.values(of: .tags)))
      }
    }
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

  /// The tags of sets of tags, each with the sets that hold it.
  private static func single(_ sets: [String?], _ counts: ArraySlice<Int>) throws -> [(
    value: String?, count: Int
  )] {
    var tags: [[UInt8]: Int] = [:]
    for (set, count) in zip(sets, counts) where count > 0 {
      for tag in try set.map(ModelJSON.tags) ?? [] { tags[Array(tag.utf8), default: 0] += count }
    }
    return tags.map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
  }

  /// A rule is named by its identifier, and called by what it is for.
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

  /// What is filed into a deleted or unknown group reads as Unfiled, which comes last.
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
