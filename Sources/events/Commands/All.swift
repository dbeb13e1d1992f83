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

  /// The command of that first word, made alone: `all` would make every command with its options and texts each time the
  /// tool starts. Nil where there is none.
  static func named(_ word: String) -> Command? {
    switch word {
    case "init": initialize
    case "capture": capture
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
    case "rule": rule
    case "groups": groups
    case "receipts", "transactions": receipts
    case "receipt": receipt
    case "analysis": analysis
    case "search": search
    case "drafts": drafts
    case "duplicates": duplicates
    case "tail": tail
    case "show": show
    case "status": status
    case "rebuild": rebuild
    case "verify": verify
    case "backup": backup
    case "recover": recover
    case "checkpoint": checkpoint
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
    case "help": help
    case "completions": completions
    default: nil
    }
  }
}
