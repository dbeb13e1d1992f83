/// How the words before an amount become one role.
enum LabelRules {
  /// Which roles name amounts; a label with several takes the rules below.
  private static let order: [Role] = [
    .count, .savings, .loyalty, .capital, .change, .rounding, .discount, .deposit, .tip, .service, .balance, .tendered,
    .tax, .net, .cash, .card, .fee, .amount, .taxTable, .unitPrice,
  ]

  /// The role of the words in a range of tokens of one line, with the words that decide it.
  static func role(_ page: Page, _ line: Int, from: Int, to: Int) -> (Role, Range<Int>)? {
    var total: Hit?
    var found: [Hit] = []
    for index in page.lineHits[line] {
      let hit = page.hits[index]
      guard hit.tokens.lowerBound >= from, hit.tokens.upperBound <= to, case .role(let role) = hit.sense else { continue }
      switch role {
      case .grandTotal, .total, .inclusiveTotal:
        if total == nil || rank(role) > rank(total) { total = hit }
        found.append(hit)
      case .amount, .subtotal, .net, .tax, .discount, .rounding, .change, .tendered, .cash, .card, .tip, .service, .savings,
        .loyalty, .count, .balance, .deposit, .capital, .unitPrice, .taxTable, .fee:
        found.append(hit)
      case .date, .otherDate, .time, .companyForm, .address, .phone, .identity, .title, .customer, .web, .greeting,
        .notVendor, .vendorWord, .weight, .item:
        continue
      }
    }
    guard !found.isEmpty else { return nil }
    if let subtotal = found.first(where: { $0.sense == .role(.subtotal) }) { return (.subtotal, subtotal.tokens) }
    if let total { return settle(total, found) }
    for role in order {
      if let hit = found.first(where: { $0.sense == .role(role) }) { return (role, hit.tokens) }
    }
    return nil
  }

  private static func rank(_ hit: Hit?) -> Int {
    guard let hit, case .role(let role) = hit.sense else { return -1 }
    return rank(role)
  }

  private static func rank(_ role: Role) -> Int { role == .grandTotal ? 3 : role == .inclusiveTotal ? 2 : role == .total ? 1 : 0 }

  /// What a word beside `total` makes of it.
  private static func settle(_ total: Hit, _ found: [Hit]) -> (Role, Range<Int>)? {
    guard case .role(let role) = total.sense else { return nil }
    var result = role
    for hit in found where hit.tokens != total.tokens {
      guard case .role(let other) = hit.sense else { continue }
      let isAfter = hit.tokens.lowerBound >= total.tokens.upperBound
      switch other {
      case .net where isAfter && role != .inclusiveTotal: return (.net, total.tokens)
      case .tax where isAfter && result == .total: result = .inclusiveTotal
      case .tax where !isAfter && role == .total && total.tokens.lowerBound - hit.tokens.upperBound <= 1:
        return (.taxTable, total.tokens)
      case .count where isAfter, .savings, .loyalty, .capital: return (other, hit.tokens)
      case .discount where isAfter && hit.tokens.lowerBound - total.tokens.upperBound <= 1: return (other, hit.tokens)
      case .rounding where role == .total: result = .grandTotal
      case .taxTable where !isAfter: return (.taxTable, total.tokens)
      default: continue
      }
    }
    return (result, total.tokens)
  }

  /// Whether a line has no words but currencies, tax letters and other single letters.
  static func isBare(_ page: Page, _ line: Int) -> Bool {
    for token in page.lines[line] where page.tokens[token].kind == .word {
      let piece = page.tokens[token]
      guard piece.end - piece.start > 2 else { continue }
      let isCurrency = page.lineHits[line].contains {
        if case .currency = page.hits[$0].sense { return page.hits[$0].tokens.contains(token) }
        return false
      }
      if !isCurrency { return false }
    }
    return true
  }
}
