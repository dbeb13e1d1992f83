internal import BankFiles
public import LedgerDomain

/// Checked answers to what a file does not settle.
struct ImportAnswers: Sendable {
  /// The answers by topic, as they were typed.
  private(set) var values: [ImportQuestion.Topic: String] = [:]
  /// The answers as the reader of files takes them.
  private(set) var options = BankFileOptions()

  /// The name under which a profile keeps what a file proved, not what a person answered.
  static let earlierDateOrder = "earlier-date-order"
  static let earlierSigns = "earlier-signs"

  /// The answers as a profile keeps them.
  var list: [ImportProfile.Answer] {
    values.map { ImportProfile.Answer(option: $0.rawValue, value: $1) }
  }

  /// Sets an answer after checking it.
  mutating func set(_ topic: ImportQuestion.Topic, _ text: String) throws(Refusal) {
    try topic.set(text, in: &options)
    values[topic] = text
  }

  /// Adds the answers of a profile on other topics.
  mutating func add(_ others: [ImportProfile.Answer]) {
    for other in others where !other.value.isEmpty {
      if other.option == Self.earlierDateOrder { options.earlierDateOrder = DateOrder(rawValue: other.value) }
      if other.option == Self.earlierSigns {
        options.earlierChargesArePositive = other.value == SignReading.turned.rawValue
      }
      guard let topic = ImportQuestion.Topic(rawValue: other.option), values[topic] == nil else { continue }
      // An answer that an older program kept in another form is asked again.
      try? set(topic, other.value)
    }
  }
}

/// The way to treat rows that are older than the opening of their account.
enum BeforeOpening: String, CaseIterable, Sendable {
  /// The opening includes them, and moves in front of them.
  case move
  /// The opening includes them, so they are left out.
  case skip
  /// The opening does not include them.
  case count
}

extension ImportQuestion.Topic {
  /// The texts that are answers, or empty if there are too many to list.
  package var choices: [String] {
    switch self {
    case .format: BankFileFormat.allCases.map(\.rawValue)
    case .dateOrder: DateOrder.allCases.map(\.rawValue)
    case .decimalSign: DecimalSign.allCases.map(\.rawValue)
    case .signs: SignReading.allCases.map(\.rawValue)
    case .beforeOpening: BeforeOpening.allCases.map(\.rawValue)
    case .account, .currency, .encoding, .delimiter, .columns, .sign: []
    }
  }

  /// Sets the option that an answer is, or refuses the answer.
  fileprivate func set(_ text: String, in options: inout BankFileOptions) throws(Refusal) {
    switch self {
    case .account: break
    case .beforeOpening: _ = try value(text, BeforeOpening.init(rawValue:))
    case .sign: options.chargesArePositive = true
    case .format:
      // The format of a ledger's own events is no format of a bank.
      if text != "ndjson" { options.format = try value(text, BankFileFormat.init(rawValue:)) }
    case .dateOrder: options.dateOrder = try value(text, DateOrder.init(rawValue:))
    case .decimalSign: options.decimalSign = try value(text, DecimalSign.init(rawValue:))
    case .signs: options.signs = try value(text, SignReading.init(rawValue:))
    case .encoding: options.encoding = try value(text, TextEncoding.init(name:))
    case .columns: options.columns = try Self.columns(text)
    case .delimiter:
      options.delimiter = try value(text) { text in
        let bytes = Array((text == "tab" ? "\t" : text).utf8)
        return bytes.count == 1 ? bytes[0] : nil
      }
    case .currency:
      guard let currency = CurrencyCode(text), currency.minorUnitDigits != nil else {
        throw Refusal(
          .misuse, "there is no currency “\(text)”", .enter("Currencies are ISO 4217 codes: EUR, USD, JPY"))
      }
      options.currency = currency
    }
  }

  private func value<Value>(_ text: String, _ value: (String) -> Value?) throws(Refusal) -> Value {
    if let value = value(text) { return value }
    let remedies: [Remedy] = choices.isEmpty ? [] : [.enter("It takes: \(choices.joined(separator: " "))")]
    throw Refusal(
      .misuse, "“\(text)” is not a value of \(rawValue)", detail: nil, recordedNothing: false,
      remedies: remedies)
  }

  /// Returns the columns of a text such as `date=1,amount=3`.
  private static func columns(_ list: String) throws(Refusal) -> [ColumnRole: Int] {
    var columns: [ColumnRole: Int] = [:]
    for part in list.split(separator: ",") {
      let sides = part.split(separator: "=")
      guard sides.count == 2, let role = ColumnRole(rawValue: String(sides[0])), let number = Int(sides[1]),
        1...10_000 ~= number
      else {
        throw Refusal(
          .misuse, "“\(part)” is not a column; write it as date=1",
          .enter("The columns: \(ColumnRole.allCases.map(\.rawValue).joined(separator: " "))"))
      }
      columns[role] = number
    }
    return columns
  }
}

extension ImportProfile {
  /// Returns the profile with another answer.
  ///
  /// - Parameters:
  ///   - topic: The topic of the answer.
  ///   - text: The answer, or an empty text to remove it.
  public func answering(_ topic: ImportQuestion.Topic, _ text: String) throws(Refusal) -> ImportProfile {
    var changed = ImportAnswers()
    if !text.isEmpty { try changed.set(topic, text) }
    changed.add(answers.filter { $0.option != topic.rawValue })
    let proofs = answers.filter {
      [ImportAnswers.earlierDateOrder, ImportAnswers.earlierSigns].contains($0.option)
    }
    return ImportProfile(name: name, answers: changed.list + proofs)
  }

  /// Returns the profile without a proof of earlier files, or `nil` if it has no such proof.
  package func forgetting(_ proof: String) -> ImportProfile? {
    guard proof.hasPrefix("earlier-"), answers.contains(where: { $0.option == proof }) else { return nil }
    return ImportProfile(name: name, answers: answers.filter { $0.option != proof })
  }
}
