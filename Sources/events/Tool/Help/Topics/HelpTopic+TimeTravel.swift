extension HelpTopic {
  static let timeTravel = HelpTopic(
    name: "time-travel", title: "Looking back", summary: "Points in time, names of figures, and conditions",
    text: """
      Every screen can be shown as it was, and every figure can be explained.

          events groups --at 2026-06-14
          events receipts --at HEAD~10 --category food
          events blame 3f2a1b9c total --history
          events why expense 2026-06 EUR
          events diff 2026-06-13 2026-06-14

      ## Points in time

      `--at` shows what this device knew at a point. It takes:

      - `1284`: a position in the log
      - `HEAD`: the last position; `HEAD~10` is ten events before it
      - `2026-06-14T10:31:05Z`: an instant in UTC
      - `2026-06-14`: the last instant of a local date

      `--recorded-by TIME` asks the clocks of the authors instead: what they had recorded by then, whenever this device learned
      of it. It always folds the log.

      ## Fast answers

      Without a history, `--at` folds the log as far as the point, which takes seconds for a million events.

          events rebuild --model history

      builds a file of every past value of every record and sum. Screens of the past are then looked up in milliseconds, with
      the same bytes. `--verbose` prints which way was taken. The file takes about a third of the log's room. Every command
      keeps it current, and it can be deleted like the other models.

      ## Names of figures

      A figure is named by its parts, in this order:

      - `group Berlin`: what is summed; also `expense`, `income`, `transfer`, or `receipts` for the net of all
      - `2026-06`: a year, month, week, day, `FROM..THROUGH` or `all`
      - `category:food`: any filter as name and value, such as `tag:"long trip"`
      - `EUR`: the currency

      `groups`, `group show`, `receipts` and `analysis` print such names with `--ids`.

          events why group Berlin EUR
          events why expense 2026-06 category:food EUR

      ## Find the event that did it

      `bisect` takes a condition that should hold, and finds the first event after which it does not:

          events bisect "group Berlin EUR = 1284.50"
          events bisect no-orphan
          events bisect --sql "SELECT count(*) < 5 FROM transaction_row"
          events bisect --good HEAD~100 --run 'events groups --json | grep -q Berlin'

      - `a figure`: compared by = != < <= > >=
      - `an invariant`: one of those that `events help verify` lists
      - `--sql`: one SELECT over the read models as they were; a statement that writes is refused
      - `--run`: a command of the shell, which gets a ledger of then in EVENTS_LEDGER; 0 is good, 125 cannot tell

      By hand it is `bisect start`, then `good`, `bad` or `skip` until the event is found, and `bisect reset` to end.

      ## Ask what would have been

          events replay --without 27
          events replay --order arrival
          events compare ~/ledger /media/backup/ledger
          events repro 3f2a1b9c --stand-ins > bug.ndjson

      `replay` runs history another way and prints what would differ. `compare` lists what one folder has and the other lacks.
      `repro` cuts out the events of a story for a bug report, with other texts and amounts in place of yours.
      """)
}
