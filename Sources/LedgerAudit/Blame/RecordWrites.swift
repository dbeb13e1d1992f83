internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// A value that an event wrote to a field.
struct RecordWrite {
  let field: RecordField
  let value: TypedValue?
}

/// A write that conflicts with the field's value.
struct Dispute: Hashable {
  let field: RecordField
  let event: EventReference
}

extension StreamFold.State {
  /// The values written by an event that the state still has.
  func writes(by event: EventReference) -> [RecordWrite] {
    var writes: [RecordWrite] = []
    forEachRegister { field, heads in
      for head in heads where head.reference == event {
        writes.append(RecordWrite(field: field, value: head.value))
      }
    }
    return writes
  }

  /// The concurrent writes with another value than the field's.
  var conflicts: Set<Dispute> {
    var conflicts: Set<Dispute> = []
    forEachRegister { field, heads in
      guard heads.count > 1, let standing = heads.last(where: \.byPerson) ?? heads.last else { return }
      for head in heads where head.byPerson == standing.byPerson {
        let isSame =
          head.value.map { value in standing.value.map { value.isSame(as: $0) } ?? false }
          ?? (standing.value == nil)
        if !isSame { conflicts.insert(Dispute(field: field, event: head.reference)) }
      }
    }
    return conflicts
  }

  /// A write with its value typed.
  struct Head {
    let reference: EventReference
    let byPerson: Bool
    let value: TypedValue?
  }

  private func forEachRegister(_ body: (RecordField, [Head]) -> Void) {
    func give<Value>(_ field: RecordField, _ register: Register<Value>, _ typed: (Value) -> TypedValue?) {
      guard !register.heads.isEmpty else { return }
      body(
        field,
        register.heads.map {
          Head(reference: $0.reference, byPerson: $0.byPerson, value: $0.value.flatMap(typed))
        })
    }
    switch self {
    case .transaction(let state):
      give(.vendor, state.vendor) { .text($0) }
      give(.date, state.date) { .date($0) }
      give(.total, state.amount) { $0.money.map(TypedValue.decimal) }
      give(.currency, state.amount) { .currency($0.currency) }
      give(.category, state.category) { .word($0) }
      give(.payment, state.payment) { .word($0.rawValue) }
      give(.group, state.group) { .group($0) }
      give(.note, state.note) { .text($0) }
      give(.kind, state.kind) { .word($0.rawValue) }
      give(.account, state.account) { .text($0) }
      give(.paid, state.paid) { .flag($0) }
      give(.reimbursed, state.reimbursed) { .flag($0) }
      give(.cleared, state.cleared) { $0 ? .flag(true) : nil }
      give(.rule, state.link) { .word($0.rule.description) }
    case .group(let state):
      give(.name, state.name) { .text($0) }
    case .category(let state):
      give(.name, state.name) { .text($0) }
      give(.emoji, state.emoji) { .text($0) }
      give(.color, state.color) { .word($0) }
    case .rule(let state):
      give(.vendor, state.vendor) { .text($0) }
      give(.total, state.money) { .decimal($0) }
      give(.currency, state.money) { .currency($0.currency) }
      give(.category, state.category) { .word($0) }
      give(.payment, state.payment) { .word($0.rawValue) }
      give(.group, state.group) { .group($0) }
      give(.note, state.note) { .text($0) }
      give(.kind, state.kind) { .word($0.rawValue) }
      give(.account, state.account) { .text($0) }
      give(.paid, state.paid) { .flag($0) }
      give(.reimbursed, state.reimbursed) { .flag($0) }
      give(.frequency, state.frequency) { .word($0.rawValue) }
      give(.interval, state.interval) { .word(String($0)) }
      give(.start, state.start) { .date($0) }
      give(.end, state.end) { .date($0) }
      give(.monthEnd, state.monthEnd) { .word($0.rawValue) }
    case .ledger(let state):
      give(.currency, state.currency) { Currency($0).map(TypedValue.currency) }
      give(.payment, state.payment) { .word($0) }
    }
  }
}
