import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerTestSupport

// Random commands on an existing receipt: on its items, its proposals and its possible duplicates.
extension PropertyWorld {
  mutating func later(_ detail: TransactionDetail, in scene: PropertyScene) -> TransactionCommand {
    let items = detail.state.items.map(\.id)
    let item = random.maybe(95, items) ?? LineItemID(UniqueID.random(using: &random))
    let isEmpty = items.isEmpty
    let waits = !detail.state.openProposals.isEmpty
    switch random.weighted([
      (isEmpty ? 30 : 10, 0), (isEmpty ? 1 : 30, 1), (isEmpty ? 1 : 25, 2), (isEmpty ? 1 : 15, 3),
      (waits ? 5 : 20, 4), (waits ? 40 : 3, 5), (waits ? 30 : 3, 6), (12, 7),
    ]) {
    case 0: return .addItem(random.maybe(15, items) ?? item, random.lineItem(in: detail.row.amount?.currency))
    case 1:
      return .changeItem(
        item,
        LineItemEdit(
          name: random.maybe(40, ["Brot", "Milch", "K\u{e4}se", ""]),
          quantity: random.maybe(50, ["2", "0.5", "3", "", "many"]),
          money: random.maybe(40, [random.lineItem(in: detail.row.amount?.currency).money]),
          category: random.maybe(20, PropertyValues.categories + [""])))
    case 2: return .removeItem(item)
    case 3: return .restoreItem(item)
    case 4:
      return .propose(
        TransactionEvent.ExtractionCompleted(
          extractor: "rules", version: random.number(1...4), method: .deterministic,
          readings: random.readings(),
          assumedCurrency: nil), fields: random.some(20, of: TransactionField.extracted))
    case 5: return .accept(random.chance(60) ? [] : random.some(30, of: TransactionField.extracted))
    case 6: return .reject(random.chance(60) ? [] : random.some(30, of: TransactionField.extracted))
    default: return .dismissDuplicate(of: random.one(of: scene.transactions))
    }
  }
}

extension SeededGenerator {
  /// A line item, mostly in the currency of the whole.
  mutating func lineItem(in currency: CurrencyCode?) -> LineItem {
    let own = self.currency()
    return LineItem(
      name: one(of: ["Brot", "Milch", "Caf\u{e9}", "Cafe\u{301}", " "]),
      quantity: maybe(40, ["2", "0.792", "x"]),
      money: Money(minorUnits: minorUnits(), currency: chance(85) ? currency ?? own : own),
      category: maybe(20, PropertyValues.categories))
  }
}
