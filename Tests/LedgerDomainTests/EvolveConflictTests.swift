import LedgerBytes
import LedgerDomain
import Testing

@Suite("Several devices write to one field")
struct EvolveConflictTests {
  static let base = Sample.draft()
  /// Both devices had seen the draft and its readings, and nothing since.
  static let sawDraft = Scene<TransactionEvent>.Sight.only([base.entries[1].context.reference])

  @Test("Two writes that had not seen each other: the last in order wins, both are kept")
  func concurrent() {
    var scene = Self.base
    let a = scene.add(Sample.vendor("EDEKA"))
    let b = scene.add(Sample.vendor("ALDI"), by: .b, seeing: Self.sawDraft)
    #expect(scene.state.vendor.value == "ALDI")
    #expect(scene.state.vendor.heads.map(\.reference) == [a, b])
    #expect(scene.state.vendor.conflicts.map(\.value) == ["EDEKA"])
    #expect(scene.state.conflictingFields == [.vendor])
    #expect(scene.row?.conflictCount == 1)
    #expect(scene.state.provenance(of: .vendor).conflicts == ["EDEKA"])
    #expect(scene.state.provenance(of: .vendor).setBy == b)
  }

  @Test("Three devices: every write that no other had seen is kept")
  func threeDevices() {
    var scene = Self.base
    scene.add(Sample.vendor("A"))
    let b = scene.add(Sample.vendor("B"), by: .b, seeing: Self.sawDraft)
    scene.add(Sample.vendor("C"), by: .c, seeing: Self.sawDraft)
    #expect(scene.state.vendor.conflicts.map(\.value) == ["A", "B"])
    scene.add(Sample.vendor("D"), by: .a, seeing: .only([b]))
    #expect(scene.state.vendor.heads.map(\.value) == ["C", "D"], "D had seen A and B, not C")
  }

  @Test("The same value twice is no conflict")
  func sameValue() {
    var scene = Self.base
    scene.add(Sample.vendor("EDEKA"))
    scene.add(Sample.vendor("EDEKA"), by: .b, seeing: Self.sawDraft)
    #expect(scene.row?.conflictCount == 0)
    #expect(scene.state.vendor.heads.count == 2)
  }

  @Test("Texts are compared by bytes: equal to the eye is a conflict, and two tags")
  func bytes() {
    var scene = Self.base
    scene.add(Sample.vendor("Caf\u{e9}"))
    scene.add(Sample.vendor("Cafe\u{301}"), by: .b, seeing: Self.sawDraft)
    #expect(scene.state.conflictingFields == [.vendor])
    scene.add(.tagsChanged(TransactionEvent.TagsChanged(added: ["caf\u{e9}", "cafe\u{301}"], removed: [])))
    #expect(scene.row?.tags.map { Array($0.utf8) } == [Array("cafe\u{301}".utf8), Array("caf\u{e9}".utf8)])
  }

  @Test(
    "A write that had seen both settles it, whichever value it takes", arguments: ["EDEKA", "ALDI", "LIDL"])
  func settles(value: String) {
    for device in SceneDevice.allCases {
      var scene = Self.base
      scene.add(Sample.vendor("EDEKA"))
      scene.add(Sample.vendor("ALDI"), by: .b, seeing: Self.sawDraft)
      let outcome = scene.perform(.correct(.vendor, .text(value)), by: device)
      #expect(outcome.only != nil, "a value in dispute is worth saying again")
      #expect(scene.state.vendor.value == value)
      #expect(scene.row?.conflictCount == 0)
    }
  }

  @Test("Confirming the current value settles a conflict; confirming everything leaves it open")
  func settlesByConfirming() {
    var scene = Self.base
    scene.add(Sample.vendor("EDEKA"))
    scene.add(Sample.vendor("ALDI"), by: .b, seeing: Self.sawDraft)
    scene.perform(.confirm([]))
    #expect(scene.state.conflictingFields == [.vendor])
    scene.perform(.confirm([.vendor]))
    #expect(scene.state.conflictingFields == [])
    #expect(scene.state.vendor.value == "ALDI")
  }

  @Test("Filing into the current group settles the conflict about the group")
  func settlesGroup() {
    var scene = Self.base
    scene.add(Sample.filed(Sample.group))
    scene.add(Sample.filed(Sample.otherGroup), by: .b, seeing: Self.sawDraft)
    #expect(scene.state.conflictingFields == [.group])
    scene.perform(.file(Sample.otherGroup))
    #expect(scene.state.conflictingFields == [])
    #expect(scene.row?.group == Sample.otherGroup)
  }

  @Test("Picking, tags, flags and cleared: the winning value can be given again while it is disputed")
  func settlesTheRest() {
    var scene = Sample.draft(Sample.readings(vendor: ["REWE", "EDEKA"]))
    let tagged = scene.add(.tagsChanged(TransactionEvent.TagsChanged(added: ["x", "y"], removed: [])))
    let before = Scene<TransactionEvent>.Sight.only([tagged])
    func paid(_ value: Bool) -> TransactionEvent {
      .flagsChanged(TransactionEvent.FlagsChanged(paid: FlagChange(from: nil, to: value), reimbursed: nil))
    }
    scene.perform(.pick(.vendor, number: 2))
    scene.add(paid(true))
    scene.add(.transactionCleared)
    scene.add(.tagsChanged(TransactionEvent.TagsChanged(added: ["x"], removed: ["y"])))
    scene.add(Sample.vendor("REWE"), by: .b, seeing: before)
    scene.add(paid(false), by: .b, seeing: before)
    scene.add(.transactionUncleared, by: .b, seeing: before)
    scene.add(.tagsChanged(TransactionEvent.TagsChanged(added: ["y"], removed: ["x"])), by: .b, seeing: before)
    #expect(scene.row?.tags == ["y"])
    let reimbursed = TransactionEvent.FlagsChanged(paid: nil, reimbursed: FlagChange(from: nil, to: true))
    #expect(scene.decide(.flag([.reimbursed])) == .events([.flagsChanged(reimbursed)]), "paid is not asked")
    for command in [
      TransactionCommand.pick(.vendor, number: 1), .flag([.unpaid]), .clear(false),
      .tag(add: ["y"], remove: []),
      .tag(add: [], remove: ["x"]),
    ] {
      #expect(scene.perform(command).only != nil)
      #expect(scene.decide(command) == .nothing)
    }
    #expect(scene.row?.conflictCount == 0)
  }

  @Test("Total and currency are one field: changing each on another device is a conflict")
  func amountIsOneField() {
    var scene = Self.base
    scene.add(Sample.corrected(.total, from: .amount(Sample.euros(8450)), to: .amount(Sample.euros(9000))))
    let dollars = Amount(currency: .usd, minorUnits: 8450)
    scene.add(
      Sample.corrected(.currency, from: .amount(Sample.euros(8450)), to: .amount(dollars)), by: .b,
      seeing: Self.sawDraft)
    #expect(scene.state.amount.value == dollars)
    #expect(scene.state.conflictingFields == [.total])
    #expect(scene.row?.conflictCount == 1)
    #expect(scene.state.provenance(of: .total).conflicts == ["90.00"])
    #expect(scene.state.provenance(of: .currency).conflicts == ["EUR"])
    scene.perform(.confirm([.total]))
    #expect(scene.row?.conflictCount == 0)
  }

  @Test("A person's value wins over a machine's in any order, whatever was seen")
  func personOverMachine() {
    let second = Sample.extraction(Sample.readings(vendor: ["PENNY"]))
    for machineIsLast in [false, true] {
      for sawEachOther in [false, true] {
        var scene = Self.base
        let sight: Scene<TransactionEvent>.Sight = sawEachOther ? .everything : Self.sawDraft
        if !machineIsLast { scene.add(second, by: .b, seeing: sight, actor: Sample.extractor) }
        scene.add(Sample.vendor("EDEKA"), by: .a, seeing: sight)
        if machineIsLast { scene.add(second, by: .b, seeing: sight, actor: Sample.extractor) }
        #expect(scene.state.vendor.value == "EDEKA")
        #expect(scene.row?.conflictCount == 0, "a machine disputes nothing that a person says")
        #expect(scene.state.category.value == "food", "other fields are the machine's")
      }
    }
  }

  @Test(
    "Only the actor's kind makes a person",
    arguments: [
      ("user/anna", true), ("user", true), ("userx", false), ("extractor/rules-1", false), ("rule", false),
      ("import/csv", false), ("", false),
    ])
  func actors(actor: String, isPerson: Bool) {
    var scene = Self.base
    scene.add(Sample.vendor("EDEKA"))
    scene.add(Sample.vendor("ALDI"), by: .b, actor: actor)
    #expect(scene.state.vendor.value == (isPerson ? "ALDI" : "EDEKA"))
    #expect(EventActor.isPerson(actor) == isPerson)
  }

  @Test("A field that a person emptied stays empty for machines")
  func emptied() {
    var scene = Self.base
    scene.perform(.correct(.vendor, nil))
    scene.add(Sample.extraction(Sample.readings(vendor: ["PENNY"])), by: .b, actor: Sample.extractor)
    #expect(scene.state.vendor.value == nil)
    #expect(scene.row?.vendor == nil)
  }

  @Test("Two extractions that had not seen each other conflict until a person decides")
  func machines() {
    var scene = Self.base
    scene.add(
      Sample.extraction(Sample.readings(vendor: ["PENNY"])), by: .b, seeing: .only([]), actor: Sample.extractor)
    #expect(scene.state.vendor.value == "PENNY")
    #expect(scene.state.conflictingFields == [.vendor])
    scene.perform(.confirm([.vendor]))
    #expect(scene.state.conflictingFields == [])
  }

  @Test("A write names the value that it replaced")
  func replaced() {
    var scene = Self.base
    scene.perform(.correct(.vendor, .text("EDEKA")))
    let provenance = scene.state.provenance(of: .vendor)
    #expect(provenance.replaced == "REWE City")
    #expect(provenance.actor == "user/anna")
    #expect(provenance.origin == .corrected)
  }

  @Test("An author has seen its own earlier events, and of others those up to the one named")
  func sight() {
    func reference(_ device: SceneDevice, _ sequence: UInt64) -> EventReference {
      EventReference(device: device.id, sequence: sequence)
    }
    let context = EventContext(
      reference: reference(.a, 5), time: HybridTime(milliseconds: 1), seen: [reference(.b, 3)], actor: "user")
    #expect(context.saw(reference(.a, 4)))
    #expect(!context.saw(reference(.a, 5)))
    #expect(!context.saw(reference(.a, 6)))
    #expect(context.saw(reference(.b, 3)))
    #expect(!context.saw(reference(.b, 4)))
    #expect(!context.saw(reference(.c, 1)))
  }
}
