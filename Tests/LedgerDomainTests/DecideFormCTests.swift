import LedgerDomain
import Testing

/// Names, tags and keys are put into form C by `decide` (Design, section 4).
///
/// Bytes are compared, because `==` ignores the form.
@Suite("Form C")
struct DecideFormCTests {
  static let typed = " Cafe\u{301} "
  static let formC = Array("Caf\u{e9}".utf8)

  static func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }

  @Test("Texts of a transaction", arguments: [TransactionField.vendor, .note, .account])
  func fields(field: TransactionField) {
    var scene = Sample.saved
    scene.perform(.correct(field, .text(Self.typed)))
    #expect(Self.bytes(scene.state.value(of: field)?.text) == Self.formC)
    var recorded = Scene<TransactionEvent>()
    recorded.perform(
      DecideSaveTests.request {
        switch field {
        case .vendor: $0.vendor = Self.typed
        case .note: $0.note = Self.typed
        default: $0.account = Self.typed
        }
      })
    #expect(Self.bytes(recorded.state.value(of: field)?.text) == Self.formC)
  }

  @Test("ET-04: tags, and the name of a file")
  func tagsAndNames() {
    let folded = Array("caf\u{e9}".utf8)
    var scene = Scene<TransactionEvent>()
    scene.perform(.capture(CaptureRequest(source: .file, name: "Cafe\u{301}")))
    scene.perform(.tag(add: [Self.typed], remove: []))
    #expect(Self.bytes(scene.row?.name) == Self.formC)
    #expect(scene.row?.tags.map { Array($0.utf8) } == [folded])
    var recorded = Scene<TransactionEvent>()
    recorded.perform(DecideSaveTests.request { $0.tags = [Self.typed] })
    #expect(recorded.row?.tags.map { Array($0.utf8) } == [folded])
  }

  @Test("Names of groups, categories and devices")
  func names() {
    guard case .groupCreated(let group) = Scene<GroupEvent>().decide(.create(name: Self.typed)).event else {
      return #expect(Bool(false), "no group")
    }
    #expect(Self.bytes(group.name) == Self.formC)
    let add = CategoryCommand.add(name: Self.typed, key: nil, emoji: nil, kinds: [])
    guard case .categoryAdded(let category) = Scene<CategoryEvent>().decide(add).only else {
      return #expect(Bool(false), "no category")
    }
    #expect(Self.bytes(category.name) == Self.formC)
    let change = CategoryCommand.change(name: Self.typed, emoji: nil, color: nil)
    guard case .categoryChanged(let changed) = DecideCategoryTests.existing.decide(change).only else {
      return #expect(Bool(false), "no change")
    }
    #expect(Self.bytes(changed.name?.to) == Self.formC)
    #expect(Self.bytes(CategoryState.key(of: Self.typed)) == Array("caf\u{e9}".utf8))
    let create = DecideCategoryTests.create(Self.typed)
    guard case .ledgerCreated(let ledger) = Scene<SettingsEvent>().decide(create).only else {
      return #expect(Bool(false), "no ledger")
    }
    #expect(Self.bytes(ledger.device) == Self.formC)
  }
}
