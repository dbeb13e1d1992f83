internal import LedgerBytes

// What a person had set goes back to what stood before it.
extension TransactionState {
  func revert(
    _ field: Field, _ reference: EventReference, _ before: TransactionState,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    switch field.place {
    case .vendor: revert(field, reference, \.vendor, before, &undoing, FieldValue.text)
    case .note: revert(field, reference, \.note, before, &undoing, FieldValue.text)
    case .account: revert(field, reference, \.account, before, &undoing, FieldValue.text)
    case .category: revert(field, reference, \.category, before, &undoing, FieldValue.text)
    case .date: revert(field, reference, \.date, before, &undoing, FieldValue.date)
    case .amount: revert(field, reference, \.amount, before, &undoing, FieldValue.amount)
    case .payment: revert(field, reference, \.payment, before, &undoing) { .text($0.rawValue) }
    case .kind: revert(field, reference, \.kind, before, &undoing) { .text($0.rawValue) }
    case .group: revert(field, reference, \.group, before, &undoing, FieldValue.group)
    }
  }

  private func revert<Value>(
    _ field: Field, _ reference: EventReference, _ path: KeyPath<TransactionState, Register<Value>>,
    _ before: TransactionState, _ undoing: inout Undoing<TransactionEvent>, _ value: (Value) -> FieldValue
  ) {
    let register = self[keyPath: path]
    let earlier = before[keyPath: path].standing
    if let standing = register.standing, standing.reference != reference {
      // What an undo had put back as a machine's, a machine may have replaced; a person's stands over it.
      guard !standing.byPerson, earlier?.byPerson == true else {
        undoing.note(.overwritten(what: field.rawValue, by: standing.reference))
        return
      }
    }
    if let other = register.heads.last(where: { $0.byPerson && $0.reference != reference }) {
      undoing.note(.disputed(what: field.rawValue, by: other.reference))
      return
    }
    // A machine may have read the paper again since: then its last reading stands where no person speaks.
    let reading = register.heads.last { !$0.byPerson && $0.reference != reference }
    let target = earlier?.byPerson == true ? earlier : reading ?? earlier
    let reverted = FieldReverted(
      event: reference, field: field, from: register.value.map(value), to: target?.value.map(value),
      origin: target?.origin, actor: target?.actor,
      settled: Field.allCases.filter { $0.place == field.place && before.settledByPerson.contains($0) })
    if let missing = missing(after: reverted) {
      undoing.note(.needed(missing))
    } else {
      undoing.compensate(reference, with: .fieldReverted(reverted))
    }
  }

  /// What a saved transaction would lack.
  private func missing(after reverted: FieldReverted) -> Field? {
    guard stage == .saved else { return nil }
    if reverted.field == .kind {
      let kind = reverted.to?.text.flatMap(TransactionKind.init(rawValue:)) ?? .expense
      return missingToSave(as: kind).first
    }
    let kind = self.kind.value ?? .expense
    return Field.extracted.first { field in
      guard field.place == reverted.field.place, field.isRequired(for: kind) else { return false }
      return field == .total ? reverted.to?.amount?.minorUnits ?? 0 == 0 : reverted.to == nil
    }
  }
}

// MARK: - Group, tags, flags, pages and duplicates

extension TransactionState {
  /// What was said of a pair goes back to what was said before.
  func reopen(
    _ other: TransactionID, _ reference: EventReference, _ before: TransactionState,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    guard let register = dismissals[other], undoing.stands(register, reference, "that they are two") else {
      return
    }
    let was = before.dismissals[other]?.value ?? false
    guard register.value != was else { return }
    undoing.compensate(
      reference,
      with: was
        ? .duplicateDismissed(DuplicateDismissed(of: other)) : .duplicateReopened(DuplicateReopened(of: other)))
  }

  func refile(
    _ reference: EventReference, _ before: TransactionState, _ context: UndoContext,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    guard undoing.stands(group, reference, "the group") else { return }
    if let other = group.conflicts.last {
      undoing.note(.disputed(what: "the group", by: other.reference))
      return
    }
    let to = before.group.value
    if let to, context.goneGroups.contains(to) {
      undoing.note(.groupIsGone(to))
      return
    }
    if to == group.value { return }
    undoing.compensate(reference, with: .transactionFiled(TransactionFiled(from: group.value, to: to)))
  }

  func untag(
    _ changed: TagsChanged, _ reference: EventReference, _ before: TransactionState,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    func back(_ tags: [String], wereOn: Bool) -> [String] {
      tags.filter { tag in
        let bytes = Array(tag.utf8)
        guard let register = self.tags[bytes],
          undoing.stands(register, reference, "the tag \(tag)")
        else { return false }
        return (before.tags[bytes]?.value ?? false) == wereOn
      }
    }
    let added = back(changed.removed, wereOn: true)
    let removed = back(changed.added, wereOn: false)
    guard !added.isEmpty || !removed.isEmpty else { return }
    undoing.compensate(reference, with: .tagsChanged(TagsChanged(added: added, removed: removed)))
  }

  func unflag(
    _ changed: FlagsChanged, _ reference: EventReference, _ before: TransactionState,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    func back(
      _ change: FlagChange?, _ what: String, _ now: Register<Bool>, _ earlier: Register<Bool>
    ) -> FlagChange? {
      guard change != nil, undoing.stands(now, reference, what), now.value != earlier.value else {
        return nil
      }
      return FlagChange(from: now.value, to: earlier.value)
    }
    let back = FlagsChanged(
      paid: back(changed.paid, "paid", paid, before.paid),
      reimbursed: back(changed.reimbursed, "reimbursed", reimbursed, before.reimbursed))
    guard back.paid != nil || back.reimbursed != nil else { return }
    undoing.compensate(reference, with: .flagsChanged(back))
  }

  /// A page that was added goes, one that was taken away comes back.
  func turn(
    page digest: SHA256Digest, _ reference: EventReference, _ before: TransactionState, _ context: UndoContext,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    guard let page = attachments.first(where: { $0.attachment.digest == digest }),
      undoing.stands(page.isPresent, reference, "the page")
    else { return }
    let was = before.attachments.first { $0.attachment.digest == digest }?.isPresent.value ?? false
    guard page.isPresent.value != was else { return }
    undoing.compensate(
      reference,
      with: was
        ? .attachmentAdded(AttachmentAdded(attachment: page.attachment, on: context.today))
        : .attachmentRemoved(AttachmentRemoved(digest: digest)))
  }
}
