import Foundation

/// The rules for a transaction in a body, written from the description of the interface, version 1.86.0.
package enum BodyRules {
  /// A rule that a transaction breaks, or `nil` if it breaks no rule.
  package static func problem(with transaction: [String: Any], isNew: Bool, today: String) -> String? {
    let known: Set = [
      "id", "import_id", "account_id", "date", "amount", "payee_id", "payee_name", "category_id", "memo",
      "cleared",
      "approved", "flag_color", "subtransactions",
    ]
    for (name, value) in transaction {
      guard known.contains(name) else { return "\(name) is not known" }
      if let problem = problem(name, value, today: today) { return problem }
    }
    // The description marks nothing as required. The service needs these all the same.
    if isNew {
      for name in ["account_id", "date", "amount"] where transaction[name] == nil {
        return "\(name) is required"
      }
      if transaction["id"] != nil { return "id is the service's to give" }
    } else {
      guard (transaction["id"] is String) != (transaction["import_id"] is String) else {
        return "either id or import_id is required"
      }
    }
    guard let parts = transaction["subtransactions"] as? [[String: Any]], !parts.isEmpty else { return nil }
    if transaction["category_id"] is String { return "a split has no category" }
    for part in parts {
      guard part["amount"] is Int else { return "the amount of a part is required" }
      for (name, value) in part {
        guard ["amount", "payee_id", "payee_name", "category_id", "memo"].contains(name) else {
          return "\(name) is not known in a part"
        }
        if let problem = problem(name, value, today: today) { return problem }
      }
    }
    let sum = parts.reduce(0) { $0 + ($1["amount"] as? Int ?? 0) }
    if !isNew, transaction["amount"] == nil { return nil }
    return sum == transaction["amount"] as? Int ? nil : "the parts do not add up to the amount"
  }

  private static func problem(_ name: String, _ value: Any, today: String) -> String? {
    if value is NSNull { return ["account_id", "date", "amount"].contains(name) ? "\(name) is null" : nil }
    switch name {
    case "amount": return value is Int ? nil : "amount is not an integer"
    case "approved": return value is Bool ? nil : "approved is not true or false"
    case "subtransactions": return value is [[String: Any]] ? nil : "subtransactions is not a list"
    default: break
    }
    guard let text = value as? String else { return "\(name) is not a text" }
    switch name {
    case "date":
      guard text.utf8.count == 10, text.split(separator: "-").map(\.count) == [4, 2, 2] else {
        return "date is none"
      }
      return text > today ? "date is in the future" : nil
    case "import_id": return text.unicodeScalars.count > 36 ? "import_id is too long" : nil
    case "payee_name": return text.unicodeScalars.count > 200 ? "payee_name is too long" : nil
    case "memo": return text.unicodeScalars.count > 500 ? "memo is too long" : nil
    case "cleared": return ["cleared", "uncleared", "reconciled"].contains(text) ? nil : "cleared is \(text)"
    case "account_id", "category_id", "payee_id":
      return UUID(uuidString: text) == nil ? "\(name) is no UUID" : nil
    default: return nil
    }
  }
}
