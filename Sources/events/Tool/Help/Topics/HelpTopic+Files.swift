extension HelpTopic {
  static let files = HelpTopic(
    name: "files", title: "The ledger’s folder", summary: "What the folder holds, backups, checks and repairs",
    text: """
      A ledger is a folder. It is the folder of `--ledger`, or of EVENTS_LEDGER, or `events/ledger` in the XDG data folder.

      - `log.sqlite`: the immutable log of events
      - `attachments/`: scans and photos, named by the SHA-256 of their bytes
      - `log.head`: the size and root of each device's part of the log, as last written
      - `device`: the id under which this folder writes
      - `models/`: read models and history, which can be deleted at any time and are built again

      - `pictures/`: thumbnails, views and copies of scans, which can be deleted at any time (`events cache clear`)

      Only `log.sqlite` and `attachments/` matter.

          events backup ~/ledger-backup

      copies them. Copying with `cp` while the ledger is in use loses events. A page that is damaged is left out of the
      backup and named, and the command ends with 1.

      A folder that was copied or restored as files takes a new device id at its first write, so that two writers never share
      one. A folder that cannot be written, or `--read-only`, keeps its models in memory.

      ## Restored folders

      A folder restored from an older copy could give the numbers of its lost events to new ones. So a mark of each device's
      last event is kept outside the folder, in `events` below the XDG state folder (`~/.local/state`). A log that ends
      before its mark goes on as a new device, which names the device it continues. Commands tell what is missing until it
      is back, and `status` explains it. Events of other devices show the same: if one has seen more of this device than is
      here, this folder stops using that device's id. `import` refuses events of another ledger. If a number was given twice
      all the same, it keeps the other branch aside and names the fork: `events device branches`.

      ## Files that are refused

      A file of the ledger itself cannot be captured, imported or written to, under any of its names. A new ledger is not
      begun in a folder that holds what is left of another one. A folder that was moved or deleted while a program has it
      open records nothing more, and the message names it.

      ## Check

          events status
          events verify
          events checkpoint

      `status` prints the state of the models: current, outdated and why, being built, or stopped by which event. `verify`
      checks every byte of the log and every scan. Then it checks ten invariants by name, and compares the read models with a
      fold of its own. It prints each difference with the event at which it begins. `checkpoint` prints a note of the log's
      size and root that you can sign with your own tools. With a note kept elsewhere, nobody can rewrite the log unnoticed.

      ## Prove

          events checkpoint > kept.txt
          events prove 12 --checkpoint kept.txt -o proof.json
          events prove --since kept.txt -o growth.json
          events check-proof proof.json --checkpoint kept.txt

      A proof is a line of JSON for someone who has kept a checkpoint and has no ledger. `prove 12` shows that event 12 is on
      record, and nothing of other events. `prove --since` shows that the log only grew since a checkpoint. It fails if the log
      was cut back, restored from a backup or rewritten. `check-proof` computes every hash again. A proof is right for its own
      checkpoint, which anyone can make, so compare it with one that you kept: `--checkpoint`.

      ## Rebuild

          events rebuild
          events rebuild --check
          events rebuild --preview

      computes every figure again, on all cores, while others go on reading and recording. `--check` compares the result with
      the models in service, row by row. `--preview` prints what would change. `--skip P` passes over an event that cannot be
      read.

      ## Recover

      A log that is damaged or has lost events is noticed, and nothing is written to it. A damaged -wal file loses events
      without an error.

          events recover
          events recover --from /backups/ledger

      builds a sound ledger from what can be read here and in other folders. `events help recovery` explains it.

      ## Erase

          events erase --local
          events erase --shared ~/Drive/ledger

      removes a ledger from this device, or from a shared folder. It shows what is there first, and goes on after the phrase
      ERASE. If events or scans have no other copy, their number has to be typed as well. Files and links that are not the
      ledger's stay, also in its folders. A program that has the ledger open records nothing more. The log goes first: if it
      is interrupted, the folder is no ledger any longer, and running it again removes the rest.

      The marks outside the folder stay. They have no content. If an old copy of the folder comes back, they keep it from
      giving the numbers of events in a shared folder to new ones.
      """)
}
