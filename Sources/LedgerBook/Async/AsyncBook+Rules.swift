public import LedgerBytes
public import LedgerDomain

// The commands on rules, categories and defaults, one `await` each.
extension AsyncBook {
  /// Makes a rule. Its transactions of the rest of the year follow.
  @discardableResult
  public func createRule(_ request: RuleRequest, id: UniqueID? = nil) throws -> Done {
    try run { try $0.createRule(request, id: id) }
  }

  /// Makes an existing transaction recurring: it becomes occurrence 0 of a new rule.
  @discardableResult
  public func createRule(
    from template: TransactionID, _ cadence: Cadence, edits: [RuleEdit] = [], id: UniqueID? = nil
  ) throws -> Done {
    try run { try $0.createRule(from: template, cadence, edits: edits, id: id) }
  }

  /// Carries out a command on a rule: a change, a pause, a split, a deletion.
  @discardableResult
  public func perform(_ command: RuleCommand, on rule: RuleID, id: UniqueID? = nil) throws -> Done {
    try run { try $0.perform(command, on: rule, id: id) }
  }

  /// Adds a category. Without a key, the key is made from the name.
  @discardableResult
  public func addCategory(
    name: String, key: String? = nil, emoji: String? = nil, kinds: [TransactionKind] = [], id: UniqueID? = nil
  ) throws -> Done {
    try run { try $0.addCategory(name: name, key: key, emoji: emoji, kinds: kinds, id: id) }
  }

  /// Changes how a category is shown, or the kinds it is offered for.
  @discardableResult
  public func changeCategory(
    key: String, name: String? = nil, emoji: String? = nil, color: String? = nil,
    kinds: [TransactionKind]? = nil, id: UniqueID? = nil
  ) throws -> Done {
    try run { try $0.changeCategory(key: key, name: name, emoji: emoji, color: color, kinds: kinds, id: id) }
  }

  /// Offers a category no longer, or again. History keeps it.
  @discardableResult
  public func setCategory(key: String, isActive: Bool, id: UniqueID? = nil) throws -> Done {
    try run { book in
      isActive ? try book.reactivateCategory(key: key, id: id) : try book.deactivateCategory(key: key, id: id)
    }
  }

  /// Changes the defaults. A currency or a payment that is `nil` stays.
  @discardableResult
  public func changeDefaults(
    currency: CurrencyCode? = nil, payment: PaymentMethod? = nil, group: PropertyEdit<GroupID> = .keep,
    account: PropertyEdit<String> = .keep, id: UniqueID? = nil
  ) throws -> Done {
    try run {
      try $0.changeDefaults(currency: currency, payment: payment, group: group, account: account, id: id)
    }
  }
}
