package import LedgerBytes
import LedgerDomain

/// The identity of a bank's row: the same on every device and in every file that contains the row.
///
/// With the bank's identifier it is derived from that, the day and the amount, otherwise from the day, the amount and
/// the texts. The occurrence among equals is part of it: two equal coffees of one day are two rows.
package struct RowIdentity: Sendable {
  private let account: String
  private var occurrences: [UniqueID: Int] = [:]

  /// Creates the source of identities for the rows of one account.
  ///
  /// - Parameter account: The account in the ledger, since files write the number of one account in several ways.
  package init(account: String) { self.account = account }

  /// Returns the identifier of the next row. Pass all rows of a file in their order.
  ///
  /// - Complexity: O(length of the texts).
  package mutating func next(_ row: BankRow) -> UniqueID {
    let parts = Self.parts(row)
    // The export of a ledger names its transactions.
    let first = row.entry?.transaction ?? UniqueID.derived(kind: "bank-row", parts: [account] + parts)
    let occurrence = occurrences[first, default: 0] + 1
    occurrences[first] = occurrence
    return occurrence == 1
      ? first : UniqueID.derived(kind: "bank-row", parts: [account] + parts + [String(occurrence)])
  }

  /// Returns the identifiers of all rows of one account in a file, in their order.
  package static func all(_ rows: [BankRow], account: String) -> [UniqueID] {
    var identity = RowIdentity(account: account)
    return rows.map { identity.next($0) }
  }

  private static func parts(_ row: BankRow) -> [String] {
    let money = row.identityMoney ?? row.money
    let figures = [row.date.iso, String(money.minorUnits), money.currency.code]
    if let id = row.bankID, !id.isEmpty { return ["id", id] + figures }
    return ["text", comparable(row)] + figures
  }

  /// Returns the texts of a row without case, accents, spaces and marks, which vary between exports.
  static func comparable(_ row: BankRow) -> String { comparable(payee: row.payee, text: row.text) }

  /// Returns the folded form of texts that are kept apart.
  package static func comparable(payee: String, text: String) -> String {
    comparable(text.hasPrefix(payee) ? text : payee + text)
  }

  static func comparable(_ text: String) -> String {
    // Most texts are ASCII, of which the letters and digits stay.
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return String(
        decoding: text.utf8.lazy.compactMap { byte in
          switch byte {
          case 0x41...0x5a: byte | 0x20
          case 0x30...0x39, 0x61...0x7a: byte
          default: nil
          }
        }, as: UTF8.self)
    }
    return String(NFC.foldedForComparison(text).filter { $0.isLetter || $0.isNumber })
  }
}
