internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension PageContent {
  /// Reads the fields, readings and audit sentences of every transaction, as of each of its events.
  mutating func readDetails() throws {
    var fields = VersionTable("fields", ["field", "value", "status", "actor", "setBy", "conflicts"])
    var readings = VersionTable("readings", ["field", "number", "value", "reason", "confidence"])
    var sentences = VersionTable("sentences", ["sentence", "text"])
    if places.count > options.explainedTransactionsMax {
      report.leftOut.append(
        "Fields, readings and papers are left out: of more than \(options.explainedTransactionsMax) transactions. "
          + "Limit them with --from or --group.")
    } else {
      for (id, place) in places.sorted(by: { $0.value < $1.value }) {
        let stream = TransactionID(id).stream
        for view in views(of: stream) {
          try forEachState(of: stream, in: view) { position, state, positions in
            add(state, positions, fields: &fields, readings: &readings, sentences: &sentences, at: position)
          }
          fields.finish(place, view)
          readings.finish(place, view)
          sentences.finish(place, view)
        }
      }
    }
    add(fields.table)
    add(readings.table)
    add(sentences.table)
  }

  /// Hands the state of a transaction after each of its events to `body`, in the order of a view of time.
  private func forEachState(
    of stream: StreamID, in view: RowView, _ body: (Int64, TransactionState, [EventReference: Position]) -> Void
  ) throws {
    let events = try events(of: stream).map { replaced($0) }
    let positions = Dictionary(events.map { ($0.reference, $0.position) }) { first, _ in first }
    func add(_ position: Int64, _ known: [StoredEvent]) {
      body(position, StreamFold(kind: stream.kind, events: known).transaction, positions)
    }
    if view == .recorded { return order.forEachState(of: events, add) }
    for position in events.map(\.position).sorted() {
      add(position.rawValue, events.filter { $0.position <= position })
    }
  }

  private mutating func add(
    _ state: TransactionState, _ positions: [EventReference: Position], fields: inout VersionTable,
    readings: inout VersionTable, sentences: inout VersionTable, at position: Int64
  ) {
    fields.begin(position)
    readings.begin(position)
    sentences.begin(position)
    guard state.origin != nil else { return }
    for provenance in state.provenance {
      let name = texts.number(of: provenance.field.rawValue)
      for (index, reading) in provenance.readings.readings.enumerated() {
        readings.add([
          name, Int64(index) + 1, texts.number(of: reading.value), texts.number(of: reading.reason),
          Int64(reading.confidence),
        ])
      }
      guard provenance.value != nil || !provenance.readings.readings.isEmpty else { continue }
      fields.add([
        name, texts.number(of: shown(provenance, state)), texts.number(of: provenance.status.rawValue),
        texts.number(of: provenance.actor),
        provenance.setBy.flatMap { positions[$0]?.rawValue } ?? 0,
        texts.number(of: provenance.conflicts.isEmpty ? nil : provenance.conflicts.joined(separator: ", ")),
      ])
    }
    sentences.add([
      texts.number(of: Audit.sentence(state, locale, for: replaced(actor: book.settings.actor.text))),
      texts.number(of: options.hasPaper ? state.text : nil),
    ])
  }

  /// Returns a field's value as a person reads it.
  private func shown(_ provenance: FieldProvenance, _ state: TransactionState) -> String? {
    switch provenance.field {
    case .total: state.amount.value?.money.map(locale.money) ?? provenance.value
    case .date: state.date.value.map(locale.date)
    case .vendor, .currency, .category, .payment, .group, .note, .kind, .account, .toAccount, .received:
      provenance.value
    }
  }

  // MARK: Paper

  /// The maximal size of all images in a page, in bytes.
  static let imageBytesMax = 6 << 20
  private static let imageTypes: Set<String> = ["image/jpeg", "image/png", "image/gif", "image/webp"]

  /// Reads the images of paper, as far as there is room.
  mutating func readPaper() throws {
    var table = ColumnTable("paper", ["digest", "type", "image"])
    var (bytes, missing) = (0, 0)
    let isIncluded =
      options.hasPaper && options.standIns == nil && places.count <= options.explainedTransactionsMax
    for (digest, type) in isIncluded ? pages.sorted(by: { $0.key.description < $1.key.description }) : [] {
      table.add(texts.number(of: digest.description))
      table.add(texts.number(of: type))
      let room = Self.imageBytesMax - bytes
      if Self.imageTypes.contains(type), let image = try? book.attachments.read(digest), image.count <= room {
        bytes += image.count
        table.add(texts.number(of: Base64.encode(image)))
      } else {
        missing += 1
        table.add(0)
      }
    }
    if missing > 0 {
      report.leftOut.append(
        "\(missing) page\(missing == 1 ? "" : "s") of paper left out: too large, missing, or no image.")
    }
    add(table)
  }
}

/// A table of rows that each have the positions between which they were the same.
///
/// The rows of one record follow those of another.
struct VersionTable {
  private(set) var table: ColumnTable
  private var position: Int64 = 0
  private var versions = Versions<[Int64]>()
  private var next: [[Int64]] = []

  init(_ name: String, _ columns: [String]) {
    table = ColumnTable(name, ["record", "begins", "ends", "view"] + columns)
  }

  /// Begins the rows after the event at a position.
  mutating func begin(_ position: Int64) {
    takeRows()
    self.position = position
  }

  mutating func add(_ row: [Int64]) { next.append(row) }

  /// Writes the rows of a record in a view of time, and begins others.
  mutating func finish(_ record: Int64, _ view: RowView) {
    takeRows()
    for version in versions.all {
      table.add(record)
      table.add(version.begins)
      table.add(version.ends)
      table.add(view.rawValue)
      for value in version.row { table.add(value) }
    }
    (versions, position) = (Versions(), 0)
  }

  private mutating func takeRows() {
    guard position > 0 else { return }
    versions.add(next, at: position)
    next = []
  }
}
