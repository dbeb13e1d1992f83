extension TransferRecorded {
  /// The transfer in a line: the amounts, the accounts and the date.
  var words: String {
    let amounts = [money.description, received?.description].compactMap { $0 }.joined(separator: " → ")
    return [amounts, "\(account) → \(toAccount)", date.iso, category].compactMap { $0 }.joined(separator: ", ")
  }
}

extension TransferChanged {
  /// The changes of the arriving half in a line.
  var words: String {
    var parts: [String] = []
    if let toAccount { parts.append("to-account \(toAccount.from ?? "none") → \(toAccount.to ?? "none")") }
    if let received {
      func words(_ amount: Amount?) -> String { amount?.money?.description ?? "as sent" }
      parts.append("received \(words(received.from)) → \(words(received.to))")
    }
    return parts.joined(separator: ", ")
  }
}
