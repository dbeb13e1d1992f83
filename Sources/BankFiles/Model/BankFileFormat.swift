/// A kind of file that holds movements of money.
package enum BankFileFormat: String, CaseIterable, Sendable {
  case csv
  case ofx
  case qif
  case camt
  case mt940
  case ynab
  case actual
  case firefly
  case hledger
  case beancount

  /// The name that people know the format by.
  package var title: String {
    switch self {
    case .csv: "CSV"
    case .ofx: "OFX"
    case .qif: "QIF"
    case .camt: "CAMT"
    case .mt940: "MT940"
    case .ynab: "YNAB register"
    case .actual: "Actual export"
    case .firefly: "Firefly III export"
    case .hledger: "hledger or ledger journal"
    case .beancount: "beancount file"
    }
  }
}
