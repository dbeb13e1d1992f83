import Testing

@testable import LedgerDomain

@Suite("Commands on a category and on the ledger")
struct DecideCategoryTests {
  static let added = CategoryEvent.categoryAdded(
    CategoryEvent.Added(key: "coffee", name: "Coffee", emoji: "☕️", kinds: [.expense]))

  static var existing: Scene<CategoryEvent> {
    var scene = Scene<CategoryEvent>()
    scene.add(added)
    return scene
  }

  static var inactive: Scene<CategoryEvent> {
    var scene = existing
    scene.add(.categoryDeactivated)
    return scene
  }

  static func add(_ name: String = "Coffee", emoji: String? = "☕️") -> CategoryCommand {
    .add(name: name, key: nil, emoji: emoji, kinds: [.expense])
  }

  @Test("ET-07: a category has a lower-case key for matching and a name with its case")
  func addition() {
    #expect(CategoryState.key(of: " Coffee SHOP ") == "coffee shop")
    let nothing = Scene<CategoryEvent>()
    #expect(nothing.decide(Self.add(" Coffee ", emoji: " ☕️ ")) == .events([Self.added]))
    let plain = CategoryEvent.categoryAdded(
      CategoryEvent.Added(key: "coffee", name: "Coffee", emoji: nil, kinds: [.expense]))
    for emoji in [nil, "", " "] { #expect(nothing.decide(Self.add(emoji: emoji)) == .events([plain])) }
    #expect(Self.existing.decide(Self.add()) == .rejection(.alreadyExists("the category “coffee”")))
    #expect(Self.inactive.decide(Self.add()) == .rejection(.inactiveCategory("coffee")))
    #expect(nothing.decide(Self.add(" ")) == .rejection(.emptyName))
    #expect(nothing.decide(Self.add(), key: "") == .rejection(.emptyName))
    let long = String(repeating: "x", count: 257)
    #expect(nothing.decide(Self.add(long)) == .rejection(.tooLong(what: "name", limit: 256)))
    #expect(nothing.decide(Self.add(), key: long) == .rejection(.tooLong(what: "name", limit: 256)))
    #expect(nothing.decide(Self.add(emoji: long)) == .rejection(.tooLong(what: "emoji", limit: 64)))
  }

  @Test("ET-07: name, emoji and colour change; what is nil stays, an empty text removes it")
  func change() {
    func change(_ name: String?, _ emoji: String?, _ color: String?) -> CategoryCommand {
      .change(name: name, emoji: emoji, color: color)
    }
    let unknown = Outcome<CategoryEvent>.rejection(.unknownCategory(key: "coffee", known: []))
    #expect(Scene<CategoryEvent>().decide(change("Tea", nil, nil)) == unknown)
    for scene in [Self.existing, Self.inactive] {
      #expect(scene.decide(change(nil, nil, nil)) == .nothing)
      #expect(scene.decide(change("Coffee", "☕️", "")) == .nothing)
      #expect(scene.decide(change(" ", nil, nil)) == .rejection(.emptyName))
      let changed = CategoryEvent.Changed(
        name: TextChange(from: "Coffee", to: "Tea"), emoji: TextChange(from: "☕️", to: nil),
        color: TextChange(from: nil, to: "#00ff00"))
      #expect(scene.decide(change("Tea ", "", "#00ff00")) == .events([.categoryChanged(changed)]))
      let long = String(repeating: "x", count: 257)
      #expect(scene.decide(change(long, nil, nil)) == .rejection(.tooLong(what: "name", limit: 256)))
      #expect(scene.decide(change(nil, long, nil)) == .rejection(.tooLong(what: "emoji", limit: 64)))
      #expect(scene.decide(change(nil, nil, long)) == .rejection(.tooLong(what: "color", limit: 64)))
    }
  }

  @Test("ET-08: a category is deactivated, never deleted; the five stay")
  func deactivation() {
    let unknown = Outcome<CategoryEvent>.rejection(.unknownCategory(key: "coffee", known: []))
    #expect(Scene<CategoryEvent>().decide(.deactivate) == unknown)
    #expect(Scene<CategoryEvent>().decide(.reactivate) == unknown)
    #expect(Self.existing.decide(.deactivate) == .events([.categoryDeactivated]))
    #expect(Self.existing.decide(.reactivate) == .nothing)
    #expect(Self.inactive.decide(.deactivate) == .nothing)
    #expect(Self.inactive.decide(.reactivate) == .events([.categoryReactivated]))
    #expect(CategoryRow(Self.inactive.state)?.isActive == false)
    #expect(FixedCategories.all.map(\.key) == ["food", "hotel", "flight", "taxi", "other"], "IE-12")
    for fixed in FixedCategories.all {
      var scene = Scene<CategoryEvent>()
      scene.add(.categoryAdded(fixed))
      #expect(scene.decide(.deactivate, key: fixed.key) == .rejection(.fixedCategory(fixed.key)))
    }
  }

  @Test("ET-07: adding twice, on two devices too, is one category, and undoes no change")
  func merging() {
    var scene = Self.existing
    scene.add(
      .categoryChanged(
        CategoryEvent.Changed(name: TextChange(from: "Coffee", to: "Tea"), emoji: nil, color: nil)))
    scene.add(.categoryDeactivated)
    let before = scene.state
    scene.add(
      .categoryAdded(CategoryEvent.Added(key: "coffee", name: "COFFEE", emoji: nil, kinds: [])), by: .b,
      seeing: .only([]))
    #expect(scene.state == before)
    #expect(scene.state.name.conflicts.isEmpty)
    #expect(CategoryRow(scene.state)?.kinds == [.expense])
  }

  @Test("ET-07: a second addition only fills what the first left open")
  func additions() {
    var scene = Scene<CategoryEvent>()
    scene.add(.categoryAdded(CategoryEvent.Added(key: "coffee", name: "Coffee", emoji: nil, kinds: [])))
    let later = [("COFFEE", "☕️", TransactionKind.expense), ("Kaffee", "🫖", .income)]
    for (name, emoji, kind) in later {
      scene.add(
        .categoryAdded(CategoryEvent.Added(key: "coffee", name: name, emoji: emoji, kinds: [kind])), by: .b,
        seeing: .only([]))
      let row = CategoryRow(scene.state)
      #expect(row?.name == "Coffee" && row?.emoji == "☕️" && row?.kinds == [.expense], "\(name)")
    }
  }

  @Test("ET-08: whether a category is offered, disputed by two devices, is settled either way")
  func disputed() {
    var scene = Self.inactive
    let off = scene.entries[1].context.reference
    scene.add(.categoryReactivated)
    scene.add(.categoryDeactivated, by: .b, seeing: .only([off]))
    #expect(CategoryRow(scene.state)?.isActive == false)
    #expect(scene.decide(.deactivate) == .events([.categoryDeactivated]))
    #expect(scene.decide(.reactivate) == .events([.categoryReactivated]))
    scene.add(.categoryReactivated)
    #expect(CategoryRow(scene.state)?.isActive == true)
    #expect(scene.decide(.reactivate) == .nothing)
  }

  // MARK: - The ledger

  static let locale = LedgerLocale("en_GB") ?? LedgerLocale.all[0]
  static let creation = SettingsEvent.LedgerCreated(
    device: "iPhone", currency: .eur, locale: locale, weeks: .iso, on: Sample.today)

  static func create(_ device: String = " iPhone ", _ currency: CurrencyCode = .eur) -> LedgerCommand {
    .create(device: device, currency: currency, locale: locale, weeks: .iso)
  }

  static var ledger: Scene<SettingsEvent> {
    var scene = Scene<SettingsEvent>()
    scene.add(.ledgerCreated(creation))
    return scene
  }

  @Test("A ledger is created once, in a known currency, on a named device")
  func creates() {
    let nothing = Scene<SettingsEvent>()
    #expect(nothing.decide(Self.create()) == .events([.ledgerCreated(Self.creation)]))
    #expect(Self.ledger.decide(Self.create()) == .rejection(.alreadyExists("the ledger")))
    #expect(nothing.decide(Self.create(" ")) == .rejection(.emptyName))
    #expect(
      nothing.decide(Self.create(String(repeating: "x", count: 257)))
        == .rejection(.tooLong(what: "name", limit: 256)))
    #expect(
      nothing.decide(Self.create("iPhone", Sample.unknownCurrency))
        == .rejection(.unknownCurrency(Sample.unknownCurrency)))
  }

  @Test("IE-33: currency and payment that are offered first change; what is nil stays")
  func defaults() {
    var scene = Self.ledger
    #expect(LedgerRow(scene.state)?.currency == .eur)
    #expect(LedgerRow(scene.state)?.payment == nil)
    #expect(scene.decide(.changeDefaults(currency: nil, payment: nil)) == .nothing)
    #expect(scene.decide(.changeDefaults(currency: .eur, payment: nil)) == .nothing)
    #expect(
      scene.decide(.changeDefaults(currency: Sample.unknownCurrency, payment: .card))
        == .rejection(.unknownCurrency(Sample.unknownCurrency)))
    let changed = SettingsEvent.DefaultsChanged(
      currency: TextChange(from: "EUR", to: "USD"), payment: TextChange(from: nil, to: "cash"))
    #expect(
      scene.decide(.changeDefaults(currency: .usd, payment: .cash)) == .events([.defaultsChanged(changed)]))
    scene.add(.defaultsChanged(changed))
    #expect(LedgerRow(scene.state)?.currency == .usd)
    #expect(LedgerRow(scene.state)?.payment == .cash)
    #expect(scene.decide(.changeDefaults(currency: .usd, payment: .cash)) == .nothing)
  }

  @Test("A group and an account are defaults, too, and can be removed; deleted and closed ones are refused")
  func defaultPlaces() {
    var scene = Self.ledger
    func row(isDeleted: Bool) -> [GroupID: GroupRow] {
      let row = GroupRow(
        id: Sample.group, name: "Berlin", createdOn: Sample.today, isDeleted: isDeleted,
        hasPendingDeletion: false)
      return [Sample.group: row]
    }
    let terms = AccountTerms(kind: .budget, opening: Money(minorUnits: 0, currency: .eur), on: Sample.today)
    let old = AccountDirectory(
      [AccountRow(key: "old", name: "Old", terms: terms, rank: 1, isClosed: true)], mentioned: ["Giro"])
    func change(_ group: PropertyEdit<GroupID>, _ account: PropertyEdit<String> = .keep) -> LedgerCommand {
      .changeDefaults(currency: nil, payment: nil, group: group, account: account)
    }
    let (berlin, giro) = (PropertyEdit.set(Sample.group), PropertyEdit.set(" Giro "))
    #expect(scene.decide(change(berlin)) == .rejection(.unknownGroup(Sample.group)))
    #expect(scene.decide(change(berlin), groups: row(isDeleted: true)) == .rejection(.isDeleted(what: "group")))
    #expect(scene.decide(change(.keep, .set("OLD")), accounts: old) == .rejection(.accountIsClosed("Old")))
    #expect(scene.decide(change(.remove, .remove)) == .nothing && scene.decide(change(.keep)) == .nothing)
    let changed = SettingsEvent.DefaultsChanged(
      currency: nil, payment: nil, group: ChangedValue(from: nil, to: Sample.group),
      account: TextChange(from: nil, to: "Giro"))
    #expect(
      scene.decide(change(berlin, giro), groups: row(isDeleted: false), accounts: old)
        == .events([.defaultsChanged(changed)]))
    scene.add(.defaultsChanged(changed))
    let settings = LedgerRow(scene.state)
    #expect(settings?.group == Sample.group && settings?.account == "Giro")
    #expect(scene.decide(change(berlin, giro), groups: row(isDeleted: false)) == .nothing)
    let removed = SettingsEvent.DefaultsChanged(
      currency: nil, payment: nil, group: ChangedValue(from: Sample.group, to: nil),
      account: TextChange(from: "Giro", to: nil))
    for empty: PropertyEdit<String> in [.remove, .set(" ")] {
      #expect(scene.decide(change(.remove, empty)) == .events([.defaultsChanged(removed)]))
    }
    scene.add(.defaultsChanged(removed))
    #expect(LedgerRow(scene.state)?.group == nil && LedgerRow(scene.state)?.account == nil)
  }
}
