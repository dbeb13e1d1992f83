/// A way to send requests to YNAB.
///
/// An app may use `URLSession`. The tool runs `curl`. Tests answer by themselves.
public protocol Transport {
  /// Sends a request and waits for the answer. It follows no redirects.
  ///
  /// - Throws: `TransportError` if there is no answer.
  func send(_ request: HTTPRequest) throws -> HTTPResponse
}

/// A request with a token. Its description does not contain the token.
public struct HTTPRequest: Sendable, CustomStringConvertible {
  /// The method: GET, POST or PATCH.
  public let method: String
  /// The address in full.
  public let url: String
  /// The body as JSON, or `nil` if there is no body.
  public let body: [UInt8]?
  /// The secret for the header `Authorization`, or `nil` without one.
  public let token: String?
  /// The type of the body.
  public var contentType = "application/json"

  /// The method and the address.
  public var description: String { "\(method) \(url)" }
}

/// An answer, whatever its status.
public struct HTTPResponse: Sendable {
  /// The status, such as 200.
  public let status: Int
  /// The headers, with names in lower case.
  public let headers: [String: String]
  /// The body.
  public let body: [UInt8]

  /// Creates an answer.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The size of the largest answer that is read, in bytes.
  public static let bodyBytesMax = 1 << 25
}

/// The reason why there is no answer.
public enum TransportError: Error, Hashable, Sendable {
  /// The connection failed, was cut or took too long. The request may have arrived.
  case unreachable(String)
  /// The answer is larger than the limit, or is not HTTP.
  case invalidAnswer(String)
  /// A program is missing.
  case missing(program: String)
  /// The person interrupted it. The request may have arrived.
  case interrupted
}
