extension HelpTopic {
  static let durability = HelpTopic(
    name: "durability", title: "What survives", summary: "What is kept when power, disk or process fails",
    text: """
      A command that has printed its result is on the disk. Each command is one transaction with one sync of the log, and it
      exits with 0 only after that.

      - `power cut`: every acknowledged command is kept; one that was not acknowledged is there whole or not at all
      - `killed process`: the same; the next command goes on
      - `full disk`: the command ends with 74, and nothing of it is recorded
      - `failing disk`: the command ends with 74; no error is swallowed
      - `several programs`: they take turns; one that waits too long ends with 75
      - `interrupted rebuild`: the models in service stay in service
      - `damaged models`: they are built again from the log
      - `damaged log`: `verify` names the events, and a log that lost events refuses to be written

      A scan is on the disk, with its folder, before the event that names it.

      A disk that confirms writes it has not made can lose the last commands. If `log.head` is newer than the log, the next
      program notices the loss and refuses to write. `events recover` brings the events back, and `events help recovery`
      explains it.

          events verify
          events backup ~/ledger-backup
          events recover --from ~/ledger-backup

      Every one of these was tried some thousands of times, with mutants that must lose. The article Durability campaigns of the
      documentation has the counts.
      """)
}
