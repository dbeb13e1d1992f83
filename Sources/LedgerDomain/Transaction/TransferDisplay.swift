extension TransferRecorded {
  /// The transfer in a line: the amounts, the accounts and the date.
  var words: String {
    let amounts = [
      money.description.computed(as: expression), received?.description.computed(as: receivedExpression),
    ].compactMap { $0 }.joined(separator: " → ")
    return [amounts, "\(account) → \(toAccount)", date.iso, category].compactMap { $0 }.joined(separator: ", ")
  }
}

extension String {
  /// Returns the text with the computation that gave it, such as `EUR 30.00 = 90/3`.
  func computed(as expression: String?) -> String { expression.map { "\(self) = \($0)" } ?? self }
}

extension TransferChanged {
  /// The changes of the arriving half in a line.
  var words: String {
    var parts: [String] = []
    if let toAccount { parts.append("to-account \(toAccount.from ?? "none") → \(toAccount.to ?? "none")") }
    if let received {
      func words(_ amount: Amount?) -> String { amount?.money?.description ?? "as sent" }
      parts.append("received \(words(received.from)) → \(words(received.to).computed(as: expression))")
    }
    return parts.joined(separator: ", ")
  }
}
