import LedgerBytes
import LedgerDomain
import Testing

@testable import LedgerBook

/// Commands that a program sends as JSON.
@Suite("Structured commands")
struct StructuredCommandTests {
  private static let receipt = TransactionID(UniqueID.derived(kind: "test", parts: ["receipt"]))
  private static let group = GroupID(UniqueID.derived(kind: "test", parts: ["group"]))
  private static let lunch = RecordRequest(
    money: Money(minorUnits: 2_390, currency: .eur), date: date("2026-06-12"), vendor: "Zanzibar",
    category: "food", payment: .cash, group: group, note: "n", account: "Giro", tags: ["a"], flags: [.paid],
    expression: "20+3.90")
  private static let item = LineItem(
    name: "Rice", quantity: "2", money: Money(minorUnits: 100, currency: .eur), category: "food")

  private static func date(_ iso: String) -> CivilDate { CivilDate(iso: iso) ?? .last }

  private static let changes: [TransactionCommand] = [
    .confirm([.vendor, .total]), .pick(.date, number: 2), .set(.vendor("Quixote")), .empty(.note),
    .set(.date(date("2026-06-13"))), .set(.currency(.eur)), .file(group), .file(nil),
    .correct(.total, .amount(Amount(Money(minorUnits: -5, currency: .eur))), expression: "5-10"),
    .correct(.group, .group(group)), .save, .discard, .tag(add: ["x"], remove: ["y"]),
    .flag([.paid, .noReimbursed]), .clear(true), .accept([.total]), .reject([]),
    .dismissDuplicate(of: receipt), .delete, .restore, .unlink,
  ]
  private static let commands: [StructuredCommand] =
    changes.map { .change($0, of: receipt) } + [
      .record(lunch, items: [item]),
      .record(RecordRequest(money: Money(minorUnits: 1, currency: .eur), date: date("2026-06-12")), items: []),
      .recordRecurring(lunch, Cadence(frequency: .monthly, interval: 2, end: date("2027-01-01"))),
      .changeSeveral(changes.map { StructuredCommand.Change($0, of: receipt) }),
      .undo(EventReference(device: receipt.id, sequence: 7)),
    ]

  @Test("What is read is the command that was written", arguments: commands)
  func roundTrip(_ command: StructuredCommand) throws {
    let bytes = command.content.encoded()
    #expect(try StructuredCommand(JSONValue(parsing: bytes, as: .exchange)) == command)
  }

  @Test("A command with a member that is missing, unknown or of another type is refused", arguments: commands)
  func exact(_ command: StructuredCommand) throws {
    var members: [String: JSONValue] = [:]
    if case .object(let object) = command.content { members = object }
    try #require(!members.isEmpty)
    // Another number is another command, and so is one without these.
    let optional = ["expression", "items", "number"]
    for name in members.keys.sorted() where !optional.contains(name) {
      var changed = members
      changed[name] = .integer(1)
      #expect(throws: Refusal.self, "\(name)") { try StructuredCommand(.object(changed)) }
      changed[name] = nil
      #expect(throws: Refusal.self, "without \(name)") { try StructuredCommand(.object(changed)) }
    }
    #expect(throws: Refusal.self) { try StructuredCommand(.object(members.merging(["more": true]) { $1 })) }
  }

  @Test("A command about more receipts than the limit, or one that only a program gives, is refused")
  func limits() {
    let one = StructuredCommand.Change(.delete, of: Self.receipt)
    let many = StructuredCommand.changeSeveral(Array(repeating: one, count: StructuredCommand.changesMax + 1))
    #expect(throws: Refusal.self) { try StructuredCommand(many.content) }
    var imported = Self.lunch
    imported.origin = .imported
    #expect(throws: Refusal.self) {
      try StructuredCommand(StructuredCommand.record(imported, items: []).content)
    }
    #expect(throws: Refusal.self) {
      try StructuredCommand(["command": "capture", "transaction": .string("\(Self.receipt)")])
    }
    #expect(throws: Refusal.self) { try StructuredCommand("delete") }
  }
}
