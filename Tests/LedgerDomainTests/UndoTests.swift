import LedgerBytes
import Testing

@testable import LedgerDomain

@Suite("Undoing what was done to a transaction")
struct UndoTests {
  /// What undoes the last event of a scene.
  private func undoing(
    _ scene: Scene<TransactionEvent>, event index: Int? = nil, _ context: UndoContext? = nil
  ) -> Undoing<TransactionEvent> {
    let index = index ?? scene.entries.count - 1
    let before = scene.entries[..<index].reduce(into: TransactionState()) { $0.evolve($1.event, $1.context) }
    let item = UndoneEvent(
      reference: scene.entries[index].context.reference, event: scene.entries[index].event)
    return scene.state.undo([item], before: before, context ?? UndoContext(today: Sample.today))
  }

  /// The state once it is undone.
  private func undone(_ scene: Scene<TransactionEvent>) -> Scene<TransactionEvent> {
    var scene = scene
    for compensation in undoing(scene).compensations { scene.add(compensation.event) }
    return scene
  }

  @Test("A corrected field is as it was read, not corrected and not confirmed")
  func correction() {
    var scene = Sample.draft()
    let before = scene.state.provenance(of: .total)
    scene.perform(.correct(.total, .amount(Sample.euros(7_950))))
    #expect(scene.state.status(of: .total) == .corrected)
    let after = undone(scene)
    let now = after.state.provenance(of: .total)
    #expect(now.status == .read && now.value == before.value)
    #expect(now.origin == before.origin && now.actor == before.actor)
    #expect(after.row?.correctedCount == 0)
    // A machine that reads it again is listened to again.
    var again = after
    again.add(Sample.extraction(Sample.readings(total: ["12.00"])), actor: "extractor/rules-2")
    #expect(again.state.value(of: .total) == .amount(Sample.euros(1_200)))
  }

  @Test("A confirmed field is unconfirmed, and confirmed again when that is undone")
  func confirmation() {
    var scene = Sample.draft(Sample.readings(vendor: ["REWE City", "REWE"]))
    scene.perform(.confirm([.vendor]))
    let confirmed = scene.state
    let open = undone(scene)
    #expect(open.state.status(of: .vendor) == .read && open.row?.attentionCount == 1)
    let again = undone(open)
    #expect(again.state.settledByPerson == confirmed.settledByPerson)
    #expect(again.state.provenance(of: .vendor).origin == .confirmed && again.row?.attentionCount == 0)
  }

  @Test("A total in another currency unsettles both")
  func totalAndCurrency() {
    var scene = Sample.draft()
    scene.perform(.correct(.total, .amount(Amount(currency: Sample.kwd, minorUnits: 1_000))))
    #expect(scene.state.settledByPerson == [.total, .currency])
    #expect(undone(scene).state.settledByPerson.isEmpty)
    scene = Sample.draft()
    scene.perform(.confirm([.currency]))
    scene.perform(.correct(.total, .amount(Sample.euros(1))))
    #expect(undone(scene).state.settledByPerson == [.currency], "the currency was settled before")
  }

  @Test("What was changed since stays, and the remark names by what")
  func overwritten() {
    var scene = Sample.draft()
    scene.add(Sample.vendor("EDEKA"))
    let later = scene.add(Sample.vendor("ALDI"))
    let undoing = undoing(scene, event: 2)
    #expect(undoing.compensations.isEmpty)
    #expect(undoing.remarks == [.overwritten(what: "vendor", by: later)])
  }

  @Test("A value set by another device stays until a person decides")
  func disputed() {
    var scene = Sample.draft()
    let read = scene.entries[1].context.reference
    let other = scene.add(Sample.vendor("ALDI"), by: .b, seeing: .only([read]))
    scene.add(Sample.vendor("EDEKA"), by: .a, seeing: .only([]))
    #expect(undoing(scene).compensations.isEmpty)
    #expect(undoing(scene).remarks == [.disputed(what: "vendor", by: other)])
  }

  @Test("A correction that another device has not seen undone loses nothing: what it sets meanwhile wins")
  func concurrent() {
    var scene = Sample.draft()
    let corrected = scene.add(Sample.vendor("EDEKA"))
    let undo = undoing(scene).compensations[0].event
    for undoIsLast in [false, true] {
      var both = scene
      if undoIsLast { both.add(Sample.vendor("ALDI"), by: .b, seeing: .only([corrected])) }
      both.add(undo, by: .a, seeing: .only([]))
      if !undoIsLast { both.add(Sample.vendor("ALDI"), by: .b, seeing: .only([corrected])) }
      #expect(both.state.vendor.value == "ALDI", "undo last: \(undoIsLast)")
      #expect(both.state.settledByPerson.contains(.vendor), "undo last: \(undoIsLast)")
    }
  }

  @Test("Saving is taken back to a draft, unless another device saved it too")
  func saving() {
    let scene = undone(Sample.saved)
    #expect(scene.entries.last?.event == .receiptReopened && scene.row?.stage == .draft)
    #expect(undone(scene).row?.stage == .saved)
    var both = Sample.draft()
    let read = both.entries[1].context.reference
    both.add(.receiptSaved)
    both.add(.receiptSaved, by: .b, seeing: .only([read]))
    both.add(.receiptReopened, by: .a, seeing: .only([read]))
    #expect(both.row?.stage == .saved)
  }

  @Test("Who takes a saving back works on the receipt: a deletion that had not seen it waits")
  func contested() {
    var scene = Sample.saved
    let saved = scene.entries[2].context.reference
    scene.add(.receiptReopened)
    let deletion = scene.add(.transactionDeleted, by: .b, seeing: .only([saved]))
    #expect(scene.row?.stage == .draft && scene.state.deletion.pending == deletion)
  }

  @Test("IE-14: what is saved keeps what it needs: its category cannot be undone away")
  func needed() {
    var scene = Sample.draft(Sample.readings(category: []))
    scene.add(Sample.corrected(.category, from: nil, to: .text("food")))
    #expect(undone(scene).state.category.value == nil)
    scene.add(.receiptSaved)
    #expect(undoing(scene, event: 2).compensations.isEmpty)
    #expect(undoing(scene, event: 2).remarks == [.needed(.category)])
  }

  @Test("Capturing is discarded, recording deleted; what people did since is told before")
  func beginnings() {
    #expect(undoing(Sample.draft(), event: 0).compensations.map(\.event) == [.receiptDiscarded])
    var scene = Scene<TransactionEvent>()
    scene.add(Sample.recorded())
    let later = scene.add(.transactionCleared)
    let context = UndoContext(today: Sample.today, later: [later])
    let undoing = undoing(scene, event: 0, context)
    #expect(undoing.compensations.map(\.event) == [.transactionDeleted])
    #expect(undoing.remarks == [.followed(by: later)] && undoing.remarks[0].isDependent)
  }

  @Test(
    "ET-17: of what a rule generated only what nobody has worked on goes; generating again does not bring it back"
  )
  func generated() {
    var scene = Scene<TransactionEvent>()
    scene.add(Sample.recorded(origin: .recurring), actor: "rule")
    let untouched = undoing(scene)
    #expect(untouched.compensations.map(\.event) == [.transactionDeleted])
    #expect(untouched.remarks == [.staysDeleted] && !untouched.remarks[0].isDependent)
    let later = scene.add(.transactionCleared)
    let touched = undoing(scene, event: 0, UndoContext(today: Sample.today, later: [later]))
    #expect(touched.compensations.isEmpty && touched.remarks == [.touched(by: later)])
  }

  @Test("A deletion is restored, a restoration deleted again; on what is deleted nothing else goes back")
  func deletions() {
    #expect(undone(Sample.deleted).row?.stage == .saved)
    #expect(undone(undone(Sample.deleted)).row?.stage == .deleted)
    var scene = Sample.draft()
    scene.add(Sample.vendor("EDEKA"))
    let deletion = scene.add(.transactionDeleted)
    #expect(undoing(scene, event: 2).remarks == [.isDeleted(what: "transaction", by: deletion)])
    var contested = Sample.contested
    contested.add(.transactionRestored)
    #expect(undoing(contested).compensations.isEmpty, "it would delete what had only waited")
  }

  @Test("Tags, flags, clearing, pages and the group go back; a tag put on again since stays")
  func others() {
    let commands: [TransactionCommand] = [
      .tag(add: ["a", "b"], remove: []), .flag([.paid, .unreimbursed]), .clear(true), .attach(Sample.page(2)),
      .detach(Sample.page(1).digest), .file(Sample.group), .correct(.note, .text("n")),
      .correct(.kind, .text("income")), .correct(.account, .text("cash box")),
    ]
    for command in commands {
      var scene = Sample.saved
      let before = scene.row
      scene.perform(command)
      #expect(scene.row != before, "\(command)")
      let back = undone(scene)
      #expect(back.row == before, "\(command)")
      #expect(undone(back).row == scene.row, "\(command)")
    }
    var scene = Sample.saved
    scene.perform(.tag(add: ["a", "b"], remove: []))
    scene.perform(.tag(add: [], remove: ["b"]))
    let later = scene.perform(.tag(add: ["b"], remove: []))
    #expect(later != .nothing)
    let undoing = undoing(scene, event: 3)
    #expect(
      undoing.compensations.map(\.event) == [
        .tagsChanged(TransactionEvent.TagsChanged(added: [], removed: ["a"]))
      ])
    #expect(undoing.remarks.count == 1)
  }

  @Test("Filing back into a group that is deleted is refused, unless the same undo restores it")
  func goneGroup() {
    var scene = Sample.saved
    scene.add(Sample.filed(Sample.group))
    scene.add(.transactionFiled(TransactionEvent.Filed(from: Sample.group, to: nil)))
    let gone = UndoContext(today: Sample.today, goneGroups: [Sample.group])
    #expect(undoing(scene, gone).remarks == [.groupIsGone(Sample.group)])
    #expect(undoing(scene).compensations.map(\.event) == [Sample.filed(Sample.group)])
  }

  @Test("Undone once is undone; brought back names what to undo")
  func twice() {
    var scene = Sample.draft()
    let corrected = scene.add(Sample.vendor("EDEKA"))
    let undo = scene.add(undoing(scene).compensations[0].event)
    let redo = scene.add(undoing(scene).compensations[0].event)
    var context = UndoContext(today: Sample.today, undoneBy: [corrected: undo])
    #expect(undoing(scene, event: 2, context).remarks == [.undone(by: undo)])
    context.undoneBy[undo] = redo
    #expect(undoing(scene, event: 2, context).remarks == [.broughtBack(by: redo)])
    #expect(scene.state.vendor.value == "EDEKA" && scene.state.settledByPerson == [.vendor])
  }

  @Test("The refusal to undo readings, device events and redactions is a clear text")
  func notUndoable() {
    let machine = undoing(Sample.draft())
    #expect(machine.compensations.isEmpty && machine.remarks.count == 1)
    let reference = EventReference(device: SceneDevice.a.id, sequence: 1)
    let events: [SettingsEvent] = [
      .deviceJoined(SettingsEvent.DeviceJoined(name: "x", continues: nil)),
      .eventRedacted(SettingsEvent.EventRedacted(event: reference, why: "x")),
      .eventSkipped(SettingsEvent.EventSkipped(event: reference, why: "x")),
      .ledgerCreated(
        SettingsEvent.LedgerCreated(
          device: "x", currency: .eur, locale: LedgerLocale.all[0], weeks: .iso, on: Sample.today)),
    ]
    for event in events {
      let undoing = LedgerState().undo(
        [UndoneEvent(reference: reference, event: event)], before: LedgerState(),
        UndoContext(today: Sample.today))
      #expect(undoing.compensations.isEmpty && undoing.remarks.count == 1, "\(event)")
    }
  }
}

@Suite("Undoing what was done to a group, a category and the ledger")
struct UndoOthersTests {
  private let context = UndoContext(today: Sample.today, held: 2)

  private func undoing(_ scene: Scene<GroupEvent>) -> Undoing<GroupEvent> {
    let before = scene.entries.dropLast().reduce(into: GroupState()) { $0.evolve($1.event, $1.context) }
    let last = scene.entries[scene.entries.count - 1]
    return scene.state.undo(
      [UndoneEvent(reference: last.context.reference, event: last.event)], before: before, context)
  }

  @Test("IE-01, IE-04: a group goes and comes back, and gets its name back")
  func groups() {
    #expect(
      undoing(DecideGroupTests.existing).compensations.map(\.event) == [DecideGroupTests.deletion(receipts: 2)])
    #expect(undoing(DecideGroupTests.deleted).compensations.map(\.event) == [.groupRestored])
    #expect(undoing(DecideGroupTests.contested).compensations.map(\.event) == [.groupRestored], "it waits")
    var renamed = DecideGroupTests.existing
    renamed.add(.groupRenamed(GroupEvent.Renamed(from: "Berlin", to: "Rome")))
    #expect(
      undoing(renamed).compensations.map(\.event) == [
        .groupRenamed(GroupEvent.Renamed(from: "Rome", to: "Berlin"))
      ])
    var restored = DecideGroupTests.deleted
    restored.add(.groupRestored)
    #expect(undoing(restored).compensations.map(\.event) == [DecideGroupTests.deletion(receipts: 2)])
  }

  @Test("A name given since stays; a group deleted since has nothing to take back")
  func groupChangedSince() {
    var scene = DecideGroupTests.existing
    scene.add(.groupRenamed(GroupEvent.Renamed(from: "Berlin", to: "Rome")))
    let rome = scene.entries[1]
    let later = scene.add(.groupRenamed(GroupEvent.Renamed(from: "Rome", to: "Paris")))
    let before = DecideGroupTests.existing.state
    let item = UndoneEvent(reference: rome.context.reference, event: rome.event)
    #expect(
      scene.state.undo([item], before: before, context).remarks == [.overwritten(what: "the name", by: later)])
    let deletion = scene.add(DecideGroupTests.deletion())
    #expect(
      scene.state.undo([item], before: before, context).remarks == [.isDeleted(what: "group", by: deletion)])
  }

  @Test("ET-08: a category added is no longer offered, its looks go back, and the fixed five stay")
  func categories() {
    var scene = Scene<CategoryEvent>()
    func undoing(_ scene: Scene<CategoryEvent>) -> Undoing<CategoryEvent> {
      let before = scene.entries.dropLast().reduce(into: CategoryState()) { $0.evolve($1.event, $1.context) }
      let last = scene.entries[scene.entries.count - 1]
      return scene.state.undo(
        [UndoneEvent(reference: last.context.reference, event: last.event)], before: before, context)
    }
    scene.add(.categoryAdded(CategoryEvent.Added(key: "coffee", name: "Coffee", emoji: nil, kinds: [])))
    #expect(undoing(scene).compensations.map(\.event) == [.categoryDeactivated])
    scene.add(
      .categoryChanged(
        CategoryEvent.Changed(name: nil, emoji: TextChange(from: nil, to: "☕️"), color: nil)))
    #expect(
      undoing(scene).compensations.map(\.event) == [
        .categoryChanged(CategoryEvent.Changed(name: nil, emoji: TextChange(from: "☕️", to: nil), color: nil))
      ])
    scene.add(.categoryDeactivated)
    #expect(undoing(scene).compensations.map(\.event) == [.categoryReactivated])
    scene.add(.categoryReactivated)
    #expect(undoing(scene).compensations.map(\.event) == [.categoryDeactivated])
    var fixed = Scene<CategoryEvent>()
    fixed.add(.categoryAdded(FixedCategories.all[0]))
    #expect(undoing(fixed).compensations.isEmpty && undoing(fixed).remarks.count == 1)
  }

  @Test("IE-33: each default goes back if it is still current")
  func defaults() {
    var scene = Scene<SettingsEvent>()
    let changed = SettingsEvent.DefaultsChanged(
      currency: TextChange(from: "EUR", to: "USD"), payment: TextChange(from: nil, to: "cash"))
    let reference = scene.add(.defaultsChanged(changed))
    let later = scene.add(
      .defaultsChanged(
        SettingsEvent.DefaultsChanged(currency: TextChange(from: "USD", to: "JPY"), payment: nil)))
    let undoing = scene.state.undo(
      [UndoneEvent(reference: reference, event: .defaultsChanged(changed))], before: LedgerState(), context)
    #expect(
      undoing.compensations.map(\.event) == [
        .defaultsChanged(
          SettingsEvent.DefaultsChanged(currency: nil, payment: TextChange(from: "cash", to: nil)))
      ])
    #expect(undoing.remarks == [.overwritten(what: "the currency", by: later)])
    var places = Scene<SettingsEvent>()
    let filed = SettingsEvent.DefaultsChanged(
      currency: nil, payment: nil, group: ChangedValue(from: nil, to: Sample.group),
      account: TextChange(from: nil, to: "Giro"))
    let first = places.add(.defaultsChanged(filed))
    let back = places.state.undo(
      [UndoneEvent(reference: first, event: .defaultsChanged(filed))], before: LedgerState(), context)
    let removed = SettingsEvent.DefaultsChanged(
      currency: nil, payment: nil, group: ChangedValue(from: Sample.group, to: nil),
      account: TextChange(from: "Giro", to: nil))
    #expect(back.compensations.map(\.event) == [.defaultsChanged(removed)])
  }
}
