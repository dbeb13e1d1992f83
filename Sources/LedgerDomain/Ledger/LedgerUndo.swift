internal import LedgerBytes

extension GroupState {
  /// What undoes the events of one batch on this group, whose present state this is. Pure.
  ///
  /// A group that goes leaves its receipts: whoever appends its deletion files them to Unfiled.
  public func undo(
    _ events: [UndoneEvent<GroupEvent>], before: GroupState, _ context: UndoContext
  ) -> Undoing<GroupEvent> {
    var undoing = Undoing<GroupEvent>()
    for item in events.reversed() where !undoing.isDone(item.reference, context) {
      switch item.event {
      case .groupCreated: delete(item.reference, after: .groupCreated, context, &undoing)
      case .groupRestored: delete(item.reference, after: .groupRestored, context, &undoing)
      case .groupRenamed: rename(item.reference, to: before.name.value, &undoing)
      case .groupDeleted:
        if deletion.reference == item.reference || deletion.pending == item.reference {
          undoing.compensate(item.reference, with: .groupRestored)
        } else if let last = deletion.reference {
          undoing.note(.overwritten(what: "the deletion", by: last))
        }
      }
    }
    return undoing
  }

  private func delete(
    _ reference: EventReference, after type: EventType, _ context: UndoContext,
    _ undoing: inout Undoing<GroupEvent>
  ) {
    guard !deletion.isDeleted else {
      undoing.note(.isDeleted(what: "group", by: deletion.reference))
      return
    }
    if type == .groupRestored, deletion.reference != reference {
      undoing.note(.overwritten(what: "the restoring", by: deletion.reference ?? reference))
      return
    }
    undoing.compensate(reference, with: .groupDeleted(GroupDeleted(disposition: .keep, receipts: context.held)))
    for later in context.later { undoing.note(.followed(by: later)) }
  }

  private func rename(_ reference: EventReference, to name: String?, _ undoing: inout Undoing<GroupEvent>) {
    guard !deletion.isDeleted else {
      undoing.note(.isDeleted(what: "group", by: deletion.reference))
      return
    }
    guard let current = self.name.value, let name, undoing.stands(self.name, reference, "the name") else {
      return
    }
    undoing.compensate(reference, with: .groupRenamed(GroupRenamed(from: current, to: name)))
  }
}

extension CategoryState {
  /// What undoes the events of one batch on this category, whose present state this is. Pure.
  ///
  /// A category that was added is offered no more: history keeps it (CHECKLIST ET-08).
  public func undo(
    _ events: [UndoneEvent<CategoryEvent>], before: CategoryState, _ context: UndoContext
  ) -> Undoing<CategoryEvent> {
    var undoing = Undoing<CategoryEvent>()
    for item in events.reversed() where !undoing.isDone(item.reference, context) {
      switch item.event {
      case .categoryAdded(let added):
        if FixedCategories.contains(added.key) {
          undoing.note(.notUndoable(why: Rejection.fixedCategory(added.key).message))
        } else if isActive.value == false, let standing = isActive.standing {
          undoing.note(.overwritten(what: "whether it is offered", by: standing.reference))
        } else if before.key == nil {
          undoing.compensate(item.reference, with: .categoryDeactivated)
        } else {
          undoing.note(.notUndoable(why: "it was there before, from another device"))
        }
      case .categoryDeactivated:
        if undoing.stands(isActive, item.reference, "whether it is offered") {
          undoing.compensate(item.reference, with: .categoryReactivated)
        }
      case .categoryReactivated:
        if undoing.stands(isActive, item.reference, "whether it is offered") {
          undoing.compensate(item.reference, with: .categoryDeactivated)
        }
      case .categoryChanged(let changed): change(changed, item.reference, before, &undoing)
      }
    }
    return undoing
  }

  private func change(
    _ changed: CategoryChanged, _ reference: EventReference, _ before: CategoryState,
    _ undoing: inout Undoing<CategoryEvent>
  ) {
    func back(
      _ change: TextChange?, _ what: String, _ now: Register<String>, _ earlier: Register<String>
    ) -> TextChange? {
      guard change != nil, undoing.stands(now, reference, what) else { return nil }
      return TextChange(from: now.value, to: earlier.value)
    }
    let back = CategoryChanged(
      name: back(changed.name, "the name", name, before.name),
      emoji: back(changed.emoji, "the emoji", emoji, before.emoji),
      color: back(changed.color, "the colour", color, before.color),
      kinds: changed.kinds != nil && undoing.stands(kinds, reference, "the kinds")
        ? KindsChange(from: kinds.value ?? [], to: before.kinds.value ?? []) : nil)
    guard back != CategoryChanged(name: nil, emoji: nil, color: nil) else { return }
    undoing.compensate(reference, with: .categoryChanged(back))
  }
}

extension LedgerState {
  /// What undoes the events of one batch on the ledger itself, whose present state this is. Pure.
  public func undo(
    _ events: [UndoneEvent<LedgerEvent>], before: LedgerState, _ context: UndoContext
  ) -> Undoing<LedgerEvent> {
    var undoing = Undoing<LedgerEvent>()
    for item in events.reversed() where !undoing.isDone(item.reference, context) {
      switch item.event {
      case .defaultsChanged(let changed):
        let currency = Self.back(
          changed.currency, "the currency", item.reference, currency, before.currency, &undoing)
        let back = DefaultsChanged(
          // A device that changed it before it knew of the ledger's beginning can't bring back none.
          currency: before.currency.value == nil ? nil : currency,
          payment: Self.back(changed.payment, "the payment", item.reference, payment, before.payment, &undoing))
        guard back.currency != nil || back.payment != nil else { continue }
        undoing.compensate(item.reference, with: .defaultsChanged(back))
      case .ledgerCreated: undoing.note(.notUndoable(why: "a ledger's beginning can't be undone"))
      case .deviceJoined:
        undoing.note(.notUndoable(why: "a device that joined stays: what it recorded carries its name"))
      case .eventRedacted: undoing.note(.notUndoable(why: "what was redacted is gone for good"))
      case .eventSkipped:
        undoing.note(
          .notUndoable(why: "an event that was skipped can't be read; there is nothing to bring back"))
      }
    }
    return undoing
  }

  private static func back(
    _ change: TextChange?, _ what: String, _ reference: EventReference, _ now: Register<String>,
    _ earlier: Register<String>, _ undoing: inout Undoing<LedgerEvent>
  ) -> TextChange? {
    guard change != nil, undoing.stands(now, reference, what) else { return nil }
    return TextChange(from: now.value, to: earlier.value)
  }
}
