/// The address of a PostgreSQL database, as the variables that `psql` reads.
///
/// Arguments of a program are public on its machine, so no part of an address is ever one.
package struct PostgresAddress: Hashable, Sendable {
  /// The variables, such as `PGHOST`. What the address leaves open is left to `psql` and its own files.
  package let variables: [String: String]

  package var hasPassword: Bool { variables["PGPASSWORD"] != nil }

  /// Reads an address such as `postgresql://anna@db.example/books?sslmode=verify-full`.
  ///
  /// A folder of sockets is the host in percent notation, or `?host=/run/postgresql`.
  ///
  /// - Throws: `MirrorError.address`.
  package init(_ text: String) throws(MirrorError) {
    guard let scheme = ["postgresql://", "postgres://"].first(where: { text.hasPrefix($0) }) else {
      throw .address(reason: "it does not begin with postgresql://")
    }
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
      throw .address(reason: "it has a control character")
    }
    var variables: [String: String] = [:]
    let parts = text.dropFirst(scheme.count).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    var host = path[0]
    if let at = host.lastIndex(of: "@") {
      let user = host[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      variables["PGUSER"] = try Self.decoded(user[0])
      if user.count > 1 { variables["PGPASSWORD"] = try Self.decoded(user[1]) }
      host = host[host.index(after: at)...]
    }
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
      variables["PGHOST"] = String(host[host.index(after: host.startIndex)..<end])
      host = host[host.index(after: end)...]
    } else if let colon = host.firstIndex(of: ":") {
      variables["PGHOST"] = try Self.decoded(host[..<colon])
      host = host[colon...]
    } else {
      variables["PGHOST"] = try Self.decoded(host)
      host = ""
    }
    if !host.isEmpty {
      guard host.hasPrefix(":"), let port = UInt16(host.dropFirst()), port > 0 else {
        throw .address(reason: "it has no port where one belongs")
      }
      variables["PGPORT"] = String(port)
    }
    if path.count > 1 { variables["PGDATABASE"] = try Self.decoded(path[1]) }
    for setting in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let pair = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let name = Self.settings[String(pair[0])] else {
        throw .address(reason: "it has the unknown setting “\(pair[0])”")
      }
      variables[name] = try Self.decoded(pair[1])
    }
    self.variables = variables.filter { !$0.value.isEmpty }
  }

  /// The settings that may follow a question mark, with the variable of each.
  private static let settings = [
    "connect_timeout": "PGCONNECT_TIMEOUT", "dbname": "PGDATABASE", "host": "PGHOST",
    "passfile": "PGPASSFILE", "password": "PGPASSWORD", "port": "PGPORT", "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY", "sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT", "user": "PGUSER",
  ]

  /// Returns a part of an address with its percent notation resolved.
  private static func decoded(_ text: Substring) throws(MirrorError) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), code != 0,
        rest.count >= 2
      else { throw .address(reason: "“%” is not followed by two digits") }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
