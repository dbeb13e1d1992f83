extension HelpTopic {
  static let recovery = HelpTopic(
    name: "recovery", title: "When something is damaged",
    summary: "From the message that you see to the command that helps",
    text: """
      - `the log is damaged`: `events recover`
      - `a file of the ledger is damaged`: `events recover`
      - `Damaged: 1 finding` of `verify`: `events recover`
      - `was written for another copy of the log`: `events recover`
      - `there is no log in`: `events recover --from FOLDER`
      - `the log has lost events`: `events recover --from FOLDER`
      - `restored from an older copy`: `events recover --from FOLDER`
      - `page … it is not there` of `verify`: `events recover --from FOLDER`
      - `there is no ledger in`, and you have a backup: `events restore FOLDER`
      - `the disk is full`: make room, then the same command again

      FOLDER is a backup, a folder with backups, another device's ledger, or the shared folder that your devices sync with.
      Shared folders that this ledger was synced with are looked into without naming them.

          events recover --dry-run
          events recover --from /backups/ledger
          events recover --accept-loss

      ## What it does

      `recover` reads every page of the log by itself, so that damage takes only the events in the damaged bytes. An event
      counts if its hash is right. What is missing is taken from the other folders. From all of it a new ledger is built and
      verified, and then it takes the place of the damaged folder. That one is kept whole next to it, as
      `LEDGER.damaged-2026-11-27T120000Z`. Delete it when you no longer need it: it holds what was in the ledger, also what
      you redact later. If the command is interrupted, run it again, and it finishes.

      It prints which events of which device came from where, and which are lost. A ledger that is sound stays as it is.

      ## If events are lost

      Then it changes nothing and ends with 1. Look for a folder that has them. With `--accept-loss` it goes on without them,
      and you are not asked again. If they were this device's, the folder goes on as a new device, so that no number is given
      twice.

      A device's events have no gap. Events after a lost one can be read and do not count: they wait. They stay in the folder
      that was set aside. A later `events recover --from FOLDER` that brings the lost ones brings them as well.
      """)
}
