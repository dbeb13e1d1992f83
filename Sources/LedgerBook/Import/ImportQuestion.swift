internal import BankFiles

/// A question about a bank's file that the file itself does not answer.
///
///     let title = question.text
///     let buttons = question.choices.map { "\($0.value): \($0.example)" }
public struct ImportQuestion: Hashable, Sendable {
  /// The properties of a file that an answer can settle. The raw values are the names in a profile.
  public enum Topic: String, CaseIterable, Hashable, Sendable {
    /// The account in the ledger that the file belongs to.
    case account
    /// The currency of a file that does not name it, such as `EUR`.
    case currency
    /// The order of day, month and year, such as `dmy`.
    case dateOrder = "date-order"
    /// The decimal sign.
    case decimalSign = "decimal-sign"
    /// The text encoding, such as `utf-8`.
    case encoding
    /// The character between two cells, or `tab`.
    case delimiter
    /// The columns of a table, counted from 1: `date=1,amount=3`.
    case columns
    /// Whether positive amounts are money that left the account. Any answer is a yes.
    case sign = "charges-positive"
    /// The meaning of a minus next to a word for the direction.
    case signs
    /// The way to treat rows that are older than the opening of their account.
    case beforeOpening = "before-opening"
    /// The format, if it is not recognized.
    case format
  }

  /// A possible answer.
  public struct Choice: Hashable, Sendable {
    /// The text to answer with.
    public let value: String
    /// The meaning of a row of the file with this answer.
    public let example: String
  }

  /// The name of the file.
  public let file: String
  /// The line with the evidence, from 1, or `nil` if the question is about the whole file.
  public let line: Int?
  /// The property of the file that is asked for.
  public let topic: Topic
  /// The question in words.
  public let text: String
  /// The possible answers. Empty if there are too many to list.
  public let choices: [Choice]
  /// Whether the file can be imported without an answer.
  public let isOptional: Bool
}

extension ImportQuestion {
  /// Creates a question of the reader of files.
  init(_ question: BankFileQuestion, in file: String) {
    self.init(
      file: file, line: question.line, topic: Topic(question.topic), text: question.text,
      choices: question.choices.map { Choice(value: $0.value, example: $0.example) }, isOptional: false)
  }

  /// Creates the question for the account of a file.
  init(accountOf file: String) {
    self.init(
      file: file, line: nil, topic: .account, text: "Which of your accounts is \(file) of?", choices: [],
      isOptional: true)
  }
}

extension ImportQuestion.Topic {
  fileprivate init(_ topic: BankFileTopic) {
    self =
      switch topic {
      case .encoding: .encoding
      case .delimiter: .delimiter
      case .header, .columns: .columns
      case .dateOrder: .dateOrder
      case .decimalSign: .decimalSign
      case .sign: .signs
      case .currency: .currency
      }
  }
}
