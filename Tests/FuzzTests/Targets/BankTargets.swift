import BankFiles
import LedgerDomain

/// Files of banks: the first byte chooses the answers of the person, the others are the file.
extension FuzzTarget {
  /// A format and the name of its target.
  struct Bank: Sendable {
    let name: String
    /// The format that the person names, or `nil` if it is recognized.
    let format: BankFileFormat?
  }

  static let banks = [
    Bank(name: "csv", format: .csv), Bank(name: "ofx", format: .ofx), Bank(name: "qif", format: .qif),
    Bank(name: "camt", format: .camt), Bank(name: "mt940", format: .mt940),
    Bank(name: "register", format: nil), Bank(name: "journal", format: .hledger),
  ]

  fileprivate static func bank(_ bank: Bank) -> FuzzTarget {
    FuzzTarget(name: bank.name) { input in
      let (bytes, options) = bank.options(input)
      do throws(BankFileError) {
        let file = try BankFileReader.read(bytes, options: options)
        check(file, lineCount: 1 + bytes.count { $0 == 0x0a || $0 == 0x0d })
        guard try BankFileReader.read(bytes, options: options).rows == file.rows else {
          fuzzFinding("a file is read in two ways")
        }
      } catch {
        if error.message.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" }) {
          fuzzFinding("a message has a control character: \(error.message.debugDescription)")
        }
      }
    }
  }

  private static func check(_ file: BankFile, lineCount: Int) {
    for row in file.rows {
      guard 1...lineCount ~= row.line else { fuzzFinding("line \(row.line) of \(lineCount)") }
      guard row.money.minorUnits.magnitude <= Amount.minorUnitsMax else { fuzzFinding("\(row.money)") }
      guard file.statements.indices.contains(row.statement) else { fuzzFinding("statement \(row.statement)") }
      // A record of our own export keeps its texts as the ledger had them.
      if row.entry?.transaction != nil { continue }
      for text in [row.payee, row.text, row.bankID ?? "", row.kind ?? ""]
      where text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) {
        fuzzFinding("a text has a control character: \(text.debugDescription)")
      }
    }
    for row in file.refused where !(1...lineCount ~= row.line) {
      fuzzFinding("line \(row.line) of \(lineCount)")
    }
  }
}

extension FuzzTarget.Bank {
  var target: FuzzTarget { .bank(self) }

  /// The file of an input, and the answers that its first byte chooses.
  func options(_ input: [UInt8]) -> (bytes: [UInt8], options: BankFileOptions) {
    var given = FuzzBytes(input)
    let choice = given.byte()
    var options = BankFileOptions()
    options.format = format
    if choice & 1 == 0 { options.currency = choice & 2 == 0 ? .eur : .jpy }
    if choice & 4 != 0 { options.dateOrder = choice & 8 == 0 ? .dayFirst : .monthFirst }
    if choice & 16 != 0 { options.decimalSign = choice & 32 == 0 ? .comma : .point }
    if choice & 64 != 0 { options.chargesArePositive = true }
    if choice & 128 != 0 { options.columns = [.date: 1, .amount: Int(choice & 7) + 1, .text: 2] }
    return (given.remaining, options)
  }
}
