package import LedgerBook
internal import LedgerBytes
package import LedgerDomain
internal import LedgerProjections

/// A value of a draft that nobody read or typed: what is usual at its vendor.
package struct VendorOffer {
  /// The value as a program reads it.
  package let value: String
  /// The value as people read it.
  package let words: String
  /// The confidence in percent, or empty.
  package let confidence: String
  package let reason: String
}

extension Notation {
  /// Returns the usual category or payment at the vendor, if it is not the value of the field.
  package func offer(for field: TransactionField, _ detail: TransactionDetail) throws -> VendorOffer? {
    guard field == .category || field == .payment, let vendor = detail.row.vendor, detail.row.kind != .transfer,
      let habit = try book.vendorHabit(of: vendor, detail.row.kind)
    else { return nil }
    let last = EntryOffer.Reason.lastAt(vendor: vendor).words
    let present = detail.state.provenance(of: field).value
    if field == .category, let suggestion = habit.category, suggestion.category != present {
      return VendorOffer(
        value: suggestion.category, words: categoryName(suggestion.category),
        confidence: "\(suggestion.confidence) %",
        reason: suggestion.purchases == 1 ? last : "\(suggestion.times) at \(suggestion.vendor)")
    }
    if field == .payment, let paid = habit.payment?.rawValue, paid != present {
      return VendorOffer(value: paid, words: paid, confidence: "", reason: last)
    }
    return nil
  }
}

extension ReceiptForm {
  /// Returns the field of a draft as its review shows it.
  ///
  /// It is `{"confirm","readings","words"}`, or `nil` if the field needs no look. Each reading has a command that picks
  /// it.
  func review(_ field: TransactionField) throws -> JSONValue? {
    let provenance = detail.state.provenance(of: field)
    guard provenance.needsALook else { return nil }
    var readings = provenance.readings.readings.enumerated().map { index, reading -> JSONValue in
      [
        "command": content(.pick(field, number: index + 1)),
        "details": .string(
          "\(reading.reason.split(separator: " ").joined(separator: " ")), \(reading.confidence) %"),
        "words": .string(
          notation.words(
            reading.value, of: field, currency: detail.row.amount?.currency, groupName: detail.groupName)),
      ]
    }
    if let offer = try notation.offer(for: field, detail) {
      let value = try notation.value(offer.value, of: field, in: detail.row)
      readings.append([
        "command": content(.correct(field, value)),
        "details": .string([offer.reason, offer.confidence].filter { !$0.isEmpty }.joined(separator: ", ")),
        "words": .string(offer.words),
      ])
    }
    return [
      "confirm": provenance.value == nil ? .null : content(.confirm([field])),
      "readings": .array(readings), "words": .string(provenance.readings.note ?? ""),
    ]
  }

  /// Returns what a person looks at before the fields, as `{"duplicates","proposals","words"}`.
  func attention() throws -> JSONValue {
    let open = detail.provenance.filter { TransactionField.review.contains($0.field) && $0.needsALook }
    let duplicates = notation.book.possibleDuplicates(of: id, limit: 3).map { duplicate -> JSONValue in
      let other = duplicate.other.row.id
      return [
        "command": content(.dismissDuplicate(of: other)), "transaction": .string(other.description),
        "words": .string(notation.words(duplicate)),
      ]
    }
    let proposals = detail.state.openProposals.map { proposal -> JSONValue in
      let field = proposal.proposed.field
      return [
        "accept": content(.accept([field])), "from": .string(words(detail.state.value(of: field), of: field)),
        "reject": content(.reject([field])), "title": .string(field.title),
        "to": .string(words(proposal.proposed.to, of: field)),
      ]
    }
    return [
      "duplicates": .array(duplicates), "proposals": .array(proposals),
      "words": .string(detail.row.stage == .draft ? ReviewAnswer.attention(open.map(\.field)) : ""),
    ]
  }

  private func content(_ command: TransactionCommand) -> JSONValue {
    StructuredCommand.change(command, of: id).content
  }
}
