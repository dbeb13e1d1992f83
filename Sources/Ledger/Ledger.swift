/// Everything that an app needs, by one import.
///
///     import Ledger
///
///     let new = NewLedger(device: "phone", currency: .eur, locale: .default)
///     let book = try await AsyncBook.openOrCreate(settings, new)
///
/// The modules stay apart inside, so that the domain is pure and the log knows no domain event. This one exports what an
/// app sees of them, and adds bridges to Foundation's types.
@_exported public import EventLog
@_exported public import LedgerAnswers
@_exported public import LedgerBook
@_exported public import LedgerBytes
@_exported public import LedgerDomain
@_exported public import LedgerExchange
@_exported public import LedgerProjections
@_exported public import LedgerSync
