extension HelpTopic {
  static let tour = HelpTopic(
    name: "tour", title: "A tour", summary: "The commands of an ordinary month, one line each",
    text: """
      Records are named by their id, or by the beginning of one. A group also goes by its name. `3f2a1b9c` is a receipt here.

      ## Begin

          events init --currency EUR --locale en_GB
          events group create Berlin

      ## From paper to record

          events capture scan.jpg --text scan.txt --group Berlin
          events drafts
          events review 3f2a1b9c
          events pick 3f2a1b9c total 2
          events correct 3f2a1b9c category food
          events confirm 3f2a1b9c
          events save 3f2a1b9c

      Only saved receipts count. `events help papers` explains reviews, pages that come later, and duplicates.

      ## Without paper

          events add "taxi 23.90 cash yesterday #berlin"
          events add --amount 38.00 --date 2026-06-12 --category taxi --payment cash
          events add --amount 2500 --category other --payment card --every month
          events item add 3f2a1b9c "Rye bread" 3.50 --quantity 2
          events category change taxi --name "Taxi and trains"

      `events help entry` explains amounts, dates and the line, and `events help recurring` what repeats. A category keeps its
      key for ever. `category deactivate` no longer offers it.

      ## Look

          events groups
          events receipts --category food --from 2026-06-01
          events analysis --kind expense --month 2026-06
          events analysis --kind expense --week today --list
          events search rewe --tag client
          events export --format hledger -o berlin.journal --dry-run

      ## Look back

          events groups --at 2026-06-14
          events audit 3f2a1b9c
          events blame 3f2a1b9c total --history
          events why group Berlin EUR
          events diff 2026-06-13 2026-06-14
          events bisect "group Berlin EUR = 1284.50"
          events replay --without 27
          events undo HEAD

      `events help time-travel` explains points in time and conditions, and `events help undoing` what can be taken back.

      ## Keep

          events backup ~/ledger-backup
          events verify
          events tail -f

      `events help files` explains the ledger's folder. `events completions bash` prints completions, also for zsh and fish.
      """)
}
