public import LedgerBook
public import LedgerDomain

/// The reason why something with YNAB failed. No error contains a token.
public enum YNABError: Error, Hashable, Sendable {
  /// There is no token, or YNAB no longer accepts it.
  case notConnected
  /// The token does not allow it.
  case forbidden(String)
  /// YNAB does not know the plan, account or transaction.
  case notFound(String)
  /// YNAB refused the request.
  case refused(status: Int, reason: String)
  /// A transaction with the same import_id exists.
  case duplicate
  /// There is no answer, or YNAB asks to try later. The request may have arrived.
  case unavailable(status: Int?, reason: String)
  /// The answer is not as YNAB describes it. Nothing of it is used.
  case invalidAnswer(String)
  /// The answer leads to another address, which is not followed.
  case redirected(status: Int)
  /// The address is not allowed: https, or http to this machine.
  case invalidAddress(String)
  /// The token that is kept was entered for another address, and is not sent elsewhere.
  case otherAddress(String)
  /// A program that is needed is missing.
  case missing(program: String)
  /// The person interrupted it.
  case interrupted
  /// A choice is missing, such as the plan or the account, or nothing has the name.
  case unknown(what: String, text: String?, known: [String])
}

extension YNABError: Explained {
  /// Returns the explanation.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .notConnected: Refusal(.refused, "YNAB does not accept the token, or there is no token yet", .connect)
    case .forbidden(let reason): Refusal(.refused, "YNAB does not allow this", detail: reason)
    case .notFound(let what): Refusal(.notFound, "YNAB does not know \(what)", .choose(.plan))
    case .refused(let status, let reason):
      Refusal(.refused, "YNAB refused the request", detail: "\(status), \(reason)")
    case .duplicate: Refusal(.refused, "YNAB already has a transaction with this import_id")
    case .unavailable(let status, let reason):
      Refusal(
        .busy, status == nil ? "YNAB cannot be reached" : "YNAB asks to try again later",
        detail: status.map { "\($0), \(reason)" } ?? reason, .tryAgain)
    case .invalidAnswer(let reason):
      Refusal(.invalidValue, "YNAB’s answer is not as documented", detail: reason, recordedNothing: true)
    case .redirected(let status):
      Refusal(
        .refused, "YNAB redirected the request to another address, and redirects are not followed",
        detail: "\(status)")
    case .invalidAddress(let address):
      Refusal(.misuse, "“\(address)” is not an address of YNAB", .enter("Write one that begins with https://"))
    case .otherAddress(let kept):
      Refusal(
        .refused, "the token is kept for another address, and is not sent elsewhere", detail: kept,
        .enter("Unset EVENTS_YNAB_URL"), .connect)
    case .missing(let program):
      Refusal(.refused, "the program “\(program)” is missing", .install(program: program))
    case .interrupted: Refusal(.interrupted, "this was interrupted")
    case .unknown(let what, let text, let known):
      Refusal(
        text == nil ? .misuse : .notFound,
        text.map { "there is no \(what) “\($0)” in YNAB" } ?? "no \(what) is chosen",
        known.isEmpty
          ? .choose(.plan) : .enter("Choose a \(what): \(known.joined(separator: ", "))"))
    }
  }
}

extension TransportError: Explained {
  /// Returns the explanation, as of the error of the service that it leads to.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .unreachable(let reason): YNABError.unavailable(status: nil, reason: reason).refusal(in: locale)
    case .invalidAnswer(let reason): YNABError.invalidAnswer(reason).refusal(in: locale)
    case .missing(let program): YNABError.missing(program: program).refusal(in: locale)
    case .interrupted: YNABError.interrupted.refusal(in: locale)
    }
  }
}
