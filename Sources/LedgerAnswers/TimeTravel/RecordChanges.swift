package import LedgerAudit
internal import LedgerBook
package import LedgerDomain

// Tables of changed fields and totals for `replay`, `diff` and `bisect`.
extension Notation {
  /// Returns the differences of totals by kind, currency and month.
  private func table(_ effect: TotalsEffect) -> AnswerTable {
    var table = AnswerTable([.left(), .left(), .right(), .right()], indent: 2)
    for (key, difference) in effect.entries {
      let money = locale.money(Money(minorUnits: difference.minorUnits, currency: key.currency))
      table.row([
        .init(key.kind.rawValue), .init(key.month.map { locale.month($0) } ?? "without a date"),
        .init((difference.minorUnits > 0 ? "+" : "") + money),
        .init(Self.receipts(difference.count), .quiet),
      ])
    }
    return table
  }

  /// Returns the effect of a change on the totals of months, of categories and of groups.
  ///
  /// The categories are left out if the totals of months tell as much: if each changes in one category alone.
  ///
  /// - Parameters:
  ///   - totals: The effect on the months.
  ///   - categories: The effect on the categories.
  ///   - groups: The effect on the groups.
  ///   - verb: `does` or `did`.
  package func effect(
    _ totals: TotalsEffect, _ categories: CategoriesEffect, _ groups: GroupsEffect, _ verb: String
  ) throws -> [Block] {
    var blocks: [Block] =
      totals.isNothing
      ? [.line(verb == "did" ? "It changed no month's total." : "Every month's total stays as it is.")]
      : [.line("What it \(verb) to the totals:"), .table(table(totals))]
    if categories.areSeveral {
      blocks += [.line("What it \(verb) to the categories:"), .table(table(categories))]
    }
    if !groups.isNothing {
      blocks += [.line("What it \(verb) to the groups:"), .table(try table(groups))]
    }
    return blocks
  }

  /// Returns the differences of totals by kind, category and currency.
  private func table(_ effect: CategoriesEffect) -> AnswerTable {
    var table = AnswerTable([.left(), .name(shrinksTo: 12), .right(), .right()], indent: 2)
    for (key, difference) in effect.entries {
      let money = locale.money(Money(minorUnits: difference.minorUnits, currency: key.currency))
      table.row([
        .init(key.kind.rawValue), .init(key.category.map { categoryName($0) } ?? "without a category"),
        .init((difference.minorUnits > 0 ? "+" : "") + money),
        .init(Self.receipts(difference.count), .quiet),
      ])
    }
    return table
  }

  /// Returns the differences of the totals of groups.
  private func table(_ effect: GroupsEffect) throws -> AnswerTable {
    var table = AnswerTable([.name(shrinksTo: 12), .right(), .right()], indent: 2)
    for (name, key, difference) in try effect.byName({ try words(TypedValue.group($0), of: .group) }) {
      let money = locale.money(Money(minorUnits: difference.minorUnits, currency: key.currency))
      table.row([
        .init(name), .init((difference.minorUnits > 0 ? "+" : "") + money),
        .init(Self.receipts(difference.count), .quiet),
      ])
    }
    return table
  }

  /// Returns a difference in a number of receipts, such as `+1 receipt`, or nothing for 0.
  private static func receipts(_ count: Int64) -> String {
    count == 0 ? "" : (count > 0 ? "+" : "") + "\(count) receipt\(abs(count) == 1 ? "" : "s")"
  }

  /// Returns the changes that people read: without those that follow from the other ones.
  func told(_ changes: [ValueChange]) -> [ValueChange] {
    let followers: [RecordField] = [.attention, .confirmed, .corrected]
    let others = changes.filter { !followers.contains($0.field) }
    return others.isEmpty ? changes : others
  }

  /// Returns the changed fields with the old value, if there was one, and the new value.
  func table(_ changes: [ValueChange]) throws -> AnswerTable {
    var table = AnswerTable([.left(), .name(shrinksTo: 12), .left(), .name(shrinksTo: 12)], indent: 2)
    for change in told(changes) {
      let to = try words(change.to, of: change.field)
      if change.from == nil {
        table.row([.init(change.field.rawValue, .quiet), .init(to)])
      } else {
        table.row([
          .init(change.field.rawValue, .quiet), .init(try words(change.from, of: change.field)), "→", .init(to),
        ])
      }
    }
    return table
  }

  /// Returns the name of a group, which is empty if the group is unknown.
  package func groupName(_ group: GroupID) throws -> String { try book.groupRow(group)?.name ?? "" }
}
