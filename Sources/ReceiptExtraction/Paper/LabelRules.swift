/// Decides the one role of the words that label an amount.
enum LabelRules {
  /// The roles that name amounts. A label with several of them takes the first one in this order.
  private static let order: [Role] = [
    .count, .savings, .loyalty, .capital, .change, .rounding, .discount, .deposit, .tip, .service, .balance,
    .tendered, .tax, .net, .cash, .card, .fee, .amount, .taxTable, .unitPrice,
  ]

  /// Returns the role of the words in a range of tokens of one line, with the words that decide it.
  static func role(_ page: Page, _ line: Int, from: Int, to: Int) -> (Role, Range<Int>)? {
    var total: Hit?
    var found: [Hit] = []
    for index in page.lineHits[line] {
      let hit = page.hits[index]
      guard hit.tokens.lowerBound >= from, hit.tokens.upperBound <= to, case .role(let role) = hit.sense else {
        continue
      }
      switch role {
      case .grandTotal, .total, .inclusiveTotal:
        if total == nil || rank(role) > rank(total) { total = hit }
        found.append(hit)
      case .amount, .subtotal, .net, .tax, .discount, .rounding, .change, .tendered, .cash, .card, .tip,
        .service, .savings, .loyalty, .count, .balance, .deposit, .capital, .unitPrice, .taxTable, .fee:
        found.append(hit)
      case .date, .otherDate, .time, .companyForm, .strongForm, .address, .phone, .identity, .title, .customer,
        .web, .greeting, .notVendor, .vendorWord, .weight, .item:
        continue
      }
    }
    guard !found.isEmpty else { return nil }
    if let subtotal = found.first(where: { $0.sense == .role(.subtotal) }) {
      return (.subtotal, subtotal.tokens)
    }
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

  private static func rank(_ role: Role) -> Int {
    role == .grandTotal ? 3 : role == .inclusiveTotal ? 2 : role == .total ? 1 : 0
  }

  /// Returns the role of a label with a total, as changed by its other words (`total discount`).
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
      case .discount where isAfter && hit.tokens.lowerBound - total.tokens.upperBound <= 1:
        return (other, hit.tokens)
      case .rounding where role == .total: result = .grandTotal
      case .taxTable where !isAfter: return (.taxTable, total.tokens)
      // Other roles do not change the meaning of a total.
      default: continue
      }
    }
    return (result, total.tokens)
  }

  /// Whether a line suggests a tip, as `18% (Tip 4.08 Total 28.58)` does.
  static func suggestsTip(_ page: Page, _ line: Int) -> Bool {
    page.has(.tip, line: line)
      && page.lines[line].contains {
        page.tokens[$0].kind == .number && page.numbers[page.tokens[$0].index].isPercent
      }
  }

  /// Whether the words of a line are a label and not a sentence that contains one.
  static func isMostlyLabel(_ page: Page, _ line: Int) -> Bool {
    var words = 0
    var covered = 0
    for token in page.lines[line] where page.tokens[token].kind == .word && !isCurrency(page, line, token) {
      words += 1
      if page.lineHits[line].contains(where: {
        isAmountRole(page.hits[$0].sense) && page.hits[$0].tokens.contains(token)
      }) {
        covered += 1
      }
    }
    guard covered * 5 >= words * 2 else { return false }
    // A count with its number on the same line needs no amount from another line.
    if page.has(.count, line: line) {
      return !page.lines[line].contains {
        page.tokens[$0].kind == .number && !page.numbers[page.tokens[$0].index].isPercent
      }
    }
    return !page.has(.taxTable, line: line)
  }

  enum Head { case table, total, other }

  /// Returns the kind of table head that a line is.
  ///
  /// The result is `nil` if it has other words than the heads of columns.
  static func head(_ page: Page, _ line: Int) -> Head? {
    var head: Head?
    for token in page.lines[line] {
      guard page.tokens[token].kind == .word else { return nil }
      if isCurrency(page, line, token) {
        head = head ?? .other
        continue
      }
      var isHead = false
      for index in page.lineHits[line] where page.hits[index].tokens.contains(token) {
        switch page.hits[index].sense {
        case .role(.item), .role(.unitPrice), .role(.count), .role(.taxTable):
          isHead = true
          head = .table
        case .role(.total):
          isHead = true
          if head != .table { head = .total }
        case .role(.amount), .role(.tax), .role(.net), .role(.discount):
          isHead = true
          if head == nil { head = .other }
        // Other words are in no heading.
        default: continue
        }
      }
      if !isHead, page.tokens[token].end - page.tokens[token].start > 1 { return nil }
    }
    return head
  }

  private static func isCurrency(_ page: Page, _ line: Int, _ token: Int) -> Bool {
    page.lineHits[line].contains {
      if case .currency = page.hits[$0].sense { return page.hits[$0].tokens.contains(token) }
      return false
    }
  }

  private static func isAmountRole(_ sense: Sense) -> Bool {
    guard case .role(let role) = sense else { return false }
    return order.contains(role) || isTotal(role) || role == .subtotal
  }

  static func isTotal(_ role: Role) -> Bool { role == .total || role == .grandTotal || role == .inclusiveTotal }

  static func isPayment(_ role: Role) -> Bool {
    role == .card || role == .cash || role == .tendered || role == .amount
  }

  /// Whether a line has no words but currencies, tax letters and other single letters.
  static func isBare(_ page: Page, _ line: Int) -> Bool {
    for token in page.lines[line] where page.tokens[token].kind == .word {
      let piece = page.tokens[token]
      guard piece.end - piece.start > 2 else { continue }
      if !isCurrency(page, line, token) { return false }
    }
    return true
  }
}
