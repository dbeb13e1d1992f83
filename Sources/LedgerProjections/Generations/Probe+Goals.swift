internal import LedgerDomain

extension Probe {
  /// The history, in the order of the fold.
  static let history = others + goals + copies

  /// The history of goals, in the order of the fold, after that of all other kinds.
  static let goals: [Line] = [
    Line(
      .goal, 1, .goalCreated, "user/a", 1,
      #"{"by":"2026-12-24","emoji":"🎁","name":"Gifts","on":"2026-01-05","target":{"currency":"EUR","minorUnits":30000}}"#
    ),
    Line(
      .goal, 1, .goalChanged, "user/b", 2,
      #"{"by":{"from":"2026-12-24"},"target":{"from":{"currency":"EUR","minorUnits":30000},"to":{"currency":"EUR","minorUnits":25000}}}"#
    ),
    Line(
      .goal, 1, .goalContributed, "user/a", 1,
      #"{"amount":{"currency":"EUR","minorUnits":4000},"contribution":"00000000-0000-4000-8000-0000000000c1","on":"2026-02-01"}"#
    ),
    Line(
      .goal, 1, .goalContributed, "user/a", 1,
      #"{"contribution":"00000000-0000-4000-8000-0000000000c2","on":"2026-02-02","transaction":"00000000-0000-4000-8000-0000000000c1"}"#
    ),
    Line(
      .goal, 1, .goalContributionRemoved, "user/a", 1,
      #"{"amount":{"currency":"EUR","minorUnits":4000},"contribution":"00000000-0000-4000-8000-0000000000c1","on":"2026-02-01"}"#
    ),
    Line(.goal, 1, .goalCompleted, "user/a", 1, #"{}"#),
    Line(.goal, 1, .goalReopened, "user/b", 2, #"{}"#),
    Line(
      .goal, 2, .goalCreated, "user/a", 1,
      #"{"name":"Car","on":"2026-01-06","target":{"currency":"JPY","minorUnits":7}}"#),
    Line(.goal, 2, .goalDeleted, "user/a", 1, #"{}"#),
    Line(.goal, 2, .goalRestored, "user/b", 2, #"{}"#),
    Line(
      .goal, 3, .goalCreated, "user/a", 1,
      #"{"name":"Boat","on":"2026-01-07","target":{"currency":"EUR","minorUnits":9}}"#),
    Line(.goal, 3, .goalCompleted, "user/a", 1, #"{}"#),
    Line(.goal, 3, .goalDeleted, "user/a", 1, #"{}"#),
  ]
}
