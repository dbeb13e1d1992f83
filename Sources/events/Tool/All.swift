extension Command {
  /// Every command, in the order of the help.
  static let all: [Command] = [
    initialize, capture, read, review, confirm, pick, correct, save, discard, add, file, delete, restore, undo,
    redo,
    tag,
    flag, clear, item, page, accept, reject, dismiss, group, category, vendor, rule, account,
    transfer, budget, goal, defaults,
    groups, receipts, receipt, month, analysis, report, search, drafts, duplicates, open, explore,
    tail, show, status, doctor, rebuild, verify, backup, recover, checkpoint, prove, checkProof, redact,
    audit, blame, why, diff, bisect, replay, compare, repro,
    export, importFile, profile, match, unmatch, sync, conflicts, device, ynab, mirror,
    cache, erase,
    help, completions,
  ]

  /// Returns the command with that first word, or `nil` if there is no such command.
  ///
  /// It is created alone, because `all` would create every command with its options and texts each time the tool
  /// starts.
  static func named(_ word: String) -> Command? {
    switch word {
    case "init": initialize
    case "capture": capture
    case "read": read
    case "review": review
    case "confirm": confirm
    case "pick": pick
    case "correct": correct
    case "save": save
    case "discard": discard
    case "add": add
    case "file": file
    case "delete": delete
    case "restore": restore
    case "undo": undo
    case "defaults": defaults
    case "redo": redo
    case "tag": tag
    case "flag": flag
    case "clear": clear
    case "item": item
    case "page": page
    case "accept": accept
    case "reject": reject
    case "dismiss": dismiss
    case "group": group
    case "category": category
    case "vendor": vendor
    case "rule": rule
    case "account": account
    case "budget": budget
    case "goal": goal
    case "transfer": transfer
    case let word: toLook(word)
    }
  }

  /// Returns the command with that first word among those that record nothing by themselves, or `nil`.
  private static func toLook(_ word: String) -> Command? {
    switch word {
    case "groups": groups
    case "receipts", "transactions": receipts
    case "receipt": receipt
    case "analysis": analysis
    case "month": month
    case "report": report
    case "search": search
    case "drafts": drafts
    case "open": open
    case "duplicates": duplicates
    case "explore": explore
    case "tail": tail
    case "show": show
    case "status": status
    case "doctor": doctor
    case "rebuild": rebuild
    case "verify": verify
    case "backup": backup
    case "recover": recover
    case "checkpoint": checkpoint
    case "prove": prove
    case "check-proof": checkProof
    case "redact": redact
    case "audit": audit
    case "blame": blame
    case "why": why
    case "diff": diff
    case "bisect": bisect
    case "replay": replay
    case "compare": compare
    case "repro": repro
    case "export": export
    case "import": importFile
    case "sync": sync
    case "conflicts": conflicts
    case "profile": profile
    case "match": match
    case "unmatch": unmatch
    case "device": device
    case "ynab": ynab
    case "mirror": mirror
    case "cache": cache
    case "erase": erase
    case "help": help
    case "completions": completions
    default: nil
    }
  }
}
