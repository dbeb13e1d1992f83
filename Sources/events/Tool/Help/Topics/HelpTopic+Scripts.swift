extension HelpTopic {
  static let scripts = HelpTopic(
    name: "scripts", title: "Scripts", summary: "JSON, exit codes, batches and output in pipes",
    text: """
      `--json` prints JSON with sorted keys, for programs. Lists are one object per line.

      - `amounts`: `{"currency":"EUR","minorUnits":8450}`
      - `dates`: 2026-06-14
      - `instants`: UTC with milliseconds
      - `what is absent`: null
      - `fractions`: never used; a confidence is a whole percentage

      Commands that record print `{"events":[positions],"transaction":id}`, or `group`, `category` or `rule`. `capture`, `add`
      and `page add` print `duplicates`, too, if there are any. A total that needs more than 64 bits is not shown: screens print
      `EUR too large`, JSON lists its currency under `tooLarge`, and `verify` reports it.

      ## Exit codes

      - `0`: done, also if the reader of a pipe has gone
      - `1`: the answer is no: a rule of the ledger refused it, or `verify` found damage
      - `2`: `verify` only: every byte is as it was written, and what the events mean is inconsistent
      - `64`: wrong usage, an unknown option, field or currency
      - `65`: a value or file that does not parse, a damaged ledger, or one of a newer version
      - `66`: no such ledger, file or id, or an ambiguous one
      - `73`: something cannot be made or written: a ledger that exists already, a folder that is read-only
      - `74`: reading or writing failed, a full disk
      - `75`: another program is writing; try again
      - `130`: interrupted

      Errors go to standard error: what is wrong, where, and what to do next.

      ## Batches

          events capture --batch receipts.ndjson

      captures a line at a time and prints each one when it is durable. A second run with the same ids appends nothing and
      prints the same, so a run that was interrupted can be repeated. Bad lines are reported by number, the others go on, and
      it ends with 65.

          events tail -f
          events tail --cursor mirror --format cloudevents
          events receipts --all --json

      `tail --cursor` prints what came since its last run. The cursor moves on after the output was written.

      ## Output

      Texts from papers and files are printed with control, escape, bidirectional and invisible characters made visible, as in
      \\u{1b}. So is an export, on a terminal only. Output fits the terminal: a table that is too wide takes several lines a
      row. In a pipe it fits 80 columns, or COLUMNS. Lines for one record each, paths, commands to copy and errors stay whole.
      Colour is used on a terminal only, and not with NO_COLOR or TERM=dumb. Times of the log are printed in the terminal's TZ.
      """)
}
