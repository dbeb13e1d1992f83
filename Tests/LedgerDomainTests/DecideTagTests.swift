import Testing

@testable import LedgerDomain

@Suite("Tags, flags and pages")
struct DecideTagTests {
  @Test(
    "ET-04: a tag is trimmed and in lower case, its spaces within stay",
    arguments: [
      ("Amazon", "amazon"), ("  Coffee Shop ", "coffee shop"), ("CAFE\u{301}", "caf\u{e9}"), ("ÄÖ", "äö"),
      ("two  spaces", "two  spaces"),
    ])
  func normalizes(typed: String, tag: String) {
    let scene = Sample.saved
    #expect(
      scene.decide(.tag(add: [typed], remove: []))
        == .events([.tagsChanged(TransactionEvent.TagsChanged(added: [tag], removed: []))]))
  }

  @Test(
    "ET-04: a tag has a character, and no comma or control character",
    arguments: ["", "   ", "a,b", ",", "a\nb", "a\u{0}b", "a\u{7f}b", "a\u{85}b", "a\u{2028}b"])
  func refuses(typed: String) {
    #expect(Sample.saved.decide(.tag(add: [typed], remove: [])) == .rejection(.invalidTag(typed)))
    #expect(Sample.saved.decide(.tag(add: [], remove: [typed])) == .rejection(.invalidTag(typed)))
  }

  @Test("A tag of 256 bytes is the longest")
  func length() {
    let longest = String(repeating: "x", count: 256)
    #expect(
      Sample.saved.decide(.tag(add: [longest], remove: []))
        == .events([.tagsChanged(TransactionEvent.TagsChanged(added: [longest], removed: []))]))
    #expect(
      Sample.saved.decide(.tag(add: [longest + "x"], remove: []))
        == .rejection(.tooLong(what: "tag", limit: 256)))
  }

  @Test("Only what changes is recorded, sorted by bytes; what is put on and taken off at once is put on")
  func differences() {
    var scene = Sample.saved
    scene.perform(.tag(add: ["b", "a"], remove: []))
    #expect(scene.decide(.tag(add: ["A", "b"], remove: ["c"])) == .nothing)
    #expect(
      scene.decide(.tag(add: ["é", "z", "Z", "c"], remove: ["b", "a", "c"]))
        == .events([.tagsChanged(TransactionEvent.TagsChanged(added: ["c", "z", "é"], removed: ["a", "b"]))]))
    scene.perform(.tag(add: [], remove: ["a"]))
    #expect(scene.row?.tags == ["b"])
    #expect(scene.decide(.tag(add: [], remove: ["a"])) == .nothing)
    #expect(
      scene.decide(.tag(add: ["a"], remove: []))
        == .events([.tagsChanged(TransactionEvent.TagsChanged(added: ["a"], removed: []))]))
  }

  @Test("ET-09: at most one of two in each flag group; the other group stays")
  func flags() {
    var scene = Sample.saved
    scene.perform(.flag([.paid]))
    #expect(scene.row?.flags.names == ["paid"])
    scene.perform(.flag([.unreimbursed]))
    #expect(scene.row?.flags.names == ["paid", "unreimbursed"])
    scene.perform(.flag([.unpaid]))
    #expect(scene.row?.flags.names == ["unpaid", "unreimbursed"])
    #expect(scene.decide(.flag([.unpaid])) == .nothing)
    #expect(scene.decide(.flag([])) == .nothing)
    let both = TransactionEvent.FlagsChanged(
      paid: FlagChange(from: false, to: nil), reimbursed: FlagChange(from: false, to: true))
    #expect(scene.decide(.flag([.noPaid, .reimbursed])) == .events([.flagsChanged(both)]))
    scene.perform(.flag([.noPaid, .noReimbursed]))
    #expect(scene.row?.flags.names == [])
    #expect(scene.decide(.flag([.noPaid])) == .nothing)
  }

  @Test("ET-10: pages are added once, removed, and added again")
  func pages() {
    var scene = Sample.saved
    #expect(scene.row?.attachments == [Sample.page(1)])
    scene.perform(.attach(Sample.page(2)))
    #expect(scene.row?.attachments == [Sample.page(1), Sample.page(2)])
    scene.perform(.detach(Sample.page(1).digest))
    #expect(scene.row?.attachments == [Sample.page(2)])
    #expect(scene.decide(.detach(Sample.page(1).digest)) == .nothing)
    let again = TransactionEvent.attachmentAdded(
      TransactionEvent.AttachmentAdded(attachment: Sample.page(1), on: Sample.today))
    #expect(scene.decide(.attach(Sample.page(1))) == .events([again]))
    scene.perform(.attach(Sample.page(1)))
    #expect(scene.row?.attachments == [Sample.page(1), Sample.page(2)], "in the order they first came")
  }
}
