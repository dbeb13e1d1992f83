internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension Command {
  static let vendor = Command(
    path: ["vendor"], section: .record, summary: "Set names for vendors in bank files",
    subcommands: [
      Command(
        path: ["vendor", "list"], section: .record, summary: "List renamed vendors",
        shared: Option.reading, run: onLedger(listVendors)),
      Command(
        path: ["vendor", "rename"], section: .record, summary: "Rename a vendor of bank files",
        operands: [
          Operand("PRINTED", "The vendor as the bank prints it"),
          Operand("NAME", "The name; an empty text removes it"),
        ],
        run: onLedger(renameVendor)),
    ])

  private static func listVendors(_ ledger: OpenLedger) throws -> ExitCode {
    let vendors = try ledger.book.renamedVendors().sorted { ($0.value.name, $0.key) < ($1.value.name, $1.key) }
    return try ledger.show(VendorsAnswer(vendors.map { ($0.value.printed, $0.value.name) }))
  }

  private static func renameVendor(_ ledger: OpenLedger) throws -> ExitCode {
    let printed = NFC.trimmed(ledger.arguments.operands[0])
    let name = NFC.trimmed(ledger.arguments.operands[1])
    guard !printed.isEmpty else {
      throw Failure.usage("PRINTED is empty", command: "vendor rename", advice: ["Give the text of the bank"])
    }
    let outcome = try ledger.book.renameVendor(printed, to: name.isEmpty ? nil : name)
    let words =
      outcome.positions.isEmpty
      ? "It has that name already."
      : name.isEmpty
        ? "Later imports show it as the bank prints it." : "Later imports name it \(name)."
    return try ledger.show(
      CommandAnswer(
        outcome.document(["name": name.isEmpty ? .null : .string(name), "printed": .string(printed)])
      ) { _ in
        [.fitted("\(printed): \(words)")]
      })
  }
}
