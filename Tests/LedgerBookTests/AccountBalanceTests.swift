import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@Suite("Balances of accounts")
struct AccountBalanceTests {
  @Test("A saved receipt whose amount is missing adds nothing to its account")
  func missingAmount() throws {
    let ledger = try ScreenLedger()
    let id = TransactionID(UniqueID.random())
    let account = TransactionEvent.FieldCorrected(field: .account, from: nil, to: .text("Giro"))
    try ledger.append([
      (
        .receiptCaptured(
          TransactionEvent.ReceiptCaptured(source: .scan, attachments: [], name: nil, on: ledger.book.today)),
        id
      ),
      (.fieldCorrected(account), id), (.receiptSaved, id),
    ])
    #expect(try ledger.book.transaction(id).row.account == "Giro")
    #expect(try ledger.book.accounts().isEmpty)
    try ledger.book.openAccount(name: "giro", opening: Money(minorUnits: 5, currency: .eur))
    #expect(try ledger.book.accounts().map(\.balances[0].balance.minorUnits) == [5])
  }
}
