import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport

@testable import LedgerBook

/// The true movements of an account at its bank, and the files in which the bank writes them.
struct TestBank {
  enum Format: String, CaseIterable {
    case csv, newestFirst, plain, ofx, camt, mt940, qif

    /// Whether the files have balances.
    var hasBalances: Bool { self != .plain && self != .qif }
  }

  /// The day on which a person opened the account in the ledger, with the balance of that morning.
  let opened = screenDay("2026-03-01")
  let opening: Int64 = 100_000
  private(set) var rows: [(date: CivilDate, units: Int64, shop: String)] = []

  init(_ random: inout SeededGenerator) {
    var day = screenDay("2026-01-01")
    while day < screenDay("2026-05-01") {
      // Amounts and shops come again, also on one day.
      let units =
        random.chance(30) ? random.one(of: [-450, -1_200, 25_000]) : random.number(Int64(-9_000)...9_000)
      rows.append((date: day, units: units == 0 ? 1 : units, shop: "Shop \(random.number(1...9))"))
      day = day.adding(days: random.number(0...6))
    }
  }

  /// The number of rows before the day on which the account was opened.
  var olderCount: Int { rows.prefix { $0.date < opened }.count }

  /// The balance before a row, so that the one before the opening is the person's.
  func balance(before place: Int) -> Int64 {
    place <= olderCount
      ? opening - rows[place..<olderCount].reduce(0) { $0 + $1.units }
      : opening + rows[olderCount..<place].reduce(0) { $0 + $1.units }
  }

  /// Writes some rows, whole days in formats that are read by day.
  func file(_ places: Range<Int>, _ format: Format) -> [UInt8] {
    let text =
      switch format {
      case .csv: table(places, hasBalances: true)
      case .newestFirst: table(places, hasBalances: true, isNewestFirst: true)
      case .plain: table(places, hasBalances: false)
      case .ofx: ofx(places)
      case .camt: camt(places)
      case .mt940: mt940(places)
      case .qif: qif(places)
      }
    return Array(text.utf8)
  }

  private func table(_ places: Range<Int>, hasBalances: Bool, isNewestFirst: Bool = false) -> String {
    let lines = places.map { place in
      let balance = hasBalances ? "\(Self.decimal(balance(before: place + 1), ","));" : ""
      return
        "\(rows[place].date.iso);\(rows[place].shop);\(Self.decimal(rows[place].units, ","));\(balance)EUR\n"
    }
    return "Date;Payee;Amount;\(hasBalances ? "Balance;" : "")Currency\n"
      + (isNewestFirst ? lines.reversed() : lines).joined()
  }

  private func ofx(_ places: Range<Int>) -> String {
    let lines = places.map { place in
      "<STMTTRN><TRNTYPE>OTHER<DTPOSTED>\(Self.digits(rows[place].date))<TRNAMT>\(Self.decimal(rows[place].units, "."))"
        + "<FITID>F\(place)<NAME>\(rows[place].shop)</STMTTRN>\n"
    }
    return
      "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKTRANLIST>\n"
      + lines.joined()
      + "</BANKTRANLIST><LEDGERBAL><BALAMT>\(Self.decimal(balance(before: places.upperBound), "."))"
      + "<DTASOF>\(Self.digits(rows[places.upperBound - 1].date))</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n"
  }

  private func camt(_ places: Range<Int>) -> String {
    func amount(_ units: Int64) -> String {
      "<Amt Ccy=\"EUR\">\(Self.decimal(abs(units), "."))</Amt><CdtDbtInd>\(units < 0 ? "DBIT" : "CRDT")</CdtDbtInd>"
    }
    func balance(_ code: String, _ units: Int64) -> String {
      "<Bal><Tp><CdOrPrtry><Cd>\(code)</Cd></CdOrPrtry></Tp>\(amount(units))</Bal>"
    }
    let entries = places.map { place in
      "<Ntry>\(amount(rows[place].units))<Sts>BOOK</Sts><BookgDt><Dt>\(rows[place].date.iso)</Dt></BookgDt><NtryDtls>"
        + "<TxDtls><RltdPties><Cdtr><Nm>\(rows[place].shop)</Nm></Cdtr><Dbtr><Nm>\(rows[place].shop)</Nm></Dbtr></RltdPties>"
        + "<RmtInf><Ustrd>\(rows[place].shop)</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n"
    }
    return
      "<?xml version=\"1.0\"?>\n<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt><Stmt>"
      + balance("OPBD", self.balance(before: places.lowerBound))
      + balance("CLBD", self.balance(before: places.upperBound))
      + entries.joined() + "</Stmt></BkToCstmrStmt></Document>\n"
  }

  private func mt940(_ places: Range<Int>) -> String {
    func balance(_ tag: String, _ units: Int64, _ date: CivilDate) -> String {
      ":\(tag):\(units < 0 ? "D" : "C")\(Self.digits(date).dropFirst(2))EUR\(Self.decimal(abs(units), ","))\n"
    }
    let lines = places.map { place in
      let row = rows[place]
      return
        ":61:\(Self.digits(row.date).dropFirst(2))\(row.units < 0 ? "D" : "C")\(Self.decimal(abs(row.units), ","))"
        + "NMSCNONREF\n:86:\(row.shop)\n"
    }
    return ":20:START\n:25:\n:28C:1/1\n"
      + balance("60F", self.balance(before: places.lowerBound), rows[places.lowerBound].date)
      + lines.joined()
      + balance("62F", self.balance(before: places.upperBound), rows[places.upperBound - 1].date) + "-\n"
  }

  private func qif(_ places: Range<Int>) -> String {
    "!Type:Bank\n"
      + places.map { place in
        "D\(rows[place].date.iso)\nT\(Self.decimal(rows[place].units, "."))\nP\(rows[place].shop)\n^\n"
      }.joined()
  }

  private static func digits(_ date: CivilDate) -> String { date.iso.filter(\.isNumber) }

  private static func decimal(_ units: Int64, _ point: String) -> String {
    let digits = String(abs(units) % 100)
    return (units < 0 ? "-" : "") + "\(abs(units) / 100)\(point)\(digits.count < 2 ? "0" : "")\(digits)"
  }
}

/// A ledger with the account of a bank.
struct BankAccount {
  let ledger: ScreenLedger

  init(_ bank: TestBank) throws {
    ledger = try ScreenLedger()
    try ledger.book.openAccount(
      name: "Giro", opening: Money(minorUnits: bank.opening, currency: .eur), on: bank.opened)
  }

  /// The balance today.
  var balance: Int64? { get throws { try balance(on: nil) } }

  func balance(on day: CivilDate?) throws -> Int64? {
    let accounts = try ledger.book.models.read { try $0.accounts(through: day ?? ledger.book.day) }
    return accounts.first { $0.key == "giro" }?.balances.first?.balance.minorUnits
  }

  func session(_ bytes: [UInt8], _ answers: [ImportQuestion.Topic: String] = [:]) throws -> ImportSession {
    let answers = answers.merging([.account: "Giro", .currency: "EUR", .dateOrder: "ymd"]) { first, _ in first }
    return try ledger.book.importSession([(name: "giro", bytes: bytes)], answers: answers)
  }

  func take(_ bytes: [UInt8], _ answers: [ImportQuestion.Topic: String] = [:]) throws -> Done {
    try ledger.book.carryOut(try session(bytes, answers)).done
  }
}
