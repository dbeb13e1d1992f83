package import LedgerBytes

/// The fold of the ledger's own events.
package struct LedgerState: Hashable, Sendable {
  /// The values it was created with, or `nil` if the creation has not arrived yet.
  package internal(set) var created: SettingsEvent.LedgerCreated?
  /// The event that created it.
  var creation: EventReference?
  /// Whether that event is the one which the ledger's id was made with.
  var isFounded = false
  /// The currency offered first.
  package internal(set) var currency = FieldRegister<String>()
  /// The payment offered first.
  package internal(set) var payment = FieldRegister<String>()
  /// The group that is filed into if no other is given.
  package internal(set) var group = FieldRegister<GroupID>()
  /// The account that is used if no other is given.
  package internal(set) var account = FieldRegister<String>()
  /// The devices that take part, in the order of the fold.
  package internal(set) var devices: [Participant] = []
  /// Events whose payload was taken out.
  package internal(set) var redacted: Set<EventReference> = []
  /// Events that devices which cannot read them ignore.
  package internal(set) var skipped: Set<EventReference> = []

  /// Per shape of a file the answers to what it does not settle.
  package internal(set) var profiles: [String: FieldRegister<ImportProfile>] = [:]
  /// The names that a person gave to vendors, by the short form of a bank's text in lower case.
  package internal(set) var vendors: [String: FieldRegister<RenamedVendor>] = [:]

  /// A device that takes part.
  package struct Participant: Hashable, Sendable {
    /// The device's identifier.
    package let device: UniqueID
    /// Its name.
    package let name: String
    /// The device it continues.
    package let continues: EventReference?
  }

  /// Creates the state of a ledger of which nothing is known.
  package init() {}
}
