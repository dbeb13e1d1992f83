public import LedgerDomain

/// An unusual fact about what is to be recorded: the person should confirm that it is meant.
///
/// A command does not refuse it. `Refusal` has a sentence about it.
public enum Doubt: Hashable, Sendable {
  /// The date is more than ten years before today.
  case longAgo(CivilDate)
  /// The date is more than two years after today.
  case farAhead(CivilDate)
  /// The category is offered for other kinds of transactions.
  case categoryOfOtherKind(CategoryRow, TransactionKind)
  /// Another group has this name.
  case groupOfSameName(GroupRow)
}

extension Book {
  /// Returns what is unusual about a transaction that is to be recorded. Empty if nothing is.
  ///
  ///     let doubts = try book.doubts(about: request)
  ///     questions = doubts.map { Refusal($0, in: locale).message }
  ///
  /// - Throws: `Rejection` if its category is unknown.
  public func doubts(about request: RecordRequest) throws -> [Doubt] {
    let category = try request.category.map { try resolveCategory($0) }
    return [
      doubt(about: request.date),
      category.flatMap { row in
        row.kinds.isEmpty || row.kinds.contains(request.kind)
          ? nil : .categoryOfOtherKind(row, request.kind)
      },
    ].compactMap { $0 }
  }

  /// Returns the doubt about a date far from today, or `nil` if it is near.
  package func doubt(about date: CivilDate) -> Doubt? {
    if date < today.adding(months: -120) { return .longAgo(date) }
    return date > today.adding(months: 24) ? .farAhead(date) : nil
  }

  /// Returns the doubt about the name of a group, or `nil` if no other group is called that.
  ///
  /// - Parameters:
  ///   - name: The name of a new group, or the new name of `group`.
  ///   - group: The group that gets the name, or `nil` for a new one.
  package func doubt(aboutGroupNamed name: String, of group: GroupID? = nil) throws -> Doubt? {
    let key = NFC.foldedKey(name)
    let other = try groupRows().first {
      !$0.isDeleted && $0.id != group && NFC.foldedKey($0.name) == key
    }
    return other.map { .groupOfSameName($0) }
  }
}

extension Doubt: Error, Explained {
  /// Returns the explanation, with dates in the locale's notation.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    let notation = RefusalNotation(locale: locale)
    return switch self {
    case .longAgo(let date):
      Refusal(.invalidValue, "\(notation.date(date)) is more than 10 years back", .enter("Enter another date"))
    case .farAhead(let date):
      Refusal(.invalidValue, "\(notation.date(date)) is more than 2 years ahead", .enter("Enter another date"))
    case .categoryOfOtherKind(let category, let kind):
      Refusal(
        .invalidValue,
        "\(category.name) is a category for \(category.kinds.map(\.rawValue).joined(by: "or")), and this is "
          + "\(kind == .expense ? "an" : "a") \(kind.rawValue)", .set([.kind]))
    case .groupOfSameName(let group):
      Refusal(.invalidValue, "another group is called “\(group.name)”", .enter("Enter another name"))
    }
  }
}
