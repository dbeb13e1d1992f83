extension Command {
  /// Every command, in the order of the help.
  static let all: [Command] = [
    initialize, capture, review, confirm, pick, correct, save, discard, add, file, delete, restore, undo, tag,
    flag, clear, item, page, accept, reject, dismiss, group, category, rule,
    groups, receipts, receipt, analysis, search, drafts, duplicates,
    tail, show, status, rebuild, verify, backup, recover, checkpoint,
    audit, blame, why, diff, bisect, replay, compare, repro,
    export, importFile,
    help, completions,
  ]
}
