import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import LedgerExchange

/// The totals that programs of other people find in our exports are those that our analysis shows.
///
/// `tools/oracle` runs this on other ledgers: it sets `ORACLE_LEDGER`, `ORACLE_COUNT`, `ORACLE_SEED` or
/// `EVENTS_RECEIPTS`. By itself it is a small sample of random transactions.
@Suite("Oracle")
struct OracleTests {
  private static let environment = ProcessInfo.processInfo.environment

  @Test(
    "hledger finds what the analysis shows",
    .enabled(if: OracleProgram.hledger.isThere, "hledger is not installed"))
  func hledger() throws { try compare(.hledger) }

  @Test(
    "ledger finds what the analysis shows",
    .enabled(if: OracleProgram.ledger.isThere, "ledger is not installed")
  )
  func ledger() throws { try compare(.ledger) }

  @Test(
    "beancount finds what the analysis shows",
    .enabled(if: OracleProgram.beancount.isThere, "beancount is not installed"))
  func beancount() throws { try compare(.beancount) }

  @Test(
    "hledger finds each transaction by its tag, and no tag that came with a text",
    .enabled(if: OracleProgram.hledger.isThere, "hledger is not installed"))
  func tags() throws {
    let ledger = try TestLedger()
    try ledger.fill(300, seed: 5)
    var ids: Set<String> = []
    try ledger.book.journal { ids.insert($0.row.id.description) }
    let file = ledger.folder + "/tags.journal"
    try ledger.export(.hledger).text.write(toFile: file, atomically: true, encoding: .utf8)
    func lines(_ arguments: String...) throws -> Set<String> {
      Set(
        try OracleProgram.run(["hledger", "-f", file, "tags"] + arguments).split(separator: "\n").map(
          String.init))
    }
    #expect(try lines("--values", "transaction") == ids)
    #expect(
      try lines().isSubset(of: [
        "transaction", "group", "tag", "flag", "payment", "account", "category", "note",
      ]))
  }

  private func compare(_ program: OracleProgram) throws {
    let folder = NSTemporaryDirectory() + "ledger-oracle-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (name, keeper) = try Self.ledger()
    defer { withExtendedLifetime(keeper) {} }
    let expected = try OracleSums(analysisOf: keeper.book)
    let found = try program.sums(of: keeper.book, folder: folder)
    let keys = Set(expected.sums.keys).union(found.sums.keys).sorted()
    #expect(!keys.isEmpty)
    let different = keys.filter { expected.sums[$0] != found.sums[$0] }
    Self.print(program, name, keys, expected, found, different)
    for key in different {
      Issue.record(
        "\(key): the analysis says \(expected.sums[key] ?? 0), \(program.rawValue) says \(found.sums[key] ?? 0)"
      )
    }
  }

  /// A line per program and sort of sum: how many were compared, and how many differ.
  private static func print(
    _ program: OracleProgram, _ name: String, _ keys: [OracleKey], _ expected: OracleSums, _ found: OracleSums,
    _ different: [OracleKey]
  ) {
    guard environment["ORACLE_TABLE"] != nil else { return }
    let sorts: [(String, (OracleKey) -> Bool)] = [
      ("totals", { $0.part == .all }),
      ("months", { if case .month = $0.part { true } else { false } }),
      ("categories", { if case .category = $0.part { true } else { false } }),
    ]
    for (sort, isOf) in sorts {
      let columns = [
        name, program.rawValue, sort, String(keys.filter(isOf).count), String(different.filter(isOf).count),
      ]
      Swift.print("ORACLE\t" + columns.joined(separator: "\t"))
    }
  }

  /// A ledger, and what keeps its folder while it is looked at.
  private static func ledger() throws -> (name: String, keeper: OracleLedger) {
    if let folder = environment["ORACLE_LEDGER"] {
      let settings = Book.Settings(
        folder: folder, actor: .person("oracle"), deviceName: "oracle", isReadOnly: true)
      return (folder, OracleLedger(book: try Book.open(settings)))
    }
    let ledger = try TestLedger()
    if let file = environment["EVENTS_RECEIPTS"], environment["ORACLE_RECEIPTS"] != nil {
      let (saved, drafts) = try ledger.capture(receipts: file)
      return ("\(saved) receipts (\(drafts) stay drafts)", OracleLedger(book: ledger.book, ledger))
    }
    let count = environment["ORACLE_COUNT"].flatMap { Int($0) } ?? 300
    let seed = environment["ORACLE_SEED"].flatMap { UInt64($0) } ?? 2_026
    try ledger.fill(count, seed: seed)
    return ("\(count) random, seed \(seed)", OracleLedger(book: ledger.book, ledger))
  }
}

private final class OracleLedger {
  let book: Book
  private let keeper: AnyObject?

  init(book: Book, _ keeper: AnyObject? = nil) {
    self.book = book
    self.keeper = keeper
  }
}

extension TestLedger {
  /// Captures every receipt of a file of texts, and saves those whose total and date were read.
  ///
  /// Category and payment, which no paper has, are filled in by row.
  func capture(receipts file: String) throws -> (saved: Int, drafts: Int) {
    var (saved, drafts) = (0, 0)
    let lines = try String(contentsOfFile: file, encoding: .utf8).utf8.split(separator: UInt8(ascii: "\n"))
    for (index, line) in lines.enumerated() {
      guard case .string(let text)? = try JSONValue(parsing: Array(line), as: .exchange)["text"] else {
        continue
      }
      let id = try #require(try book.capture(CaptureInput(text: text)).transaction)
      let row = try book.transaction(id).row
      guard row.date != nil, row.money != nil else {
        drafts += 1
        continue
      }
      if row.category == nil {
        try book.perform(.correct(.category, .text(["food", "hotel", "other"][index % 3])), on: id)
      }
      if row.payment == nil { try book.perform(.correct(.payment, .text("cash")), on: id) }
      do {
        try book.perform(.save, on: id)
        saved += 1
      } catch is Rejection {
        drafts += 1
      }
    }
    return (saved, drafts)
  }
}
