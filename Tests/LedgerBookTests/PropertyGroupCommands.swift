import LedgerBook
import LedgerDomain
import LedgerTestSupport

// What the people of a random history do with groups and categories.
extension PropertyWorld {
  /// Renames, deletes or restores a group.
  mutating func changeGroup(in scene: PropertyScene) throws -> String {
    let book = scene.device.book
    let deleted = try book.groupRows().filter(\.isDeleted).map(\.id)
    if let group = random.maybe(40, deleted), random.chance(70) {
      return "restore \(group) \(try book.restoreGroup(group).checked(book).positions)"
    }
    let group = random.one(of: scene.groups)
    switch random.weighted([(40, 0), (40, 1), (20, 2)]) {
    case 0:
      let name = random.one(of: PropertyValues.groupNames)
      return "rename \(group) to \(name) \(try book.renameGroup(group, to: name).checked(book).positions)"
    case 1:
      let disposition = random.one(of: GroupDisposition.allCases)
      let outcome = try book.deleteGroup(group, disposition)
      return "delete \(group), \(disposition) its receipts \(try outcome.checked(book).positions)"
    default: return "restore \(group) \(try book.restoreGroup(group).checked(book).positions)"
    }
  }

  /// Adds, changes, deactivates or reactivates a category.
  mutating func changeCategory(in scene: PropertyScene) throws -> String {
    let book = scene.device.book
    let added = try book.categories().filter { !FixedCategories.contains($0.key) }
    if let inactive = random.maybe(50, added.filter { !$0.isActive }.map(\.key)) {
      return "reactivate \(inactive) \(try book.reactivateCategory(key: inactive).checked(book).positions)"
    }
    let keys = try book.categories().map(\.key)
    if !keys.isEmpty, random.chance(12) {
      let (moved, other) = (random.one(of: keys), random.maybe(70, keys))
      if random.chance(20) {
        return "move header \(try book.moveHeader("Everyday", before: other).checked(book).positions)"
      }
      return "move \(moved) \(try book.moveCategory(key: moved, before: other).checked(book).positions)"
    }
    let key = random.maybe(60, added.map(\.key)) ?? random.one(of: PropertyValues.categories)
    switch random.weighted([(35, 0), (20, 1), (25, 2), (20, 3)]) {
    case 0:
      let name = random.one(of: PropertyValues.categoryNames)
      let outcome = try book.addCategory(
        name: name, key: random.maybe(20, PropertyValues.categories), emoji: random.maybe(30, ["📚"]),
        kinds: random.some(30, of: TransactionKind.allCases))
      return "add category \(name) \(try outcome.checked(book).positions)"
    case 1:
      let outcome = try book.changeCategory(
        key: key, name: random.maybe(50, PropertyValues.categoryNames + [""]),
        emoji: random.maybe(40, ["📚", ""]), color: random.maybe(40, ["#ff0000", "#00ff00", "", "red"]),
        kinds: random.chance(30) ? random.some(40, of: TransactionKind.allCases) : nil,
        header: random.maybe(30, ["Everyday", "everyday", "Trips", ""]))
      return "change category \(key) \(try outcome.checked(book).positions)"
    case 2: return "deactivate \(key) \(try book.deactivateCategory(key: key).checked(book).positions)"
    default: return "reactivate \(key) \(try book.reactivateCategory(key: key).checked(book).positions)"
    }
  }
}
