extension HelpTopic {
  static let syncTrouble = HelpTopic(
    name: "sync-trouble", title: "When devices differ", summary: "From what you see to what causes it",
    text: """
      Begin with the state, which tells what is missing and why.

          events sync status
          events device list
          events compare OTHER-LEDGER
          events compare SHARED-FOLDER

      - `it is incomplete`: your drive has not copied the whole file; the next sync tries again
      - `it is not a file but a link`: something else has the name of the file; a repair writes it again
      - `events of another ledger`: two ledgers share the folder, and nothing was written; move one of them out
      - `is not on this device yet`: the drive brings the folder in parts; wait, or open dataset.json there once
      - `its content is missing`: the event was redacted, and the redaction has not come yet
      - `clock of its device is ahead`: set that device's clock; the events are kept in the folder
      - `are missing before them`: files between are missing; their device writes them with its next sync
      - `Waiting for 1 scan`: the events came before the scans they name; nothing is lost
      - `Waiting for your drive`: the drive has announced files that it has not downloaded; open the folder there
      - `Does not belong here`: a file of some other program; it is not read
      - `Needs repair`: the folder lost files; `events sync FOLDER --repair` writes again what is here
      - `two different events`: a device recorded twice with one id, as a backup of it came back; both branches are kept
      - `restored from an older copy`: this folder's device ends, and the next change is a new device's
      - A figure differs: `events conflicts` lists fields that two devices set; `events why FIGURE` explains the rest
      - A figure changed by itself: a late event came; `events tail --arrivals` tells when each event came

      After a device's id was used twice, end it where the backup came back. What it recorded stays. The branch that is not in
      this ledger is kept aside. Adopting it makes its events count, and two devices that adopt it agree.

          events device retire --yes
          events device branches
          events device adopt laptop:12

      Nothing in the shared folder is needed to record. If the folder is lost, make a new one and sync with it: one device
      can restore all of it.

          events sync NEW-FOLDER --repair
      """)
}
