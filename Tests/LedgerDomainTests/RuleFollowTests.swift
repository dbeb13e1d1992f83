import LedgerBytes
import Testing

@testable import LedgerDomain

/// The values of a rule and of a person for one transaction, and which of them wins (Design, section 5).
struct RuleFollowTests {
  private static func amount(_ scene: Scene<TransactionEvent>) -> Int64? {
    scene.state.amount.value?.minorUnits
  }

  @Test("ET-16 The latest revision of a rule wins without conflict, in any order of recording")
  func latestRevision() {
    for order in [[1, 2, 3], [3, 2, 1], [2, 3, 1], [1, 3, 2]] {
      var scene = Scene<TransactionEvent>()
      for (index, number) in order.enumerated() {
        let device: SceneDevice = index % 2 == 0 ? .a : .b
        scene.add(
          Sample.following(number, minorUnits: Int64(number)), by: device, seeing: .only([]), actor: "rule")
      }
      #expect(Self.amount(scene) == 3, "\(order)")
      #expect(scene.state.conflictingFields.isEmpty, "\(order)")
      #expect(scene.state.following?.revision.number == 3)
      #expect(scene.row?.stage == .saved)
      #expect(scene.row?.rule == Sample.rule)
    }
  }

  @Test("FF-14 The values of a split off rule win over those of the rule before, in one state of the series")
  func splitGoverns() {
    let split = Sample.following(1, minorUnits: 7, since: Sample.today, series: 4)
    let before = Sample.following(3, minorUnits: 9, series: 4)
    for events in [[split, before], [before, split]] {
      var scene = Scene<TransactionEvent>()
      for event in events { scene.add(event, actor: "rule") }
      #expect(Self.amount(scene) == 7)
      #expect(scene.row?.rule != Sample.rule)
    }
  }

  @Test(
    "FF-14 Who knows more of a series decides which of its rules governs: a split that was taken back does not")
  func splitTakenBack() {
    let split = Sample.following(1, minorUnits: 7, since: Sample.today, series: 4)
    let back = Sample.following(3, minorUnits: 9, series: 5)
    for events in [[split, back], [back, split]] {
      var scene = Scene<TransactionEvent>()
      for event in events { scene.add(event, actor: "rule") }
      #expect(Self.amount(scene) == 9)
      #expect(scene.row?.rule == Sample.rule)
    }
  }

  @Test("ET-14 A person's value wins over the rule's in any order")
  func personStands() {
    let typed = Sample.corrected(.total, from: nil, to: .amount(Sample.euros(5)))
    var before = Scene<TransactionEvent>()
    before.add(Sample.following(1, minorUnits: 1), actor: "rule")
    before.add(typed)
    before.add(Sample.following(2, minorUnits: 2, vendor: "Landlord"), actor: "rule")
    var apart = Scene<TransactionEvent>()
    let first = apart.add(Sample.following(1, minorUnits: 1), actor: "rule")
    apart.add(
      Sample.following(2, minorUnits: 2, vendor: "Landlord"), by: .b, seeing: .only([first]), actor: "rule")
    apart.add(typed, seeing: .only([first]))
    for scene in [before, apart] {
      #expect(Self.amount(scene) == 5)
      #expect(scene.state.vendor.value == "Landlord")
      #expect(scene.state.isTouched)
      #expect(scene.state.conflictingFields.isEmpty)
    }
  }

  @Test("ET-17 A deleted transaction stays deleted when it is generated again")
  func deletedStays() {
    var scene = Scene<TransactionEvent>()
    let first = scene.add(Sample.following(1), actor: "rule")
    scene.add(.transactionDeleted, seeing: .only([first]))
    scene.add(Sample.following(2), by: .b, seeing: .only([first]), actor: "rule")
    #expect(scene.row?.stage == .deleted)
    #expect(scene.state.deletion.isByMachine == false)
    scene.add(.transactionRestored, by: .b, actor: "rule")
    #expect(scene.row?.stage == .deleted, "a rule brought back what a person deleted")
  }

  @Test("A rule that drops its vendor or tags takes away those that it had given, and nothing else")
  func takesAway() {
    var scene = Scene<TransactionEvent>()
    scene.add(Sample.following(1, tags: ["a", "b"], vendor: "Landlord"), actor: "rule")
    scene.add(.tagsChanged(TransactionEvent.TagsChanged(added: ["mine"], removed: [])))
    scene.add(Sample.following(2, tags: ["b"]), actor: "rule")
    #expect(scene.state.vendor.value == nil)
    #expect(scene.state.tagsThatAreOn == ["b", "mine"])
  }

  @Test("A detached transaction belongs to no rule, whatever changes in the rule")
  func detached() {
    var scene = Scene<TransactionEvent>()
    scene.add(Sample.following(1), actor: "rule")
    #expect(scene.decide(.unlink) == .events([.transactionUnlinkedFromRule(Sample.link)]))
    scene.add(.transactionUnlinkedFromRule(Sample.link))
    scene.add(Sample.following(2), actor: "rule")
    #expect(scene.row?.rule == nil)
    #expect(scene.decide(.unlink) == .rejection(.notRecurring))
  }

  @Test("A transaction recorded before there were rules reads as it did")
  func firstShape() {
    let old = #"""
      {"amount":{"currency":"EUR","minorUnits":1},"date":"2026-06-12","kind":"expense","on":"2026-06-12","origin":"recurring","tags":[]}
      """#
    let decoded = EventCodec.current.decode(
      type: "TransactionRecorded", schema: 1, streamKind: "transaction", payload: Array(old.utf8))
    let date = Sample.date("2026-06-12")
    let expected = TransactionEvent.Recorded(
      origin: .recurring, on: date, kind: .expense, money: Money(minorUnits: 1, currency: .eur), date: date)
    #expect(decoded == .event(.transaction(.transactionRecorded(expected))))
  }

  @Test("The state of a series is written only if it has more than that of the rule, and reads back")
  func seriesShape() {
    let alone = Sample.following(3)
    let series = Sample.following(3, series: 5)
    for (event, isWritten) in [(alone, false), (series, true)] {
      let payload = EventCodec.current.encode(.transaction(event))
      let text = String(decoding: payload, as: UTF8.self)
      #expect(text.contains(#""seriesRevision":{"counter":0,"#) == isWritten, "\(text)")
      #expect(text.contains("seriesRevision") == isWritten)
      // An older program keeps an event of an unknown shape, and does not read it as one with fewer members.
      for (schema, isRead) in [(UInt32(3), true), (EventType.transactionRecorded.schema + 1, false)] {
        let decoded = EventCodec.current.decode(
          type: "TransactionRecorded", schema: schema, streamKind: "transaction", payload: payload)
        #expect(decoded == (isRead ? .event(.transaction(event)) : .unknown))
      }
    }
  }

  @Test("ET-14 An event that takes a pause back names the pause; one that pauses names no pause")
  func pauseShape() {
    let device = "5ff7c78a-ea25-4216-93a5-2b3e76fb5bc4"
    let texts = [
      #"{"enabled":{"from":true,"since":"2026-06-14","to":false},"on":"2026-06-14"}"#,
      #"{"enabled":{"from":false,"pause":{"device":"\#(device)","sequence":18},"since":"2026-06-14","to":true},"on":"2026-06-14"}"#,
    ]
    let pause = UniqueID(device).map { EventReference(device: $0, sequence: 18) }
    for (text, pause) in zip(texts, [nil, pause]) {
      var changed = RuleEvent.Changed(on: Sample.date("2026-06-14"))
      changed.enabled = RuleEvent.Changed.Pausing(
        from: pause == nil, to: pause != nil, since: Sample.date("2026-06-14"), pause: pause)
      let event = LedgerEvent.rule(.ruleChanged(changed))
      #expect(String(decoding: EventCodec.current.encode(event), as: UTF8.self) == text)
      let decoded = EventCodec.current.decode(
        type: "RuleChanged", schema: 1, streamKind: "rule", payload: Array(text.utf8))
      #expect(decoded == .event(event))
    }
  }
}
