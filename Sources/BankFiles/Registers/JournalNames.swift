import LedgerBytes
import LedgerDomain

/// The meaning of a journal's accounts.
struct JournalNames {
  /// The place of an account in double-entry bookkeeping.
  enum Role: Hashable {
    /// An account that holds money of the person.
    case own
    case spending
    case income
    /// The other side of opening balances.
    case openings
    /// Any other equity: money that is neither spent nor earned.
    case equity
  }

  let options: BankFileOptions
  /// Whether the journal is an export of a ledger, whose accounts have a root and one more part.
  let isOurs: Bool
  /// The texts that accounts have in the ledger which exported them.
  let texts: [String: String]

  func role(_ account: String) -> Role {
    if let own = options.account, account == own || account.hasPrefix(own + ":") { return .own }
    let root = NFC.foldedForComparison(String(account.prefix { $0 != ":" }))
    if Self.ownRoots.contains(root) { return .own }
    if Self.incomeRoots.contains(root) { return .income }
    guard Self.equityRoots.contains(root) else { return .spending }
    let rest = NFC.foldedForComparison(String(account.drop { $0 != ":" }))
    return Self.openingWords.contains(where: rest.contains) ? .openings : .equity
  }

  /// Returns the account in the words of the ledger, or `nil` if the export only names a way to pay.
  func account(_ printed: String, _ entry: JournalFile.Entry) -> String? {
    guard isOurs else { return printed }
    let text = texts[printed] ?? part(printed)
    if entry.metadata["account"]?.contains(text) ?? false { return text }
    return text.lowercased() == "unknown" || PaymentMethod(rawValue: text) != nil ? nil : text
  }

  /// Returns the category of an account, or `nil` for an export without one.
  func category(_ printed: String, _ entry: JournalFile.Entry) -> String? {
    guard isOurs else { return printed }
    if let text = texts[printed] { return text }
    let key = entry.isQuoted ? part(printed).lowercased() : part(printed)
    return key == "unknown" ? nil : key
  }

  /// Returns the way to pay that an export names in place of an account.
  func payment(_ printed: String) -> PaymentMethod? {
    isOurs ? PaymentMethod(rawValue: texts[printed] ?? part(printed)) : nil
  }

  private func part(_ account: String) -> String { String(account.drop { $0 != ":" }.dropFirst()) }

  private static let ownRoots: Set = [
    "assets", "asset", "liabilities", "liability", "aktiva", "vermogen", "passiva", "verbindlichkeiten",
    "actif", "actifs", "passif", "passifs", "activos", "pasivos", "attivita", "passivita", "ativos", "passivos",
    "activa",
  ]
  private static let incomeRoots: Set = [
    "income", "revenue", "revenues", "ertrage", "einnahmen", "einkommen", "einkunfte", "revenus", "produits",
    "recettes", "ingresos", "ricavi", "entrate", "receitas", "rendimentos", "inkomsten", "opbrengsten",
  ]
  private static let equityRoots: Set = [
    "equity", "eigenkapital", "capital", "capitaux", "capitaux propres", "patrimonio", "patrimonio netto",
    "patrimonio liquido", "eigen vermogen",
  ]
  private static let openingWords = [
    "opening", "start", "initial", "anfang", "eroffnung", "ouverture", "apertura", "iniziale", "abertura",
    "begin",
  ]
}

extension JournalFile.Entry {
  /// The identifier of the transaction in the ledger that exported the entry.
  var transaction: UniqueID? { metadata["transaction"]?.first.flatMap { UniqueID($0) } }
}
