import LedgerBytes
import Testing

@testable import LedgerDomain

@Suite("Line items")
struct LineItemTests {
  private static func milk(_ units: Int64 = 120, quantity: String? = nil) -> LineItem {
    LineItem(name: "Milk", quantity: quantity, money: Money(minorUnits: units, currency: .eur))
  }

  private static func names(_ scene: Scene<TransactionEvent>) -> [String] {
    scene.state.lineItems.compactMap { $0.content?.name }
  }

  @Test(
    "RY-02: an item is added, changed and removed softly; its amount is exact and in the receipt's currency")
  func life() {
    var scene = Sample.saved
    scene.perform(.addItem(Sample.item(1), Sample.bread))
    scene.perform(.addItem(Sample.item(2), Self.milk()))
    #expect(Self.names(scene) == ["Bread", "Milk"])
    let changed = scene.perform(
      .changeItem(
        Sample.item(2), LineItemEdit(quantity: "0.792", money: Money(minorUnits: -25, currency: .eur))))
    #expect(
      changed.only
        == .lineItemChanged(
          TransactionEvent.LineItemChanged(
            item: Sample.item(2), quantity: TextChange(from: nil, to: "0.792"),
            money: MoneyChange(
              from: Money(minorUnits: 120, currency: .eur), to: Money(minorUnits: -25, currency: .eur)))))
    #expect(scene.decide(.changeItem(Sample.item(2), LineItemEdit(quantity: "0.792"))) == .nothing)
    let removed = scene.perform(.removeItem(Sample.item(1)))
    #expect(
      removed.only
        == .lineItemRemoved(TransactionEvent.LineItemRemoved(item: Sample.item(1), from: Sample.bread)))
    #expect(Self.names(scene) == ["Milk"] && scene.state.items.count == 2)
    #expect(scene.decide(.removeItem(Sample.item(1))) == .nothing)
    scene.perform(.restoreItem(Sample.item(1)))
    #expect(Self.names(scene) == ["Bread", "Milk"], "an item keeps its place")
    #expect(scene.state.lineItems[0].content == Sample.bread)
    #expect(scene.decide(.restoreItem(Sample.item(1))) == .rejection(.isNotDeleted(what: "item")))
  }

  @Test("RY-02: what cannot be an item is refused with the reason")
  func refusals() {
    let scene = Sample.saved
    func add(_ item: LineItem) -> Outcome<TransactionEvent> { scene.decide(.addItem(Sample.item(1), item)) }
    for quantity in ["0", "0.0", "-1", "1,5", "many", ".5", "1.", "01", "1e3", "1234567890", "1.0000000001"] {
      #expect(add(Self.milk(quantity: quantity)) == .rejection(.invalidQuantity(quantity)))
    }
    for quantity in ["1", "0.5", "2.50", "123456789.123456789"] {
      let item = Self.milk(quantity: quantity)
      #expect(
        add(item).only == .lineItemAdded(TransactionEvent.LineItemAdded(item: Sample.item(1), content: item)),
        "as it was written")
    }
    var item = Self.milk()
    item.name = " "
    #expect(add(item) == .rejection(.emptyName))
    item.name = String(repeating: "x", count: 1_025)
    #expect(add(item) == .rejection(.tooLong(what: "name", limit: 1_024)))
    item = Self.milk()
    item.category = "old"
    #expect(add(item) == .rejection(.inactiveCategory("old")))
    item = LineItem(name: "Milk", money: Money(minorUnits: 1, currency: .jpy))
    #expect(add(item) == .rejection(.itemCurrency(item: .jpy, total: .eur)))
    #expect(
      scene.decide(.changeItem(Sample.item(9), LineItemEdit(name: "x")))
        == .rejection(.unknownItem(Sample.item(9))))
    #expect(scene.decide(.removeItem(Sample.item(9))) == .rejection(.unknownItem(Sample.item(9))))
    #expect(
      Sample.deleted.decide(.addItem(Sample.item(1), Self.milk()))
        == .rejection(.isDeleted(what: "transaction")))
    #expect(add(Self.milk(0)).only != nil, "what costs nothing is an item, too")
  }

  @Test("RY-02: a removal that had not seen another device's change waits, and is shown as disputed")
  func contested() {
    var scene = Sample.saved
    let added = scene.add(
      .lineItemAdded(TransactionEvent.LineItemAdded(item: Sample.item(1), content: Sample.bread)))
    scene.add(
      .lineItemChanged(
        TransactionEvent.LineItemChanged(item: Sample.item(1), quantity: TextChange(from: "2", to: "3"))),
      by: .b)
    scene.add(
      .lineItemRemoved(TransactionEvent.LineItemRemoved(item: Sample.item(1), from: nil)), by: .c,
      seeing: .only([added]))
    #expect(scene.state.lineItems.first?.content?.quantity == "3")
    #expect(scene.state.lineItems.first?.isContested == true && scene.row?.conflictCount == 1)
    var kept = scene
    kept.perform(.restoreItem(Sample.item(1)))
    #expect(kept.state.lineItems.first?.isContested == false && kept.row?.conflictCount == 0)
    // Who has seen both removes it again: then it is gone.
    scene.perform(.removeItem(Sample.item(1)))
    #expect(scene.state.lineItems.isEmpty && scene.row?.conflictCount == 0)
  }

  @Test(
    "RY-02: two devices that change one item without knowing of each other leave a conflict, kept on both sides"
  )
  func conflict() {
    var scene = Sample.saved
    let added = scene.add(
      .lineItemAdded(TransactionEvent.LineItemAdded(item: Sample.item(1), content: Sample.bread)))
    for (device, name) in [(SceneDevice.a, "Rye"), (.b, "Spelt")] {
      scene.add(
        .lineItemChanged(
          TransactionEvent.LineItemChanged(item: Sample.item(1), name: TextChange(from: "Bread", to: name))),
        by: device, seeing: .only([added]))
    }
    #expect(scene.state.lineItems[0].content?.name == "Spelt")
    #expect(scene.state.lineItems[0].name.conflicts.map(\.value) == ["Rye"])
    #expect(scene.row?.conflictCount == 1)
  }

  @Test("RY-02: changes of an item that arrive before it show nothing, and count once it is there")
  func early() {
    var scene = Sample.saved
    scene.add(
      .lineItemChanged(
        TransactionEvent.LineItemChanged(item: Sample.item(1), name: TextChange(from: "Bread", to: "Rye"))),
      by: .b)
    #expect(scene.state.lineItems.isEmpty)
    scene.add(
      .lineItemAdded(TransactionEvent.LineItemAdded(item: Sample.item(1), content: Sample.bread)), by: .c,
      seeing: .only([]))
    #expect(scene.state.lineItems.count == 1)
  }

  @Test(
    "RY-02: sixty items keep the order they came in, and a change of the total's currency leaves them alone")
  func many() {
    var scene = Sample.saved
    for number in 1...60 {
      var item = Self.milk(Int64(number))
      item.name = "Item \(number)"
      scene.perform(.addItem(Sample.item(UInt64(number)), item))
    }
    #expect(Self.names(scene) == (1...60).map { "Item \($0)" })
    scene.perform(.correct(.currency, .amount(Amount(currency: .usd, minorUnits: nil))))
    #expect(scene.state.amount.value?.currency == .usd)
    #expect(scene.state.lineItems.allSatisfy { $0.money.value?.currency == .eur })
    let amount = LineItemEdit(money: Money(minorUnits: 5, currency: .usd))
    #expect(scene.decide(.changeItem(Sample.item(1), amount)).only != nil)
  }

  @Test("RY-02: amounts and categories that two devices set differently are disputed, too")
  func disputedFields() {
    let euros = { (units: Int64) in Money(minorUnits: units, currency: .eur) }
    let item = Sample.item(1)
    let changes: [[TransactionEvent.LineItemChanged]] = [
      [300, 400].map {
        TransactionEvent.LineItemChanged(item: item, money: MoneyChange(from: euros(350), to: euros($0)))
      },
      ["food", "other"].map {
        TransactionEvent.LineItemChanged(item: item, category: TextChange(from: nil, to: $0))
      },
    ]
    for pair in changes {
      var scene = Sample.saved
      let added = scene.add(.lineItemAdded(TransactionEvent.LineItemAdded(item: item, content: Sample.bread)))
      scene.add(.lineItemChanged(pair[0]), seeing: .only([added]))
      #expect(scene.state.lineItems.first?.isContested == false)
      scene.add(.lineItemChanged(pair[1]), by: .b, seeing: .only([added]))
      #expect(scene.state.lineItems.first?.isContested == true && scene.row?.conflictCount == 1)
    }
  }

  @Test(
    "RY-02: adding an item again replaces all of it; the same again is nothing, another under its id is refused"
  )
  func again() {
    var scene = Sample.saved
    var whole = Self.milk(quantity: "2")
    whole.category = "food"
    scene.perform(.addItem(Sample.item(1), whole))
    #expect(scene.decide(.addItem(Sample.item(1), whole)) == .nothing)
    #expect(
      scene.decide(.addItem(Sample.item(1), Self.milk())) == .rejection(.alreadyExists("an item with this id")))
    scene.perform(.removeItem(Sample.item(1)))
    scene.add(.lineItemAdded(TransactionEvent.LineItemAdded(item: Sample.item(1), content: Self.milk())))
    #expect(scene.state.lineItems.map(\.content) == [Self.milk()])
  }

  @Test("RY-02: an item's category changes; one that is offered no more stays while something else changes")
  func category() {
    var scene = Sample.saved
    scene.perform(.addItem(Sample.item(1), Self.milk()))
    scene.perform(.changeItem(Sample.item(1), LineItemEdit(category: "food")))
    #expect(scene.state.lineItems.first?.content?.category == "food")
    var old = Self.milk()
    old.category = "old"
    scene.add(.lineItemAdded(TransactionEvent.LineItemAdded(item: Sample.item(2), content: old)))
    #expect(scene.decide(.changeItem(Sample.item(2), LineItemEdit(name: "Cream"))).only != nil)
  }

  @Test("RY-02: who works on the items keeps the receipt, where a deletion had not been seen")
  func deletionUnseen() {
    let item = Sample.item(1)
    let events: [TransactionEvent] = [
      .lineItemAdded(TransactionEvent.LineItemAdded(item: Sample.item(2), content: Sample.bread)),
      .lineItemChanged(
        TransactionEvent.LineItemChanged(item: item, name: TextChange(from: "Bread", to: "Rye"))),
      .lineItemRemoved(TransactionEvent.LineItemRemoved(item: item, from: Sample.bread)),
    ]
    for event in events {
      var scene = Sample.saved
      let added = scene.add(.lineItemAdded(TransactionEvent.LineItemAdded(item: item, content: Sample.bread)))
      scene.add(.transactionDeleted)
      #expect(scene.row?.stage == .deleted)
      scene.add(event, by: .b, seeing: .only([added]))
      #expect(scene.row?.stage == .saved, "\(event)")
    }
  }
}
