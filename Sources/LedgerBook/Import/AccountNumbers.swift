internal import BankFiles
internal import LedgerBytes
internal import LedgerDomain

/// The numbers that files print for accounts of other names.
///
/// They are kept as profiles: the name is the number, and the only answer is the account.
struct AccountNumbers: Sendable {
  private var accounts: [(number: String, account: String)] = []

  /// The fewest digits of a number. Shorter ones count days or cards.
  private static let digitsMin = 4

  init(_ profiles: [String: ImportProfile]) {
    for (shape, profile) in profiles where shape == Self.shape(profile.name) {
      let account = profile.answers.first { $0.option == ImportQuestion.Topic.account.rawValue }?.value ?? ""
      if !account.isEmpty { accounts.append((profile.name, account)) }
    }
    accounts.sort { $0 < $1 }
  }

  /// Returns the account that a number was imported into before, or `nil` if that is not known.
  func account(of number: String) -> String? { known(number)?.account }

  /// Returns the numbers that files printed for an account.
  func numbers(of account: String) -> [String] { texts(of: account).filter(Self.isNumber) }

  /// Returns the numbers and names that files printed for an account.
  func texts(of account: String) -> [String] { accounts.filter { $0.account == account }.map(\.number) }

  private func known(_ text: String) -> (number: String, account: String)? {
    accounts.first { $0.number == text }
      ?? (Self.isNumber(text) ? accounts.first { AccountNumber.areSame($0.number, text) } : nil)
  }

  private static func isNumber(_ text: String) -> Bool { text.count(where: \.isNumber) >= digitsMin }

  /// Returns the profile that keeps the number of an account, or `nil` if there is nothing to keep.
  func change(_ number: String?, of account: String?) -> (shape: String, profile: ImportProfile)? {
    guard let number = number.map({ NFC.normalized(NFC.trimmed($0)) }), let account, !number.isEmpty,
      number != account, !AccountNumber.areSame(number, account), self.account(of: number) != account
    else { return nil }
    let known = known(number)?.number ?? number
    let answer = ImportProfile.Answer(option: ImportQuestion.Topic.account.rawValue, value: account)
    return (Self.shape(known), ImportProfile(name: known, answers: [answer]))
  }

  private static func shape(_ number: String) -> String {
    let id = UniqueID.derived(kind: "account-number", parts: [number])
    return String(id.description.filter { $0 != "-" }.prefix(16))
  }
}
