extension HelpTopic {
  static let recurring = HelpTopic(
    name: "recurring", title: "Recurring transactions",
    summary: "Rules, what they record, and how to change or end them",
    text: """
      Recurring transactions follow a rule. `rule add` makes a rule from a transaction, and `add --every` makes both at once.

          events add --amount 2500 --category other --payment card --every month
          events rule list
          events rule show 5c0ffee1
          events rule generate --through 2027

      `rule show` lists each of its transactions: on time, moved, edited, deleted, missing, or with another amount than the rule
      has now. It names the revision that each follows.

      ## Change a rule

          events rule change 5c0ffee1 --amount 2600
          events rule split --from 2026-09-01 5c0ffee1
          events correct 3f2a1b9c total 2600 --future
          events delete 3f2a1b9c --future
          events rule pause 5c0ffee1

      - `rule change`: changes the transactions that nobody has edited
      - `rule split`: lets the old rule end, and a new one govern from a date on
      - `correct --future`: changes this transaction and the later ones
      - `delete --future`: ends the rule before this transaction, and deletes it and the later ones
      - `rule pause`: leaves dates out until `rule resume`

      Generating is an action of its own, recorded after the command that made it necessary. Commands that change, split, pause
      or end a rule print the event that `undo` takes back.

      ## Two devices

      Each date has one transaction, whichever device made it. A transaction that a person deleted is not generated again. Two
      devices may act on one rule at the same time, and both end with the same result:

      - `edit and edit`: the later change of each member wins
      - `edit and split`: the new rule governs from its date on
      - `edit and delete`: the deletion waits for a person
      - `split and split`: each governs as far as the next; on one date there is one rule
      - `split and delete`: the deletion waits, and the new rule lives
      - `delete and delete`: one deletion; future transactions go if either device meant them
      - `generate and edit`: the generated transactions follow the edit
      - `generate and split`: the generated transactions follow the split
      - `generate and delete`: they stay, or go with the future ones
      - `generate and generate`: each date once

      A pause holds for the dates that it names, also where a rule was split off meanwhile: `rule resume` of that one ends it. A
      pause agrees with edits and with what was generated. A deletion that had not seen it waits for a person.
      """)
}
