internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

// The tables of the records that are few: groups, categories, settings, devices, and events that have no part in a fold.

/// The table of groups.
enum GroupTable {
  static let table = Table(
    "group_row", versions: "group_version", of: .group,
    """
    id BLOB NOT NULL
    name TEXT NOT NULL
    created_on INTEGER NOT NULL
    deleted INTEGER NOT NULL
    pending INTEGER NOT NULL    -- a deletion waits for a person
    """,
    addRows: add)

  private static func add(_ state: RecordState, id: UniqueID, to rows: inout RowBuffer) {
    guard case .group(let state) = state, let row = GroupRow(GroupID(id), state) else { return }
    rows.add(id: row.id.id)
    rows.add(text: row.name)
    rows.add(Int64(row.createdOn.dayNumber))
    rows.add(row.isDeleted ? 1 : 0)
    rows.add(row.hasPendingDeletion ? 1 : 0)
  }
}

/// The table of categories.
enum CategoryTable {
  static let table = Table(
    "category_row", versions: "category_version", of: .category, owner: .category,
    """
    key TEXT NOT NULL
    name TEXT NOT NULL
    emoji TEXT
    color TEXT
    kinds TEXT NOT NULL         -- words separated by spaces; empty: all
    active INTEGER NOT NULL
    header TEXT                 -- the group of a budget that it is shown in
    rank INTEGER                -- its place; NULL: after those that were moved
    """,
    addRows: add)

  private static func add(_ state: RecordState, id: UniqueID, to rows: inout RowBuffer) {
    guard case .category(let state) = state, let row = CategoryRow(state) else { return }
    rows.add(text: row.key)
    rows.add(text: row.name)
    rows.add(optional: row.emoji)
    rows.add(optional: row.color)
    rows.add(text: row.kinds.map(\.rawValue).joined(separator: " "))
    rows.add(row.isActive ? 1 : 0)
    rows.add(optional: row.header)
    rows.add(optional: row.rank)
  }
}

/// The table of the ledger's settings: one row.
enum SettingsTable {
  static let table = Table(
    "ledger_row", versions: "ledger_version", of: .ledger, owner: .ledger,
    """
    one INTEGER NOT NULL CHECK (one = 1)
    currency TEXT NOT NULL
    payment TEXT
    group_id BLOB
    account TEXT
    locale TEXT NOT NULL
    weeks TEXT NOT NULL
    """,
    addRows: add)

  private static func add(_ state: RecordState, id: UniqueID, to rows: inout RowBuffer) {
    guard case .ledger(let state) = state, let row = LedgerRow(state) else { return }
    rows.add(1)
    rows.add(text: row.currency.code)
    rows.add(optional: row.payment?.rawValue)
    rows.add(optional: row.group?.id)
    rows.add(optional: row.account)
    rows.add(text: row.locale.id)
    rows.add(text: row.weeks.rawValue)
  }
}

/// The table of the devices that joined the ledger.
enum ParticipantTable {
  static let table = Table(
    "participant", versions: "participant_version", of: .ledger, owner: .ledger,
    """
    device BLOB NOT NULL
    name TEXT NOT NULL
    continues_device BLOB
    continues_sequence INTEGER
    """,
    addRows: add)

  private static func add(_ state: RecordState, id: UniqueID, to rows: inout RowBuffer) {
    guard case .ledger(let state) = state else { return }
    for participant in state.devices {
      rows.add(id: participant.device)
      rows.add(text: participant.name)
      rows.add(optional: participant.continues?.device)
      rows.add(optional: participant.continues.map { Int64(clamping: $0.sequence) })
    }
  }
}

/// The table of events that could not be applied: of an unknown type or a newer shape, or unreadable.
enum ProblemTable {
  static let table = Table(
    "problem", versions: "problem_version", owner: .stream("stream"), keyCount: 3,
    """
    stream INTEGER NOT NULL
    device BLOB NOT NULL
    sequence INTEGER NOT NULL
    type TEXT NOT NULL
    schema INTEGER NOT NULL
    reason TEXT                 -- NULL: of an unknown type or a newer shape
    """)

  static func add(_ problem: StreamFold.Problem, stream: StreamKey, to rows: inout RowBuffer) {
    rows.add(stream)
    rows.add(id: problem.reference.device)
    rows.add(Int64(clamping: problem.reference.sequence))
    rows.add(text: problem.type)
    rows.add(Int64(problem.schema))
    rows.add(optional: problem.reason)
  }
}
