internal import LedgerPlatform

/// Sends requests with the program `curl`.
///
/// Its configuration, with the token and the body, comes on standard input. So neither is in a list of arguments, which
/// other users of the machine can read. It checks certificates, follows no redirects, and reads no file of settings.
package struct CurlTransport: Transport {
  private let path: String?

  /// Creates a transport. `path` is the list of folders with programs.
  package init(path: String?) { self.path = path }

  package func send(_ request: HTTPRequest) throws -> HTTPResponse {
    guard let curl = Program("curl", path: path) else { throw TransportError.missing(program: "curl") }
    let outcome = System.holdingInterrupts {
      curl.run(
        ["-q", "--config", "-"], environment: [:], seconds: Self.secondsMax + 5,
        limit: HTTPResponse.bodyBytesMax + Self.headerBytesMax, input: Self.configuration(request))
    }
    switch outcome {
    case .ended(0, let output): return try Self.response(output)
    case .ended(63, _): throw TransportError.invalidAnswer("the answer is too large")
    case .ended(let code, _): throw TransportError.unreachable(Self.reason(code))
    case .timedOut: throw TransportError.unreachable("YNAB did not answer in time")
    case .interrupted: throw TransportError.interrupted
    case .failed(let reason): throw TransportError.invalidAnswer(reason)
    }
  }

  private static let secondsMax = 60
  private static let headerBytesMax = 1 << 16

  /// Returns the settings of one request, in the form of a `.curlrc`.
  private static func configuration(_ request: HTTPRequest) -> [UInt8] {
    var lines = [
      "url = \(quoted(request.url))", "request = \(request.method)", "silent", "include", "http1.1",
      "proto = \"=http,https\"", "max-redirs = 0", "connect-timeout = 15", "max-time = \(secondsMax)",
      "max-filesize = \(HTTPResponse.bodyBytesMax)", "header = \"Accept: application/json\"",
      "header = \"Expect:\"", "user-agent = \"events\"", "noproxy = \"127.0.0.1,localhost\"",
    ]
    if let token = request.token { lines.append("header = \(quoted("Authorization: Bearer " + token))") }
    if let body = request.body {
      lines.append("header = \(quoted("Content-Type: " + request.contentType))")
      lines.append("data-raw = \(quoted(String(decoding: body, as: UTF8.self)))")
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// Returns a text in double quotes, with the escapes that curl knows.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Reads the status, the headers and the body.
  static func response(_ output: [UInt8]) throws(TransportError) -> HTTPResponse {
    let bad = TransportError.invalidAnswer("the answer is not HTTP")
    var rest = output[...]
    while true {
      guard let end = headerEnd(rest) else { throw bad }
      let lines = String(decoding: rest[..<end], as: UTF8.self).split(whereSeparator: \.isNewline)
      guard let first = lines.first, first.hasPrefix("HTTP/"),
        let status = Int(first.split(separator: " ").dropFirst().first ?? "")
      else { throw bad }
      rest = rest[(end + 4)...]
      if status < 200 { continue }
      var headers: [String: String] = [:]
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        headers[line[..<colon].lowercased()] = String(value)
      }
      return HTTPResponse(status: status, headers: headers, body: Array(rest))
    }
  }

  private static func headerEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    while let found = bytes[index...].firstIndex(of: 13) {
      if bytes[found...].starts(with: [13, 10, 13, 10]) { return found }
      index = found + 1
    }
    return nil
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case 6: "the name of the server is not known; is there a network?"
    case 7: "the server cannot be reached; is there a network?"
    case 28: "YNAB did not answer in time"
    case 35, 51, 58, 60, 77: "the server’s certificate is not valid"
    case 52, 55, 56, 18: "the connection was cut"
    default: "curl ended with \(code)"
    }
  }
}
