extension HelpTopic {
  static let ynab = HelpTopic(
    name: "remote-budget", title: "Receipts in YNAB",
    summary: "How receipts are sent to YNAB, merged, and never sent twice",
    text: """
      Each receipt stays in this ledger alone, or is also sent to an account in YNAB. What is sent is on record before it is
      sent, so `events show` and `events tail` tell when it was sent, as what, and what came back.

      ## Begin

          events ynab connect
          events ynab plans
          events ynab accounts --account Checking
          events ynab link food Groceries

      The token comes from a question, which does not show it, from standard input, or from EVENTS_YNAB_TOKEN. It is kept
      outside of the ledger, in `events/ynab` below the XDG state folder, in a file of mode 0600, which only you can read. No
      keychain is used, on no system: keep the disk encrypted. The token is sent to the address that it was entered for and to
      no other. It is never in an argument, an event or the output. With `ynab connect --oauth CLIENT` the access is allowed in
      a browser instead, and its token is renewed before it ends. Requests are sent by `curl`, which checks certificates and
      follows no redirects.

      Plans, accounts and categories are a cache in `ynab/cache.json` of the ledger. `ynab/settings.json` holds the usual plan
      and account, the links of categories and the form of identifiers. Both are of this device alone.

      ## Send and merge

          events ynab push 3f2a1b9c --account Checking --dry-run
          events ynab push 3f2a1b9c --account Checking
          events ynab sync
          events ynab status

      Without a network a receipt waits, and the next push sends the same bytes. `--line-items` sends the items as the parts
      of a split. They have to add up to the total; `--remainder` adds an item for the difference.

      YNAB ignores some changes although it answers that all is well. So after a receipt was sent, its date cannot be
      corrected here. With line items, neither can the total, the category and the items. Change them in YNAB and pull, or
      detach the receipt, delete it in YNAB, and push it again.

      `pull` compares each field with the last agreement. What only YNAB changed comes in, and what only this ledger changed
      goes out with the next push. What both changed waits:

          events ynab conflicts
          events ynab settle 3f2a1b9c memo ours

      A payee that is renamed in YNAB keeps its name here. Scans are not sent: YNAB takes no attachments.

      ## The form of identifiers

      YNAB recognizes a repetition by the import_id. Choose its form before the first push:

          events ynab accounts --import-id ynab
          events ynab accounts --import-id events

      - `ynab`: YNAB’s own form, such as `YNAB:-294230:2015-12-30:1`. A bank’s row of the same amount and date is the same
        transaction. It is not there twice, whichever came first
      - `events`: a form made from the receipt’s id. A bank’s row is always another transaction, also if it is the same
        purchase. Choose it if the account has no import from a bank

      What was sent keeps its identifier. A later change of amount or date does not change it.
      """)
}
