internal import LedgerBytes

// Payloads as this program writes them, read in one go. Nil: read them with the codec's reader, which knows every form
// and says what is wrong. A test compares the two over every event of random histories.

extension PlainJSON {
  /// Whether that is a `TextRecognized`, and nothing else.
  mutating func isTextRecognized() -> Bool {
    if take("{\"confidence\":") {
      guard integer() != nil, take(",\"engine\":\"") else { return false }
    } else {
      guard take("{\"engine\":\"") else { return false }
    }
    return bytes() != nil && take(",\"text\":\"") && skipPayloadText() && take("}") && isAtEnd
  }

  mutating func receiptCaptured() -> ReceiptCaptured? {
    guard take("{\"attachments\":["), let attachments = attachments() else { return nil }
    var name: String?
    if take(",\"name\":\"") {
      name = text()
      if name == nil { return nil }
    }
    guard take(",\"on\":\""), let on = date(), take(",\"source\":\"") else { return nil }
    let source: CaptureSource
    if take("scan\"}") {
      source = .scan
    } else if take("photo\"}") {
      source = .photo
    } else if take("file\"}") {
      source = .file
    } else {
      return nil
    }
    return ReceiptCaptured(source: source, attachments: attachments, name: name, on: on)
  }

  private mutating func attachments() -> [Attachment]? {
    if take("]") { return [] }
    var attachments: [Attachment] = []
    while true {
      guard take("{\"bytes\":"), let bytes = integer(), take(",\"mediaType\":\""), let mediaType = text(),
        take(",\"page\":"), let page = integer(), take(",\"sha256\":\""), let digits = self.bytes(),
        let digest = SHA256Digest(hexadecimal: digits), take("}")
      else { return nil }
      attachments.append(
        Attachment(digest: digest, byteCount: bytes, mediaType: mediaType, page: Int(clamping: page)))
      if take("]") { return attachments }
      guard take(",") else { return nil }
    }
  }
}

// MARK: - One field

extension PlainJSON {
  mutating func fieldConfirmed() -> FieldConfirmed? {
    guard take("{\"field\":\""), let field = field(), take(",\"value\":"), let value = value(of: field.place),
      take("}")
    else { return nil }
    return FieldConfirmed(field: field, value: value)
  }

  mutating func fieldCorrected() -> FieldCorrected? {
    guard take("{\"field\":\""), let field = field() else { return nil }
    var (from, to): (FieldValue?, FieldValue?)
    if take(",\"from\":") {
      from = value(of: field.place)
      if from == nil { return nil }
    }
    if take(",\"to\":") {
      to = value(of: field.place)
      if to == nil { return nil }
    }
    return take("}") ? FieldCorrected(field: field, from: from, to: to) : nil
  }

  mutating func alternatePicked() -> AlternatePicked? {
    guard take("{\"extraction\":{\"device\":\""), let device = id(), take(",\"sequence\":"),
      let sequence = integer(), sequence >= 0, take("},\"field\":\""), let field = field()
    else { return nil }
    var from: FieldValue?
    if take(",\"from\":") {
      from = value(of: field.place)
      if from == nil { return nil }
    }
    guard take(",\"reading\":\""), let reading = text(), take(",\"to\":"), let to = value(of: field.place),
      take("}")
    else { return nil }
    return AlternatePicked(
      field: field, from: from, to: to, reading: reading,
      extraction: EventReference(device: device, sequence: UInt64(sequence)))
  }

  private mutating func field() -> Field? {
    if take("vendor\"") { return .vendor }
    if take("date\"") { return .date }
    if take("total\"") { return .total }
    if take("currency\"") { return .currency }
    if take("category\"") { return .category }
    if take("payment\"") { return .payment }
    if take("group\"") { return .group }
    if take("note\"") { return .note }
    if take("kind\"") { return .kind }
    return take("account\"") ? .account : nil
  }

  private mutating func value(of place: Place) -> FieldValue? {
    switch place {
    case .vendor, .category, .payment, .note, .kind, .account:
      take("\"") ? text().map(FieldValue.text) : nil
    case .date: take("\"") ? date().map(FieldValue.date) : nil
    case .amount: amount().map(FieldValue.amount)
    case .group: take("\"") ? id().map { .group(GroupID($0)) } : nil
    }
  }

  /// `{"currency":"EUR","minorUnits":8450}`; the number may be absent.
  fileprivate mutating func amount() -> Amount? {
    guard take("{\"currency\":\""), let currency = currency() else { return nil }
    if take("}") { return Amount(currency: currency, minorUnits: nil) }
    guard take(",\"minorUnits\":"), let units = integer(), take("}") else { return nil }
    return Amount(currency: currency, minorUnits: units)
  }

  fileprivate mutating func currency() -> Currency? { bytes().flatMap { Currency(upperCase: $0) } }

  fileprivate mutating func date() -> CivilDate? { bytes().flatMap { CivilDate(iso: $0) } }

  fileprivate mutating func id() -> UniqueID? { bytes().flatMap { UniqueID(text: $0) } }
}

// MARK: - Transactions

extension PlainJSON {
  mutating func filed() -> TransactionFiled? {
    guard take("{") else { return nil }
    var (from, to): (UniqueID?, UniqueID?)
    if take("\"from\":\"") {
      from = id()
      if from == nil { return nil }
      if take("}") { return TransactionFiled(from: from.map(GroupID.init), to: nil) }
      guard take(",") else { return nil }
    }
    if take("\"to\":\"") {
      to = id()
      if to == nil { return nil }
      return take("}") ? TransactionFiled(from: from.map(GroupID.init), to: to.map(GroupID.init)) : nil
    }
    return from == nil && take("}") ? TransactionFiled(from: nil, to: nil) : nil
  }

  mutating func tagsChanged() -> TagsChanged? {
    guard take("{\"added\":["), let added = strings(), take(",\"removed\":["), let removed = strings(),
      take("}")
    else { return nil }
    return TagsChanged(added: added, removed: removed)
  }

  private mutating func strings() -> [String]? {
    if take("]") { return [] }
    var strings: [String] = []
    while true {
      guard take("\""), let string = text() else { return nil }
      strings.append(string)
      if take("]") { return strings }
      guard take(",") else { return nil }
    }
  }

  mutating func recorded() -> TransactionRecorded? {
    guard take("{") else { return nil }
    var (account, category, note, vendor): (String?, String?, String?, String?)
    if take("\"account\":\"") {
      account = text()
      guard account != nil, take(",") else { return nil }
    }
    guard take("\"amount\":"), let money = amount()?.money, take(",") else { return nil }
    if take("\"category\":\"") {
      category = text()
      guard category != nil, take(",") else { return nil }
    }
    guard take("\"date\":\""), let date = date(), take(",\"kind\":\"") else { return nil }
    let kind: TransactionKind
    if take("expense\",") {
      kind = .expense
    } else if take("income\",") {
      kind = .income
    } else if take("transfer\",") {
      kind = .transfer
    } else {
      return nil
    }
    if take("\"note\":\"") {
      note = text()
      guard note != nil, take(",") else { return nil }
    }
    guard take("\"on\":\""), let on = self.date(), take(",\"origin\":\"") else { return nil }
    let origin: RecordOrigin
    if take("manual\",") {
      origin = .manual
    } else if take("recurring\",") {
      origin = .recurring
    } else if take("imported\",") {
      origin = .imported
    } else {
      return nil
    }
    var flags = Flags()
    var payment: PaymentMethod?
    if take("\"paid\":") {
      flags.paid = boolean()
      guard flags.paid != nil, take(",") else { return nil }
    }
    if take("\"payment\":\"") {
      payment = take("card\",") ? .card : take("cash\",") ? .cash : nil
      if payment == nil { return nil }
    }
    if take("\"reimbursed\":") {
      flags.reimbursed = boolean()
      guard flags.reimbursed != nil, take(",") else { return nil }
    }
    guard take("\"tags\":["), let tags = strings() else { return nil }
    if take(",\"vendor\":\"") {
      vendor = text()
      if vendor == nil { return nil }
    }
    guard take("}") else { return nil }
    return TransactionRecorded(
      origin: origin, on: on, kind: kind, money: money, date: date, vendor: vendor, category: category,
      payment: payment, note: note, account: account, tags: tags, flags: flags)
  }
}
