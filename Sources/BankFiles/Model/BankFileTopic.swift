/// A property of a file that has to be known before its rows can be read.
package enum BankFileTopic: String, CaseIterable, Sendable {
  case encoding
  case delimiter
  case header
  case columns
  case dateOrder = "date order"
  case decimalSign = "decimal sign"
  case sign
  case currency
}

/// A question that the file does not answer, with the answers to choose from.
package struct BankFileQuestion: Error, Hashable, Sendable {
  /// An answer, and what a row of the file means with it.
  package struct Choice: Hashable, Sendable {
    package let value: String
    package let example: String
  }

  package let topic: BankFileTopic
  /// The place of the evidence, from 1.
  package let line: Int
  package let text: String
  /// Empty if any currency could be the answer.
  package let choices: [Choice]

  package init(topic: BankFileTopic, line: Int, text: String, choices: [Choice]) {
    (self.topic, self.line, self.text, self.choices) = (topic, line, text, choices)
  }
}
