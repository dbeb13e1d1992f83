internal import LedgerBytes

// Undoing a person's value restores the value before it.
extension TransactionState {
  func revert(
    _ field: TransactionField, _ reference: EventReference, _ before: TransactionState,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    switch look(at: field, comparedWith: before, ReversalLook(reference: reference)) {
    case .overwritten(let other): undoing.note(.overwritten(what: field.rawValue, by: other))
    case .disputed(let other): undoing.note(.disputed(what: field.rawValue, by: other))
    case .back(let from, let to, let origin, let actor):
      let reverted = TransactionEvent.FieldReverted(
        event: reference, field: field, from: from, to: to, origin: origin, actor: actor,
        settled: TransactionField.allCases.filter {
          $0.holder == field.holder && before.settledByPerson.contains($0)
        })
      if let missing = missing(after: reverted) {
        undoing.note(.needed(missing))
      } else {
        undoing.compensate(reference, with: .fieldReverted(reverted))
      }
    }
  }

  /// Returns the required field that a saved transaction would lack.
  private func missing(after reverted: TransactionEvent.FieldReverted) -> TransactionField? {
    guard stage == .saved else { return nil }
    if reverted.field == .kind {
      let kind = reverted.to?.text.flatMap(TransactionKind.init(rawValue:)) ?? .expense
      return missingToSave(as: kind).first
    }
    let kind = self.kind.value ?? .expense
    return TransactionField.extracted.first { field in
      guard field.holder == reverted.field.holder, field.isRequired(for: kind) else { return false }
      return field == .total ? reverted.to?.amount?.minorUnits ?? 0 == 0 : reverted.to == nil
    }
  }
}

/// The outcome of undoing a write to a field.
private enum Reversal {
  case overwritten(by: EventReference)
  case disputed(by: EventReference)
  case back(from: FieldValue?, to: FieldValue?, origin: WriteOrigin?, actor: String?)
}

/// Finds the value that an undo restores. The other register is the one before the event.
private struct ReversalLook: FieldVisitor {
  typealias Result = Reversal

  let reference: EventReference

  func visit<Form: FieldForm>(
    _ form: Form.Type, _ field: RecordField, _ register: FieldRegister<Form.Value>,
    _ other: FieldRegister<Form.Value>
  ) -> Reversal {
    let earlier = other.winner
    if let winner = register.winner, winner.reference != reference {
      // A machine may have replaced the machine's value that an undo had put back. A person's value wins over it.
      guard !winner.byPerson, earlier?.byPerson == true else { return .overwritten(by: winner.reference) }
    }
    if let other = register.heads.last(where: { $0.byPerson && $0.reference != reference }) {
      return .disputed(by: other.reference)
    }
    // A machine may have read the paper again since. Without a person's value, its last reading wins.
    let reading = register.heads.last { !$0.byPerson && $0.reference != reference }
    let target = earlier?.byPerson == true ? earlier : reading ?? earlier
    return .back(
      from: register.value.map(Form.fieldValue), to: target?.value.map(Form.fieldValue),
      origin: target?.origin, actor: target?.actor)
  }
}

// MARK: - Group, tags, flags, pages and duplicates

extension TransactionState {
  /// Resets the mark of a pair of transactions to what it was before.
  func reopen(
    _ other: TransactionID, _ reference: EventReference, _ before: TransactionState,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    guard let register = dismissals[other], undoing.stillWins(register, reference, "that they are two") else {
      return
    }
    let was = before.dismissals[other]?.value ?? false
    guard register.value != was else { return }
    undoing.compensate(
      reference,
      with: was
        ? .duplicateDismissed(TransactionEvent.DuplicateDismissed(of: other))
        : .duplicateReopened(TransactionEvent.DuplicateReopened(of: other)))
  }

  func refile(
    _ reference: EventReference, _ before: TransactionState, _ context: UndoContext,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    guard undoing.stillWins(group, reference, "the group") else { return }
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
    undoing.compensate(reference, with: .transactionFiled(TransactionEvent.Filed(from: group.value, to: to)))
  }

  func untag(
    _ changed: TransactionEvent.TagsChanged, _ reference: EventReference, _ before: TransactionState,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    func back(_ tags: [String], wereOn: Bool) -> [String] {
      tags.filter { tag in
        let bytes = Array(tag.utf8)
        guard let register = self.tags[bytes],
          undoing.stillWins(register, reference, "the tag \(tag)")
        else { return false }
        return (before.tags[bytes]?.value ?? false) == wereOn
      }
    }
    let added = back(changed.removed, wereOn: true)
    let removed = back(changed.added, wereOn: false)
    guard !added.isEmpty || !removed.isEmpty else { return }
    undoing.compensate(
      reference, with: .tagsChanged(TransactionEvent.TagsChanged(added: added, removed: removed)))
  }

  func unflag(
    _ changed: TransactionEvent.FlagsChanged, _ reference: EventReference, _ before: TransactionState,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    func back(
      _ change: FlagChange?, _ what: String, _ now: FieldRegister<Bool>, _ earlier: FieldRegister<Bool>
    ) -> FlagChange? {
      guard change != nil, undoing.stillWins(now, reference, what), now.value != earlier.value else {
        return nil
      }
      return FlagChange(from: now.value, to: earlier.value)
    }
    let back = TransactionEvent.FlagsChanged(
      paid: back(changed.paid, "paid", paid, before.paid),
      reimbursed: back(changed.reimbursed, "reimbursed", reimbursed, before.reimbursed))
    guard back.paid != nil || back.reimbursed != nil else { return }
    undoing.compensate(reference, with: .flagsChanged(back))
  }

  /// Removes a page that was added, and brings back one that was removed.
  func turn(
    page digest: SHA256Digest, _ reference: EventReference, _ before: TransactionState, _ context: UndoContext,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    guard let page = attachments.first(where: { $0.attachment.digest == digest }),
      undoing.stillWins(page.isPresent, reference, "the page")
    else { return }
    let was = before.attachments.first { $0.attachment.digest == digest }?.isPresent.value ?? false
    guard page.isPresent.value != was else { return }
    undoing.compensate(
      reference,
      with: was
        ? .attachmentAdded(TransactionEvent.AttachmentAdded(attachment: page.attachment, on: context.today))
        : .attachmentRemoved(TransactionEvent.AttachmentRemoved(digest: digest)))
  }
}
