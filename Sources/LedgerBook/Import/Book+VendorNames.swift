internal import BankFiles
internal import EventLog
internal import LedgerBytes
package import LedgerDomain
internal import LedgerProjections

extension Book {
  /// Returns the vendors that a person renamed, by the short form of the bank's text in lower case.
  package func renamedVendors() throws -> [String: RenamedVendor] {
    let ledger = StreamID(kind: StreamKind.ledger.rawValue, id: log.ledgerID)
    return try fold(ledger).ledger.vendors.compactMapValues(\.value)
  }

  /// Gives a vendor of a bank's files another name, which later imports use on every device.
  ///
  /// - Parameters:
  ///   - printed: The text as the bank prints it, or its short form.
  ///   - name: The name for people, or `nil` to take it back.
  @discardableResult
  package func renameVendor(_ printed: String, to name: String?) throws -> Done {
    let vendor = VendorNames.key(printed)
    let content: JSONValue = [
      "command": "rename vendor", "name": name.map { .string($0) } ?? .null, "printed": .string(printed),
    ]
    return try execute(id: nil, content: content) { batch in
      let before = try renamedVendors()[vendor]
      let after = name.map { RenamedVendor(printed: NFC.normalized(printed), name: NFC.normalized($0)) }
      guard before?.name != after?.name else { return }
      batch.append(
        SettingsEvent.vendorRenamed(SettingsEvent.VendorRenamed(vendor: vendor, from: before, to: after)))
    }
  }
}

/// Names of vendors for people: the short form of a bank's text, or the name that a person gave it.
struct VendorNames: Sendable {
  private let renamed: [String: RenamedVendor]

  init(_ renamed: [String: RenamedVendor]) { self.renamed = renamed }

  /// Returns the text by which a vendor's name is found.
  static func key(_ printed: String) -> String { NFC.foldedForComparison(VendorName.short(printed)) }

  /// Returns the name of a row's vendor, or `nil` if the row has no text.
  func name(payee: String, text: String) -> String? {
    let short = NFC.normalized(VendorName.short(payee.isEmpty ? text : payee))
    if short.isEmpty { return nil }
    if renamed.isEmpty { return short }
    return renamed[NFC.foldedForComparison(short)]?.name ?? short
  }
}
