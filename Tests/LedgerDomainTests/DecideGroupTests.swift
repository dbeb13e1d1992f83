import LedgerBytes
import LedgerDomain
import Testing

@Suite("Commands on a group")
struct DecideGroupTests {
  static let created = GroupEvent.groupCreated(GroupEvent.Created(name: "Berlin", on: Sample.today))
  static let unknown = GroupOutcome.rejection(.unknownGroup(Sample.group))

  static var existing: Scene<GroupEvent> {
    var scene = Scene<GroupEvent>()
    scene.add(created)
    return scene
  }

  static func deletion(_ disposition: GroupDisposition = .keep, receipts: Int = 0) -> GroupEvent {
    .groupDeleted(GroupEvent.Deleted(disposition: disposition, receipts: receipts))
  }

  static var deleted: Scene<GroupEvent> {
    var scene = existing
    scene.add(deletion())
    return scene
  }

  /// Deleted by a device that had not seen its new name.
  static var contested: Scene<GroupEvent> {
    var scene = Scene<GroupEvent>()
    let created = scene.add(created)
    scene.add(.groupRenamed(GroupEvent.Renamed(from: "Berlin", to: "Berlin 2026")))
    scene.add(deletion(), by: .b, seeing: .only([created]))
    return scene
  }

  @Test("IE-01: a group is created once, with a name")
  func create() {
    let nothing = Scene<GroupEvent>()
    #expect(nothing.decide(.create(name: " Berlin ")).event == Self.created)
    for scene in [Self.existing, Self.deleted, Self.contested] {
      #expect(scene.decide(.create(name: "Berlin")) == .rejection(.alreadyExists("a group with this id")))
    }
    #expect(nothing.decide(.create(name: " \n")) == .rejection(.emptyName))
    for name in ["Unfiled", " unfiled", "UNFILED"] {
      #expect(nothing.decide(.create(name: name)) == .rejection(.reservedName(NFC.trimmed(name))))
    }
    #expect(nothing.decide(.create(name: "Unfiled 2")).event != nil)
    let long = String(repeating: "x", count: 513)
    #expect(nothing.decide(.create(name: long)) == .rejection(.tooLong(what: "name", limit: 512)))
    #expect(nothing.decide(.create(name: String(long.dropLast()))).event != nil)
  }

  @Test("IE-01: renaming keeps the name before; equal to the eye is not equal")
  func rename() {
    func renamed(_ from: String, _ to: String) -> GroupEvent {
      .groupRenamed(GroupEvent.Renamed(from: from, to: to))
    }
    #expect(Scene<GroupEvent>().decide(.rename(to: "Rome")) == Self.unknown)
    #expect(Self.existing.decide(.rename(to: "Rome ")).event == renamed("Berlin", "Rome"))
    #expect(Self.existing.decide(.rename(to: "Berlin")).event == nil)
    #expect(Self.existing.decide(.rename(to: "Unfiled")) == .rejection(.reservedName("Unfiled")))
    #expect(Self.existing.decide(.rename(to: "")) == .rejection(.emptyName))
    #expect(Self.deleted.decide(.rename(to: "Rome")) == .rejection(.isDeleted(what: "group")))
    #expect(Self.contested.decide(.rename(to: "Rome")).event == renamed("Berlin 2026", "Rome"))
    var foreign = Scene<GroupEvent>()
    foreign.add(.groupCreated(GroupEvent.Created(name: "Cafe\u{301}", on: Sample.today)))
    guard case .groupRenamed(let event) = foreign.decide(.rename(to: "Cafe\u{301}")).event else {
      return #expect(Bool(false), "not put into form C")
    }
    #expect(Array(event.to.utf8) == Array("Caf\u{e9}".utf8))
  }

  @Test("A name that two devices dispute is settled by typing either")
  func disputedName() {
    var scene = Self.existing
    let created = scene.entries[0].context.reference
    scene.add(.groupRenamed(GroupEvent.Renamed(from: "Berlin", to: "Rome")))
    scene.add(.groupRenamed(GroupEvent.Renamed(from: "Berlin", to: "Oslo")), by: .b, seeing: .only([created]))
    #expect(scene.state.name.value == "Oslo")
    #expect(scene.state.name.conflicts.map(\.value) == ["Rome"])
    let settled = GroupEvent.groupRenamed(GroupEvent.Renamed(from: "Oslo", to: "Oslo"))
    #expect(scene.decide(.rename(to: "Oslo")).event == settled)
    scene.add(settled)
    #expect(scene.state.name.conflicts.isEmpty)
    #expect(scene.decide(.rename(to: "Oslo")).event == nil)
  }

  static func member(_ number: UInt64, _ scene: Scene<TransactionEvent>, by: EventReference? = nil)
    -> GroupMember
  {
    GroupMember(id: TransactionID(UniqueID(high: 1, low: number)), state: scene.state, deletedBy: by)
  }

  static func id(_ number: UInt64) -> TransactionID { TransactionID(UniqueID(high: 1, low: number)) }

  /// A draft, a saved one, a deleted one, one of another group and one waiting to be deleted. All but one are in the
  /// group.
  static var members: [GroupMember] {
    var scenes = [Sample.draft(), Sample.saved, Sample.saved, Sample.saved, Sample.contested]
    for index in scenes.indices { scenes[index].perform(.file(index == 3 ? Sample.otherGroup : Sample.group)) }
    scenes[2].add(.transactionDeleted)
    return scenes.enumerated().map { member(UInt64($0.offset), $0.element) }
  }

  @Test("IE-04: deleting a group files what it holds to Unfiled, or deletes it, each named")
  func delete() {
    let moved = TransactionEvent.transactionFiled(TransactionEvent.Filed(from: Sample.group, to: nil))
    for (disposition, event) in [
      (GroupDisposition.keep, moved), (.delete, TransactionEvent.transactionDeleted),
    ] {
      #expect(Scene<GroupEvent>().decide(.delete(disposition)) == Self.unknown)
      for scene in [Self.existing, Self.contested] {
        let outcome = scene.decide(.delete(disposition), members: Self.members)
        #expect(outcome.event == Self.deletion(disposition, receipts: 3))
        #expect(outcome.consequences == [Self.id(0): event, Self.id(1): event, Self.id(4): event])
      }
      let again = Self.deleted.decide(.delete(disposition), members: Self.members)
      #expect(again.event == nil && again.consequences.isEmpty)
    }
  }

  @Test("1.5.8: restoring a group brings back what its deletion moved or deleted and nobody touched since")
  func restore() {
    let isNot = GroupOutcome.rejection(.isNotDeleted(what: "group"))
    #expect(Scene<GroupEvent>().decide(.restore) == Self.unknown)
    #expect(Self.existing.decide(.restore) == isNot)
    #expect(Self.contested.decide(.restore).event == .groupRestored)

    var filed = Sample.saved
    filed.perform(.file(Sample.group))
    let inGroup = filed
    let moved = filed.add(.transactionFiled(TransactionEvent.Filed(from: Sample.group, to: nil)))
    var elsewhere = filed
    elsewhere.perform(.file(Sample.otherGroup))
    var unfiledSince = elsewhere
    unfiledSince.perform(.file(nil))
    var deletedSince = filed
    deletedSince.perform(.delete)
    var gone = inGroup
    let deletion = gone.add(.transactionDeleted)
    var goneTwice = gone
    goneTwice.perform(.restore)
    goneTwice.perform(.delete)
    // Its deletion had not seen a change, so it waits.
    var waiting = inGroup
    waiting.perform(.correct(.note, .text("keep")))
    let unseeing = waiting.add(
      .transactionDeleted, by: .b, seeing: .only([inGroup.entries[3].context.reference]))

    let back = TransactionEvent.transactionFiled(TransactionEvent.Filed(from: nil, to: Sample.group))
    let outcome = Self.deleted.decide(
      .restore,
      members: [
        Self.member(0, filed, by: moved), Self.member(1, elsewhere, by: moved),
        Self.member(2, deletedSince, by: moved), Self.member(3, gone, by: deletion),
        Self.member(4, goneTwice, by: deletion), Self.member(5, waiting, by: unseeing),
        Self.member(6, inGroup), Self.member(7, unfiledSince, by: moved),
      ])
    #expect(outcome.event == .groupRestored)
    #expect(
      outcome.consequences == [
        Self.id(0): back, Self.id(3): .transactionRestored, Self.id(5): .transactionRestored,
      ])
  }
}
