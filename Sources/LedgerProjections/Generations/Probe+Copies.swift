internal import LedgerDomain

extension Probe {
  /// The history of copies, in the order of the fold, after that of goals.
  static let copies: [Line] = [
    Line(
      .copy, 1, .copyRequested, "user/a", 1,
      #"{"account":"a1","on":"2026-02-04","plan":"p1","transaction":"00000000-0000-4000-8000-0000000000c1","withItems":true}"#
    ),
    Line(
      .copy, 1, .copyAttempted, "user/a", 1,
      #"{"body":"{}","importID":"YNAB:-1:2026-02-03:1","items":["00000000-0000-4000-8000-0000000000d1"],"on":"2026-02-04","values":[{"field":"amount","value":"-1"}]}"#
    ),
    Line(.copy, 1, .copyDeferred, "user/a", 1, #"{"on":"2026-02-04","reason":"busy","status":503}"#),
    Line(
      .copy, 1, .copyAcknowledged, "user/a", 1,
      #"{"items":[{"item":"00000000-0000-4000-8000-0000000000d1","remote":"s1"}],"on":"2026-02-04","remote":"r1","values":[{"field":"amount","value":"-1"},{"field":"memo","value":"a"}],"wasThere":false}"#
    ),
    Line(
      .copy, 1, .remoteChangeObserved, "user/a", 1,
      #"{"changes":[{"base":"a","field":"memo","ours":"b","theirs":"c"},{"base":"x","field":"payee","ours":"y","theirs":"z"}],"isDeleted":false,"on":"2026-02-05"}"#
    ),
    Line(
      .copy, 1, .copyMerged, "user/b", 2,
      #"{"fields":[{"field":"memo","remote":"c","side":"theirs"}],"on":"2026-02-05"}"#),
    Line(
      .copy, 2, .copyRequested, "user/a", 1,
      #"{"account":"a2","on":"2026-02-04","plan":"p1","transaction":"00000000-0000-4000-8000-0000000000c1","withItems":false}"#
    ),
    Line(.copy, 2, .copyRefused, "user/a", 1, #"{"on":"2026-02-04","reason":"no","status":400}"#),
    Line(.copy, 2, .copyDetached, "user/a", 1, #"{"on":"2026-02-06"}"#),
    Line(
      .copy, 3, .copyRequested, "user/a", 1,
      #"{"account":"a3","on":"2026-02-04","plan":"p1","transaction":"00000000-0000-4000-8000-0000000000c1","withItems":false}"#
    ),
    Line(
      .copy, 3, .remoteChangeObserved, "user/a", 1, #"{"isDeleted":true,"on":"2026-02-05"}"#),
    Line(
      .copy, 4, .copyRequested, "user/a", 1,
      #"{"account":"a4","on":"2026-02-04","plan":"p1","transaction":"00000000-0000-4000-8000-0000000000c1","withItems":false}"#
    ),
    Line(.copy, 4, .copyDeferred, "user/a", 1, #"{"on":"2026-02-04","reason":"busy","status":503}"#),
    Line(
      .copy, 5, .copyRequested, "user/a", 1,
      #"{"account":"a5","on":"2026-02-04","plan":"p1","transaction":"00000000-0000-4000-8000-0000000000c1","withItems":false}"#
    ),
    Line(.copy, 5, .copyRefused, "user/a", 1, #"{"on":"2026-02-04","reason":"no","status":400}"#),
  ]
}
