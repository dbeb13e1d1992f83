/// The tables of history that hold versions of rows: what a models' table says, with the positions between which it
/// said so.
struct HistoryTable {
  /// The models' table whose rows it holds.
  let model: ModelTable
  /// Its own name.
  let name: String
  /// The columns of its key, without `begins`: as many as the first of the models' table.
  let keys: [String]
  /// The columns of the models' table, as they are called there and here.
  let columns: String
  /// As `columns`, under the names of the models' table.
  let shown: String

  private init(
    _ model: ModelTable, _ name: String, keys: [String], _ columns: String, shown: String? = nil
  ) {
    self.model = model
    self.name = name
    self.keys = keys
    self.columns = columns
    self.shown = shown ?? columns
  }

  /// Every one, in the order in which they are written. What became of each field is in none: no screen of the past
  /// asks for more than the row and the events.
  static let all = [
    HistoryTable(
      .transactions, "transaction_version", keys: ["key"], "key, " + TransactionTable.columns),
    HistoryTable(.notes, "note_version", keys: ["key"], "key, folded"),
    HistoryTable(.groups, "group_version", keys: ["id"], "id, name, created_on, deleted, pending"),
    HistoryTable(.categories, "category_version", keys: ["key"], "key, name, emoji, color, kinds, active"),
    HistoryTable(
      .rules, "rule_version", keys: ["id"],
      RuleTable.columns.split(separator: ", ").map { $0 == "ends" ? "ends_on" : $0 }.joined(separator: ", "),
      shown: RuleTable.columns.split(separator: ", ").map { $0 == "ends" ? "ends_on AS ends" : $0 }
        .joined(separator: ", ")),
    HistoryTable(.settings, "ledger_version", keys: ["one"], "one, currency, payment, locale, weeks"),
    HistoryTable(
      .participants, "participant_version", keys: ["device"],
      "device, name, continues_device, continues_sequence"),
    HistoryTable(
      .problems, "problem_version", keys: ["stream", "device", "sequence"],
      "stream, device, sequence, type, schema, reason"),
    HistoryTable(.pages, "digest_version", keys: ["digest", "key"], "digest, key"),
    HistoryTable(.dismissals, "dismissal_version", keys: ["key", "other"], "key, other"),
    HistoryTable(.proposals, "proposal_version", keys: ["key"], "key, fields"),
  ]

  /// What stood at a position, of the columns that the models' table has.
  ///
  /// - Parameter position: a literal or a parameter.
  static func stood(at position: String) -> String {
    "begins <= \(position) AND (ends IS NULL OR ends > \(position))"
  }

  /// Ends the version of a key that stands; parameters: the key's columns, the position.
  var close: String {
    let conditions = keys.enumerated().map { "\($1) = ?\($0 + 1)" }
    return
      "UPDATE \(name) SET ends = ?\(keys.count + 1) WHERE \(conditions.joined(separator: " AND ")) AND ends IS NULL"
  }
}
