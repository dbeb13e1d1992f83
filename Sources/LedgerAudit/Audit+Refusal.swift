public import LedgerBook
internal import LedgerBytes
public import LedgerDomain

// The explanations of errors about proofs, comparisons and causes.

extension MovedLog: Explained {
  /// Returns the explanation.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    Refusal(.failed, "the folder of the log was moved, deleted or replaced", detail: folder, .open())
  }
}

extension BisectNotes.Unreadable: Explained {
  package func refusal(in locale: LedgerLocale?) -> Refusal {
    Refusal(.unreadable, "the notes of the search are damaged", .enter("Start a new search"))
  }
}

extension BisectNotes.OtherLog: Explained {
  package func refusal(in locale: LedgerLocale?) -> Refusal {
    Refusal(.notFound, "the search was started in another log", .enter("Start a new search"))
  }
}

extension ProofRefusal: Explained {
  package func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .younger(let event, let checkpoint):
      Refusal(
        .refused,
        "the event is younger than the checkpoint, which ends with event \(checkpoint.size) of its device",
        detail: "\(event)", .enter("Prove the event in the current log, without a checkpoint"), .checkpoint)
    case .otherLedger(let checkpoint, let here):
      Refusal(
        .notFound, "a checkpoint is of another ledger",
        detail: "it is of ledger \(checkpoint.origin.ledger), and this is ledger \(here)", .open())
    case .shorter(let checkpoint, let count):
      Refusal(
        .refused,
        "a device had \(Self.events(checkpoint.size)) at the checkpoint, and has \(Self.events(count)) here",
        detail: "\(Self.device(checkpoint)), whose log was cut back or restored from a backup", .takeBack)
    case .rewritten(let checkpoint):
      Refusal(
        .refused,
        "the first \(Self.events(checkpoint.size)) of a device are not those of the checkpoint: "
          + "the history was rewritten",
        detail: Self.device(checkpoint), .compare)
    }
  }

  private static func events(_ count: UInt64) -> String {
    count == 0 ? "no events" : count == 1 ? "1 event" : "\(count) events"
  }

  private static func device(_ checkpoint: Checkpoint) -> String {
    "device \(checkpoint.origin.device.description.prefix(8))"
  }
}

extension Checkpoint.NoteError: Explained {
  package func refusal(in locale: LedgerLocale?) -> Refusal {
    Refusal(.invalidValue, "line \(line) is not as in a checkpoint: \(reason)", .checkpoint)
  }
}

extension OtherLedgerError: Explained {
  package func refusal(in locale: LedgerLocale?) -> Refusal {
    Refusal(.unreadable, "the two folders belong to different ledgers")
  }
}

extension NoEventToBlame: Explained {
  package func refusal(in locale: LedgerLocale?) -> Refusal {
    Refusal(.refused, "no event is the cause", detail: words)
  }
}
