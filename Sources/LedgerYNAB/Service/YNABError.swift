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

  /// The error in one sentence without its full stop.
  public var message: String {
    switch self {
    case .notConnected: "YNAB does not accept the token, or there is no token yet"
    case .forbidden(let reason): "YNAB does not allow this: \(reason)"
    case .notFound(let what): "YNAB does not know \(what)"
    case .refused(let status, let reason): "YNAB refused the request (\(status)): \(reason)"
    case .duplicate: "YNAB has a transaction with this import_id already"
    case .unavailable(let status, let reason): status.map { "YNAB answered \($0): \(reason)" } ?? reason
    case .invalidAnswer(let reason): "the answer is not as YNAB describes it: \(reason)"
    case .redirected(let status): "YNAB answered \(status) and leads to another address, which is not followed"
    case .invalidAddress(let address): "“\(address)” is no address for YNAB: it begins with https://"
    case .otherAddress(let kept): "the token is kept for \(kept), and is not sent to another address"
    case .missing(let program): "the program “\(program)” is missing"
    case .interrupted: "it was interrupted"
    case .unknown(let what, let text?, _): "there is no \(what) “\(text)” in YNAB"
    case .unknown(let what, nil, _): "no \(what) is chosen"
    }
  }
}
