extension HelpTopic {
  static let undoing = HelpTopic(
    name: "undoing", title: "Taking things back", summary: "Undo, deletion and what cannot be undone",
    text: """
      Nothing is ever overwritten. An undo appends events that compensate, and the history keeps both.

          events undo
          events undo 42
          events redo

      `undo` takes back your last action, and once more the one before it. `redo` brings them back, as long as nothing new was
      recorded. `undo --list` shows both. `undo 42` takes back the action that recorded event 42, with everything that the
      action recorded, however old it is. Later changes are kept, and the command lists them. An undo is
      undone by undoing it.

      Texts read from papers, devices that joined, and redactions cannot be undone.

      ## Deletion

          events delete 3f2a1b9c
          events restore 3f2a1b9c
          events group delete Berlin --dry-run
          events group restore Berlin

      Deleting a group moves its receipts to Unfiled, or deletes them with `--delete-receipts`. A receipt that another device
      filed there meanwhile becomes Unfiled: a deletion never deletes what its author had not seen. A deletion that had not
      seen another person's change waits: the record shows both, and a person picks.

      ## What must not be kept

          events redact --containing '4111 1111' --dry-run
          events redact --containing '4111 1111' --why 'card number'
          events redact 42 --why 'asked by the customer'

      A deleted receipt stays in the log. `redact` erases the content of events for good: the bytes leave every file of the
      ledger. Time, author, type and place of the event stay, so that the log still verifies. No figure counts it any more.
      The scans that no other event names are deleted. A value is often in the event that set it and in the one that
      replaced it: `--containing` finds both.

      Other devices erase the content when they sync. Backups, exports and the files that a shared folder has already keep
      it: make a new backup, and erase old copies yourself.

      Commands that destroy something take `--dry-run`: they print the consequences with counts and do nothing. On a terminal
      they ask first, and `--yes` answers.
      """)
}
