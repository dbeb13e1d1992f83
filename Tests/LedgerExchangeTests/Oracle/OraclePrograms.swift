import Foundation
import LedgerBook
import LedgerDomain
import LedgerProjections

@testable import LedgerExchange

/// A program for plain text accounting by other authors, which reads our exports and adds up by itself.
enum OracleProgram: String, CaseIterable {
  case hledger
  case ledger
  case beancount

  /// The Python that has beancount.
  static let python = ProcessInfo.processInfo.environment["ORACLE_PYTHON"] ?? "python3"

  /// Whether it can be run here.
  var isThere: Bool {
    switch self {
    case .hledger: (try? Self.run(["hledger", "--version"])) != nil
    case .ledger: (try? Self.run(["ledger", "--version"])) != nil
    case .beancount: (try? Self.run([Self.python, "-c", "import beancount.loader"])) != nil
    }
  }

  /// What it finds in an export of the ledger.
  func sums(of book: Book, folder: String) throws -> OracleSums {
    let file = folder + "/" + rawValue + (self == .beancount ? ".beancount" : ".journal")
    _ = FileManager.default.createFile(atPath: file, contents: nil)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
    let report = try Exporter.export(book, format: self == .beancount ? .beancount : .hledger) {
      try handle.write(contentsOf: $0)
    }
    try handle.close()
    let spell = self == .beancount ? BeancountText.spelled : HledgerJournal.spelled
    let names = try OracleNames(book, spell: spell, report)
    return try OracleSums(rows(file), names)
  }

  private typealias Row = (account: String, month: String?, currency: String, decimal: String)

  private func rows(_ file: String) throws -> [Row] {
    switch self {
    case .hledger: return try hledgerRows(file)
    case .ledger: return try ledgerRows(file)
    case .beancount: return try beancountRows(file)
    }
  }

  private func hledgerRows(_ file: String) throws -> [Row] {
    _ = try Self.run(["hledger", "-f", file, "check", "--strict"])
    var rows: [Row] = []
    for period in [[], ["-M"]] {
      let arguments = ["hledger", "-f", file, "balance", "--flat", "-O", "csv", "--layout=tidy", "-E"] + period
      for line in try Self.run(arguments).split(separator: "\n").dropFirst() {
        let cells = Self.cells(line)
        guard cells.count == 6 else { throw OracleError(words: "hledger said: \(line)") }
        rows.append((cells[0], period.isEmpty ? nil : String(cells[2].prefix(7)), cells[4], cells[5]))
      }
    }
    return rows.filter { $0.decimal != "0" }
  }

  private func ledgerRows(_ file: String) throws -> [Row] {
    let balance = ["balance", "--flat", "--no-total", "--balance-format", "@%(account)\t\t%(display_total)\n"]
    let monthly = [
      "register", "--monthly", "--register-format",
      "@%(account)\t%(format_date(date, \"%Y-%m\"))\t%(display_amount)\n",
    ]
    var rows: [Row] = []
    for arguments in [balance, monthly] {
      var account = ""
      var month: String?
      // An amount of several currencies goes on in lines of its own.
      for line in try Self.run(["ledger", "--args-only", "-f", file] + arguments).split(separator: "\n") {
        var amount = line
        if line.first == "@" {
          let cells = line.dropFirst().split(separator: "\t", omittingEmptySubsequences: false)
          guard cells.count == 3 else { throw OracleError(words: "ledger said: \(line)") }
          account = String(cells[0])
          month = cells[1].isEmpty ? nil : String(cells[1])
          amount = cells[2]
        }
        if amount == "0" { continue }
        let words = amount.split(separator: " ")
        guard words.count == 2 else { throw OracleError(words: "ledger said: \(line)") }
        rows.append((account, month, String(words[1]), String(words[0])))
      }
    }
    return rows
  }

  private func beancountRows(_ file: String) throws -> [Row] {
    let script = """
      import sys
      from beancount import loader
      from beancount.core import data, inventory
      entries, errors, options = loader.load_file(sys.argv[1])
      if errors:
          sys.exit("\\n".join(f"{e.source.get('lineno')}: {e.message}" for e in errors[:10]))
      sums = {}
      for entry in data.filter_txns(entries):
          for posting in entry.postings:
              for month in ("", entry.date.isoformat()[:7]):
                  sums.setdefault((posting.account, month), inventory.Inventory()).add_position(posting)
      for (account, month), total in sums.items():
          for position in total:
              print(account, month, position.units.currency, position.units.number, sep="\\t")
      """
    return try Self.run([Self.python, "-c", script, file]).split(separator: "\n").map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 4 else { throw OracleError(words: "beancount said: \(line)") }
      return (cells[0], cells[1].isEmpty ? nil : cells[1], cells[2], cells[3])
    }
  }

  /// The cells of a line of CSV without line breaks in them, every cell in quotes.
  private static func cells(_ line: Substring) -> [String] {
    line.dropFirst().dropLast().components(separatedBy: "\",\"").map {
      $0.replacingOccurrences(of: "\"\"", with: "\"")
    }
  }

  /// The output of a command. If it fails, the error is its output on stderr.
  static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["LC_ALL"] = "C.UTF-8"
    process.environment = environment
    let (out, error) = (
      Pipe(), FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    )
    defer { try? FileManager.default.removeItem(at: error) }
    _ = FileManager.default.createFile(atPath: error.path, contents: nil)
    process.standardOutput = out
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
    let data = out.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let words = String(decoding: try Data(contentsOf: error).prefix(4_000), as: UTF8.self)
      throw OracleError(words: "\(arguments[0]) says: \(words)")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
