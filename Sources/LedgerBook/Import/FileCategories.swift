internal import BankFiles
internal import LedgerDomain
internal import LedgerProjections

/// A category that a file of another program names, and that the ledger does not have.
public struct MissingCategory: Hashable, Sendable {
  /// The name, as the file prints it.
  public let name: String
  /// The key that the category gets if it is added.
  public let key: String
  /// The number of rows that name it.
  public internal(set) var rowCount: Int
  /// The kinds of these rows.
  var kinds: Set<TransactionKind> = []
  /// Whether the name is the key of a category in another ledger, which offered it for all kinds or some.
  var isExported = false
}

/// Finds the categories that files of other programs name.
struct FileCategories {
  private let known: [String: CategoryRow]
  /// The keys by folded keys and names of active categories.
  private var keys: [String: String] = [:]
  /// Whether missing categories are added.
  let adds: Bool

  init(_ known: [String: CategoryRow], adds: Bool) {
    (self.known, self.adds) = (known, adds)
    for row in known.values.filter(\.isActive).sorted(by: { $0.key > $1.key }) {
      keys[NFC.foldedForComparison(row.name)] = row.key
    }
    for row in known.values where row.isActive { keys[NFC.foldedForComparison(row.key)] = row.key }
  }

  /// Returns the key of the category that a file names by its key, its name, or the last part of a path.
  private func key(_ named: String, in format: BankFileFormat) -> String? {
    if known[named]?.isActive ?? false { return named }
    for text in [named, Self.name(named, in: format), Self.last(named)] {
      if let key = keys[NFC.foldedForComparison(NFC.trimmed(text))] { return key }
    }
    return nil
  }

  /// Returns the key of the category of a row, or of a part of it.
  ///
  /// A category that is missing is counted, and its key is returned if missing categories are added.
  func key(
    _ named: String?, _ row: BankRow, in format: BankFileFormat, _ missing: inout [String: MissingCategory]
  ) -> String? {
    guard let named = named.map(NFC.trimmed), !named.isEmpty else { return nil }
    if let key = key(named, in: format) { return key }
    guard Self.tells(format, row), !Self.isNone(named) else { return nil }
    let isExported = row.entry?.transaction != nil
    let name = isExported ? named : Self.name(named, in: format)
    let key = CategoryState.key(of: name)
    guard !key.isEmpty, key.utf8.count <= 256 else { return nil }
    missing[key, default: MissingCategory(name: name, key: key, rowCount: 0, isExported: isExported)]
      .rowCount += 1
    missing[key]?.kinds.insert(row.entry?.kind ?? PlannedRow.kind(of: row.money))
    // A category that the person put away is not offered again.
    return adds && known[key] == nil ? key : nil
  }

  /// Whether a format has the categories of a person. Those of a bank are its own.
  private static func tells(_ format: BankFileFormat, _ row: BankRow) -> Bool {
    switch format {
    case .ynab, .actual, .firefly, .qif, .hledger, .beancount: true
    case .csv: row.entry != nil
    case .ofx, .camt, .mt940: false
    }
  }

  /// Whether a name is how a program writes that there is no category.
  private static func isNone(_ named: String) -> Bool {
    ["ready to assign", "to be budgeted", "uncategorized", "uncategorised", "split"].contains(
      NFC.foldedForComparison(NFC.trimmed(last(named))))
  }

  /// Returns the name that a category gets.
  ///
  /// It is the path without the root of a journal, or without the group of YNAB.
  private static func name(_ named: String, in format: BankFileFormat) -> String {
    if format == .ynab { return NFC.trimmed(last(named)) }
    var parts = named.split(separator: ":").map { NFC.trimmed(String($0)) }.filter { !$0.isEmpty }
    let isJournal = format == .hledger || format == .beancount
    if isJournal, parts.count > 1 { parts.removeFirst() }
    return parts.joined(separator: ": ")
  }

  private static func last(_ named: String) -> String {
    named.split(separator: ":").last.map(String.init) ?? named
  }
}
