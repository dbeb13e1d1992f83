internal import EventLog
package import LedgerBytes
internal import LedgerSQLite

/// Reads history: the values of figures after events.
///
/// It reads one snapshot, inside a transaction that `ReadModels.history` holds. Screens of the past use `ModelReader`
/// instead.
package struct HistoryReader {
  let connection: Connection
  let log: LedgerLog
  /// The last event that it knows: the log's end when it was opened.
  package let position: Position

  init(_ connection: Connection, _ log: LedgerLog, position: Position) {
    precondition(connection.isInTransaction, "history is read on one snapshot")
    self.connection = connection
    self.log = log
    self.position = position
  }
}
