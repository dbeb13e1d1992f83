import LedgerBytes
import Testing

@testable import LedgerDomain

@Suite("Deletions that had not seen everything")
struct EvolveDeletionTests {
  static let base = Sample.saved
  static let sawBase = Scene<TransactionEvent>.Sight.only([base.entries[2].context.reference])

  @Test("A deletion that had seen everything deletes")
  func plain() {
    for device in SceneDevice.allCases {
      var scene = Self.base
      scene.add(.transactionDeleted, by: device)
      #expect(scene.row?.stage == .deleted)
      #expect(scene.state.deletion.pending == nil)
    }
  }

  /// What a person can change.
  static let changes: [TransactionEvent] = [
    Sample.vendor("EDEKA"), Sample.confirmed(.vendor, .text("REWE City")),
    .alternatePicked(
      TransactionEvent.AlternatePicked(
        field: .vendor, from: nil, to: .text("REWE City"), reading: "REWE City",
        extraction: base.entries[1].context.reference)),
    Sample.captured, Sample.recorded(), Sample.filed(Sample.group),
    .tagsChanged(TransactionEvent.TagsChanged(added: ["x"], removed: [])),
    .flagsChanged(TransactionEvent.FlagsChanged(paid: FlagChange(from: nil, to: true), reimbursed: nil)),
    .transactionCleared,
    .transactionUncleared, .receiptSaved,
    .fieldReverted(
      TransactionEvent.FieldReverted(
        event: base.entries[1].context.reference, field: .vendor, from: nil, to: .text("REWE City"),
        origin: .extracted, actor: "extractor/rules-1", settled: [])),
    .attachmentAdded(TransactionEvent.AttachmentAdded(attachment: Sample.page(2), on: Sample.today)),
    .attachmentRemoved(TransactionEvent.AttachmentRemoved(digest: Sample.page(1).digest)),
  ]

  @Test(
    "A deletion that had not seen a person's change waits, in either order", arguments: 0..<changes.count)
  func contested(index: Int) {
    for deletion in [TransactionEvent.transactionDeleted, .receiptDiscarded] {
      for changeIsLast in [false, true] {
        var scene = Self.base
        if !changeIsLast { scene.add(Self.changes[index]) }
        let reference = scene.add(deletion, by: .b, seeing: Self.sawBase)
        if changeIsLast { scene.add(Self.changes[index], seeing: Self.sawBase) }
        #expect(scene.row?.stage == .saved)
        #expect(scene.state.deletion.pending == reference)
        #expect(scene.row?.conflictCount == 1)

        var deletedAgain = scene
        deletedAgain.perform(.delete, by: .c)
        #expect(deletedAgain.row?.stage == .deleted, "by someone who saw both")
        #expect(deletedAgain.row?.conflictCount == 0)
        var kept = scene
        kept.perform(.restore, by: .c)
        #expect(kept.row?.stage == .saved)
        #expect(kept.row?.conflictCount == 0)
      }
    }
  }

  @Test("A change by software is not a person's change")
  func machines() {
    let byMachine: [TransactionEvent] = [
      Sample.extraction(Sample.readings(vendor: ["PENNY"])),
      .textRecognized(TransactionEvent.TextRecognized(engine: "x", text: "y", confidence: nil)),
      .extractionFailed(TransactionEvent.ExtractionFailed(engine: "x", reason: "y")),
      Sample.recorded(origin: .recurring),
    ]
    for event in byMachine {
      for machineIsLast in [false, true] {
        var scene = Self.base
        if !machineIsLast { scene.add(event, actor: "rule") }
        scene.add(.transactionDeleted, by: .b, seeing: Self.sawBase)
        if machineIsLast { scene.add(event, seeing: Self.sawBase, actor: "rule") }
        #expect(scene.row?.stage == .deleted)
      }
    }
  }

  @Test("Deleting again takes effect only by someone who saw the deletion and the change")
  func deletedAgainByWhom() {
    var scene = Self.base
    let change = scene.add(Sample.vendor("EDEKA"))
    scene.add(.transactionDeleted, by: .b, seeing: Self.sawBase)
    var blind = scene
    blind.add(.transactionDeleted, by: .c, seeing: Self.sawBase)
    #expect(blind.row?.stage == .saved, "two that had not seen the change don't make one that had")
    #expect(blind.state.deletion.pending == EventReference(device: SceneDevice.c.id, sequence: 1))
    var seeing = scene
    seeing.add(.transactionDeleted, by: .c, seeing: .only([change]))
    #expect(seeing.row?.stage == .deleted, "a deletion of its own, which had seen the change")
  }

  @Test("Every change counts, not only the last of a device")
  func lastOfEachDevice() {
    var scene = Self.base
    scene.add(Sample.vendor("EDEKA"))
    let b = scene.add(Sample.vendor("ALDI"), by: .b)
    scene.add(.transactionDeleted, by: .c, seeing: .only([Self.base.entries[2].context.reference, b]))
    #expect(scene.row?.stage == .saved, "the change on the first device was not seen")
  }

  @Test("A restored record is as it was before, and can be deleted again")
  func restored() {
    var scene = Self.base
    scene.perform(.correct(.note, .text("keep")))
    let before = scene.row
    scene.perform(.delete)
    #expect(scene.row?.stage == .deleted)
    scene.perform(.restore, by: .b)
    #expect(scene.row == before)
    scene.perform(.delete)
    #expect(scene.row?.stage == .deleted)
    var draft = Sample.draft()
    draft.perform(.discard)
    #expect(draft.row?.stage == .deleted)
    draft.perform(.restore)
    #expect(draft.row?.stage == .draft)
  }

  @Test("A restoration is a change: a deletion that had not seen it waits, in either order")
  func restorationContests() {
    for restorationIsLast in [false, true] {
      var scene = Self.base
      let first = scene.add(.transactionDeleted)
      if !restorationIsLast { scene.add(.transactionRestored, by: .b) }
      let other = scene.add(.transactionDeleted, by: .c, seeing: Self.sawBase)
      if restorationIsLast { scene.add(.transactionRestored, by: .b, seeing: .only([first])) }
      #expect(scene.row?.stage == .saved)
      #expect(scene.state.deletion.pending == other)
      scene.perform(.restore)
      #expect(scene.state.deletion.pending == nil)
      #expect(scene.row?.stage == .saved)
    }
  }

  @Test("Both devices delete: it is deleted, and restored once")
  func bothDelete() {
    var scene = Self.base
    scene.add(.transactionDeleted)
    scene.add(.transactionDeleted, by: .b, seeing: Self.sawBase)
    #expect(scene.row?.stage == .deleted)
    #expect(scene.row?.conflictCount == 0)
    scene.perform(.restore, by: .c)
    #expect(scene.row?.stage == .saved)
    #expect(scene.row?.conflictCount == 0)
  }

  @Test("A deletion by a rule does not take away what a person restored")
  func ruleAfterPerson() {
    var scene = Self.base
    scene.add(.transactionDeleted)
    scene.add(.transactionRestored)
    let byRule = scene.add(.transactionDeleted, by: .b, actor: "rule")
    #expect(scene.row?.stage == .saved)
    #expect(scene.state.deletion.pending == byRule)
  }

  @Test("A group stays, with a notice, if another device renamed it during its deletion")
  func group() {
    for renameIsLast in [false, true] {
      var scene = Scene<GroupEvent>()
      let created = scene.add(DecideGroupTests.created)
      let renamed = GroupEvent.groupRenamed(GroupEvent.Renamed(from: "Berlin", to: "Rome"))
      if !renameIsLast { scene.add(renamed) }
      scene.add(DecideGroupTests.deletion(), by: .b, seeing: .only([created]))
      if renameIsLast { scene.add(renamed, seeing: .only([])) }
      #expect(GroupRow(Sample.group, scene.state)?.isDeleted == false)
      #expect(GroupRow(Sample.group, scene.state)?.hasPendingDeletion == true)
      #expect(GroupRow(Sample.group, scene.state)?.name == "Rome")
      scene.add(DecideGroupTests.deletion(), by: .c)
      #expect(GroupRow(Sample.group, scene.state)?.isDeleted == true)
      #expect(GroupRow(Sample.group, scene.state)?.hasPendingDeletion == false)
      scene.add(.groupRestored)
      #expect(GroupRow(Sample.group, scene.state)?.isDeleted == false)
    }
  }
}
