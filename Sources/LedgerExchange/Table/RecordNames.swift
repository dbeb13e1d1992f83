internal import LedgerBook
internal import LedgerDomain

/// The words for categories and accounts in a file: those of the records, or their present names.
struct RecordNames {
  private let categories: [String: String]
  private var accounts: AccountNames

  /// The keys of categories, and the texts by which transactions mention accounts.
  static let keys = RecordNames()

  private init() {
    categories = [:]
    accounts = AccountNames([])
  }

  /// Reads the present names. Categories that share a name have their key after it.
  ///
  /// They cannot be read while a list is read.
  init(of book: Book) throws {
    let rows = try book.categories()
    let counts = Dictionary(rows.map { ($0.name, 1) }, uniquingKeysWith: +)
    categories = Dictionary(
      rows.map { ($0.key, counts[$0.name] == 1 ? $0.name : "\($0.name) (\($0.key))") },
      uniquingKeysWith: { first, _ in first })
    accounts = try book.accountNames()
  }

  /// Returns the word for a category, which is its key if its name is unknown.
  func category(_ key: String?) -> String? { key.map { categories[$0] ?? $0 } }

  mutating func account(_ text: String?) -> String? { text.map { accounts.name(of: $0) } }

  mutating func naming(_ row: TransactionRow) -> TransactionRow { accounts.naming(row) }

  /// Returns the parts of a split, such as `Food 60.00 + Other 40.00`, or `nil` if it is not split.
  func parts(of row: TransactionRow, _ words: (Money) -> String) -> String? {
    row.partsText(words) { categories[$0] ?? $0 }
  }
}
