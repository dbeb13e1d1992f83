internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The notes of the transactions that have one, folded for finding a part of them.
enum NoteTable {
  static let table = Table(
    "transaction_note", versions: "note_version",
    """
    key INTEGER NOT NULL
    folded TEXT NOT NULL
    """)

  static func add(_ note: String, key: StreamKey, to rows: inout RowBuffer) {
    rows.add(key)
    rows.add(text: NFC.foldedForComparison(note))
  }
}
