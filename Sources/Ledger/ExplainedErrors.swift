package import BankFiles
public import Foundation
public import LedgerAudit
public import LedgerExchange
package import LedgerPlatform
package import LedgerSQLite
public import LedgerSync
public import LedgerYNAB

// Each error that a call of the package throws has a sentence of its own in an alert, also as `any Error`.

extension RefusedCommand: LocalizedError {}
extension GenerationStopped: LocalizedError {}
extension AmountError: LocalizedError {}
extension DateError: LocalizedError {}
extension EntryProblem: LocalizedError {}
extension JSONError: LocalizedError {}
extension MovedLog: LocalizedError {}
extension RestoreError: LocalizedError {}
extension MatchRefusal: LocalizedError {}
extension ExportFailure: LocalizedError {}
extension SyncError: LocalizedError {}
extension EraseError: LocalizedError {}
extension EventLine.Fault: LocalizedError {}
extension YNABError: LocalizedError {}
extension TransportError: LocalizedError {}

// These types are not public. A synchronous `Book` throws them all the same.

extension EventLogError: LocalizedError {}
extension FileError: LocalizedError {}
extension SystemError: LocalizedError {}
extension SQLiteError: LocalizedError {}
extension CursorError: LocalizedError {}
extension QueryError: LocalizedError {}
extension BankFileError: LocalizedError {}
extension BisectNotes.Unreadable: LocalizedError {}
extension BisectNotes.OtherLog: LocalizedError {}
extension OtherLedgerError: LocalizedError {}
extension ProofRefusal: LocalizedError {}
extension Checkpoint.NoteError: LocalizedError {}
extension NoEventToBlame: LocalizedError {}
