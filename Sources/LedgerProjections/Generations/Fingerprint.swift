internal import LedgerBytes
internal import LedgerDomain
internal import LedgerMigrations

/// What the models of a program version are made of: models of another fingerprint are not read.
enum Fingerprint {
  /// Raised when a fold or a row changes its meaning while tables and events keep their shape.
  static let projectorVersion = 3

  /// Sixteen hexadecimal digits over the tables, the projector's version, and every event type with its shape and
  /// the steps that lead to it.
  static let current: String = {
    var text = Migrations.models.map { $0.name + "\n" + $0.sql }.joined(separator: "\n")
    text += "\nprojector \(projectorVersion)"
    for type in EventType.allCases { text += "\n\(type.rawValue) \(type.schema)" }
    for upcaster in EventCodec.released { text += "\nfrom \(upcaster.type.rawValue) \(upcaster.from)" }
    return String(SHA256.hash(Array(text.utf8)).description.prefix(16))
  }()
}
