import BankFiles
import Foundation
import LedgerDomain
import Testing

/// The statements among the corpora of the fuzzer, which are whole files of each format.
enum SampleStatements {
  static let names = ["csv", "ofx", "qif", "camt", "mt940", "register", "journal"]

  static let options: BankFileOptions = {
    var options = BankFileOptions()
    options.currency = .eur
    options.dateOrder = .dayFirst
    return options
  }()

  static func bytes(_ name: String) throws -> [UInt8] {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = repository.appendingPathComponent("Fixtures/fuzz/\(name)/statement")
    // The first byte chooses options of the fuzzer.
    return [UInt8](try Data(contentsOf: file).dropFirst())
  }
}

/// The part of a row that decides what is recorded.
struct RowFigures: Hashable, CustomStringConvertible {
  let line: Int
  let date: CivilDate
  let money: Money

  init(_ row: BankRow) { (line, date, money) = (row.line, row.date, row.money) }

  var description: String { "line \(line): \(date.iso) \(money)" }

  /// The rows of a cut file that the whole file does not have.
  static func invented(_ cut: BankFile, whole: BankFile) -> [RowFigures] {
    let known = Set(whole.rows.map(RowFigures.init))
    return cut.rows.map(RowFigures.init).filter { !known.contains($0) }
  }
}

@Suite("Files that are cut off")
struct CutOffTests {
  @Test(
    "A statement cut off at any byte ends in an error or in rows that the whole file has",
    arguments: SampleStatements.names)
  func cutOff(_ name: String) throws {
    let bytes = try SampleStatements.bytes(name)
    let whole = try BankFileReader.read(bytes, options: SampleStatements.options)
    #expect(whole.rows.count >= 2 && whole.refused.isEmpty)
    for length in 1..<bytes.count {
      guard
        let cut = try? BankFileReader.read(Array(bytes.prefix(length)), options: SampleStatements.options)
      else { continue }
      #expect(RowFigures.invented(cut, whole: whole) == [], "cut off after \(length) bytes")
    }
  }

  @Test("A statement of MT940 that ends before its closing balance is refused")
  func closingBalance() throws {
    let text = """
      :20:S
      :25:DE02
      :60F:C260301EUR1000,00
      :61:2603030303CR1750,30NMSCNONREF
      :86:166?00GUTSCHRIFT?20Gehalt?32Bau Meyer GmbH
      :62F:C260303EUR2750,30

      """
    let bytes = Array(text.utf8)
    #expect(try BankFileReader.read(bytes).rows.count == 1)
    // The last digits of the closing balance are not looked at.
    for length in 1..<bytes.count - 3 {
      let cut = try? BankFileReader.read(Array(bytes.prefix(length)))
      #expect(cut?.rows ?? [] == [], "cut off after \(length) bytes")
    }
    // Interim reports have no balances, and some banks end a statement with a dash or a blank line alone.
    for end in ["-\n", "-}\n", "\n"] {
      let open = String(text.prefix { $0 != "?" }) + "\n" + end
      #expect(try BankFileReader.read(Array(open.utf8)).rows.count == 1)
    }
    let interim = ":20:A\n:34F:EURD0,00\n:61:1811261126CR30,00N062NONREF\n:86:166?20Test\n"
    #expect(try BankFileReader.read(Array(interim.utf8)).rows.count == 1)
  }
}
