/// The head of a request, as far as the page needs it.
struct HTTPRequest {
  let method: String
  let path: String
  let host: String
  let origin: String?
  /// The relation of the page that asks to this server, as a browser tells it.
  let site: String?
  let token: String?
  let mediaType: String?
  /// The number of bytes of the body. Zero without a body.
  let bodyBytes: Int

  /// Reads a head.
  ///
  /// The result is `nil` if it is not a request of HTTP 1, has a field twice, or a body of unknown size.
  init?(_ head: [UInt8]) {
    guard let text = String(validating: head, as: UTF8.self) else { return nil }
    // A carriage return and a line feed are one character.
    let lines = text.split(separator: Character("\r\n"), omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { return nil }
    let names: Set = [
      "host", "origin", "sec-fetch-site", "x-ledger-token", "content-type", "content-length",
      "transfer-encoding",
    ]
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let name = line[..<colon].lowercased()
      guard names.contains(name) else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      guard fields.updateValue(String(value), forKey: name) == nil else { return nil }
    }
    guard let host = fields["host"], fields["transfer-encoding"] == nil else { return nil }
    let length = fields["content-length"] ?? "0"
    guard length.utf8.count <= 10, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let bodyBytes = Int(length)
    else { return nil }
    (method, path, self.host, self.bodyBytes) = (words[0], words[1], host, bodyBytes)
    (origin, site) = (fields["origin"], fields["sec-fetch-site"])
    (token, mediaType) = (fields["x-ledger-token"], fields["content-type"])
  }
}

/// The answer to a request.
struct HTTPAnswer {
  var status = "200 OK"
  var fields: [String] = []
  var body: [UInt8] = []

  /// Creates an answer without a body.
  init(_ status: String, _ fields: [String] = []) { (self.status, self.fields) = (status, fields) }

  init(_ mediaType: String, body: [UInt8], status: String = "200 OK") {
    (self.status, fields, self.body) = (status, ["Content-Type: \(mediaType); charset=utf-8"], body)
  }

  /// The bytes to send. No browser keeps them, frames them, or takes them for another type.
  var bytes: [UInt8] {
    let policy = [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src data:", "connect-src 'self'",
      "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ]
    let head = [
      "HTTP/1.1 \(status)", "Content-Length: \(body.count)", "Connection: close", "Cache-Control: no-store",
      "Content-Security-Policy: \(policy.joined(separator: "; "))",
      "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY", "Referrer-Policy: no-referrer",
      "Cross-Origin-Resource-Policy: same-origin", "Cross-Origin-Opener-Policy: same-origin",
    ]
    return Array(((head + fields).joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}
