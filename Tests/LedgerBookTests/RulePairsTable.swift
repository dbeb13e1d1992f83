/// The result of two concurrent commands, and the reason for it. The second is a minute later, on the other device.
///
/// It has the rules by the date from which they govern, then the months of 2026 and 2027. A month is an amount in whole
/// euros, `x` if deleted, or `-` if there is no transaction.
enum RulePairsTable {
  struct Cell {
    let end: String
    let why: String

    init(_ end: String, _ why: String) {
      self.end = end
      self.why = why
    }
  }

  static let cells: [String: Cell] = [
    "edit edit": Cell(
      "2026-01-01 alive: 2500×1 2600×11 -×12",
      Why.editEdit),
    "edit otherEdit": Cell(
      "2026-01-01 alive: 2500×1 2700×11 -×12",
      Why.editOtherEdit),
    "edit split": Cell(
      "2026-01-01 alive, 2026-08-01 alive: 2500×1 2600×6 2800×5 -×12",
      Why.editSplit),
    "edit laterSplit": Cell(
      "2026-01-01 alive, 2026-10-01 alive: 2500×1 2600×8 2900×3 -×12",
      Why.editSplit),
    "edit delete": Cell(
      "2026-01-01 waits: 2500×1 2600×11 -×12",
      Why.editDelete),
    "edit deleteFuture": Cell(
      "2026-01-01 waits: 2500×1 2600×11 -×12",
      Why.editDeleteFuture),
    "edit generate": Cell(
      "2026-01-01 alive: 2500×1 2600×23",
      Why.editGenerate),
    "edit pause": Cell(
      "2026-01-01 alive paused: 2500×1 2600×9 x×2 -×12",
      Why.editPause),
    "otherEdit edit": Cell(
      "2026-01-01 alive: 2500×1 2600×11 -×12",
      Why.editOtherEdit),
    "otherEdit otherEdit": Cell(
      "2026-01-01 alive: 2500×1 2700×11 -×12",
      Why.otherEditOtherEdit),
    "otherEdit split": Cell(
      "2026-01-01 alive, 2026-08-01 alive: 2500×1 2700×6 2800×5 -×12",
      Why.editSplit),
    "otherEdit laterSplit": Cell(
      "2026-01-01 alive, 2026-10-01 alive: 2500×1 2700×8 2900×3 -×12",
      Why.editSplit),
    "otherEdit delete": Cell(
      "2026-01-01 waits: 2500×1 2700×11 -×12",
      Why.editDelete),
    "otherEdit deleteFuture": Cell(
      "2026-01-01 waits: 2500×1 2700×11 -×12",
      Why.editDeleteFuture),
    "otherEdit generate": Cell(
      "2026-01-01 alive: 2500×1 2700×23",
      Why.editGenerate),
    "otherEdit pause": Cell(
      "2026-01-01 alive paused: 2500×1 2700×9 x×2 -×12",
      Why.editPause),
    "split edit": Cell(
      "2026-01-01 alive, 2026-08-01 alive: 2500×1 2600×6 2800×5 -×12",
      Why.editSplit),
    "split otherEdit": Cell(
      "2026-01-01 alive, 2026-08-01 alive: 2500×1 2700×6 2800×5 -×12",
      Why.editSplit),
    "split split": Cell(
      "2026-01-01 alive, 2026-08-01 alive: 2500×7 2800×5 -×12",
      Why.splitSplit),
    "split laterSplit": Cell(
      "2026-01-01 alive, 2026-08-01 alive, 2026-10-01 alive: 2500×7 2800×2 2900×3 -×12",
      Why.splitLaterSplit),
    "split delete": Cell(
      "2026-01-01 waits, 2026-08-01 alive: 2500×7 2800×5 -×12",
      Why.splitDelete),
    "split deleteFuture": Cell(
      "2026-01-01 waits, 2026-08-01 alive: 2500×7 2800×5 -×12",
      Why.splitDeleteFuture),
    "split generate": Cell(
      "2026-01-01 alive, 2026-08-01 alive: 2500×7 2800×17",
      Why.splitGenerate),
    "split pause": Cell(
      "2026-01-01 alive paused, 2026-08-01 alive paused: 2500×7 2800×3 x×2 -×12",
      Why.splitPause),
    "laterSplit edit": Cell(
      "2026-01-01 alive, 2026-10-01 alive: 2500×1 2600×8 2900×3 -×12",
      Why.editSplit),
    "laterSplit otherEdit": Cell(
      "2026-01-01 alive, 2026-10-01 alive: 2500×1 2700×8 2900×3 -×12",
      Why.editSplit),
    "laterSplit split": Cell(
      "2026-01-01 alive, 2026-08-01 alive, 2026-10-01 alive: 2500×7 2800×2 2900×3 -×12",
      Why.splitLaterSplit),
    "laterSplit laterSplit": Cell(
      "2026-01-01 alive, 2026-10-01 alive: 2500×9 2900×3 -×12",
      Why.splitSplit),
    "laterSplit delete": Cell(
      "2026-01-01 waits, 2026-10-01 alive: 2500×9 2900×3 -×12",
      Why.splitDelete),
    "laterSplit deleteFuture": Cell(
      "2026-01-01 waits, 2026-10-01 alive: 2500×9 2900×3 -×12",
      Why.splitDeleteFuture),
    "laterSplit generate": Cell(
      "2026-01-01 alive, 2026-10-01 alive: 2500×9 2900×15",
      Why.splitGenerate),
    "laterSplit pause": Cell(
      "2026-01-01 alive paused, 2026-10-01 alive paused: 2500×9 2900×1 x×2 -×12",
      Why.splitPause),
    "delete edit": Cell(
      "2026-01-01 waits: 2500×1 2600×11 -×12",
      Why.editDelete),
    "delete otherEdit": Cell(
      "2026-01-01 waits: 2500×1 2700×11 -×12",
      Why.editDelete),
    "delete split": Cell(
      "2026-01-01 waits, 2026-08-01 alive: 2500×7 2800×5 -×12",
      Why.splitDelete),
    "delete laterSplit": Cell(
      "2026-01-01 waits, 2026-10-01 alive: 2500×9 2900×3 -×12",
      Why.splitDelete),
    "delete delete": Cell(
      "2026-01-01 deleted: 2500×12 -×12",
      Why.deleteDelete),
    "delete deleteFuture": Cell(
      "2026-01-01 deleted: 2500×6 x×6 -×12",
      Why.deleteDeleteFuture),
    "delete generate": Cell(
      "2026-01-01 deleted: 2500×24",
      Why.deleteGenerate),
    "delete pause": Cell(
      "2026-01-01 waits paused: 2500×10 x×2 -×12",
      Why.deletePause),
    "deleteFuture edit": Cell(
      "2026-01-01 waits: 2500×1 2600×11 -×12",
      Why.editDeleteFuture),
    "deleteFuture otherEdit": Cell(
      "2026-01-01 waits: 2500×1 2700×11 -×12",
      Why.editDeleteFuture),
    "deleteFuture split": Cell(
      "2026-01-01 waits, 2026-08-01 alive: 2500×7 2800×5 -×12",
      Why.splitDeleteFuture),
    "deleteFuture laterSplit": Cell(
      "2026-01-01 waits, 2026-10-01 alive: 2500×9 2900×3 -×12",
      Why.splitDeleteFuture),
    "deleteFuture delete": Cell(
      "2026-01-01 deleted: 2500×6 x×6 -×12",
      Why.deleteDeleteFuture),
    "deleteFuture deleteFuture": Cell(
      "2026-01-01 deleted: 2500×6 x×6 -×12",
      Why.deleteFutureDeleteFuture),
    "deleteFuture generate": Cell(
      "2026-01-01 deleted: 2500×6 x×18",
      Why.deleteFutureGenerate),
    "deleteFuture pause": Cell(
      "2026-01-01 waits paused: 2500×10 x×2 -×12",
      Why.deleteFuturePause),
    "generate edit": Cell(
      "2026-01-01 alive: 2500×1 2600×23",
      Why.editGenerate),
    "generate otherEdit": Cell(
      "2026-01-01 alive: 2500×1 2700×23",
      Why.editGenerate),
    "generate split": Cell(
      "2026-01-01 alive, 2026-08-01 alive: 2500×7 2800×17",
      Why.splitGenerate),
    "generate laterSplit": Cell(
      "2026-01-01 alive, 2026-10-01 alive: 2500×9 2900×15",
      Why.splitGenerate),
    "generate delete": Cell(
      "2026-01-01 deleted: 2500×24",
      Why.deleteGenerate),
    "generate deleteFuture": Cell(
      "2026-01-01 deleted: 2500×6 x×18",
      Why.deleteFutureGenerate),
    "generate generate": Cell(
      "2026-01-01 alive: 2500×24",
      Why.generateGenerate),
    "generate pause": Cell(
      "2026-01-01 alive paused: 2500×10 x×14",
      Why.generatePause),
    "pause edit": Cell(
      "2026-01-01 alive paused: 2500×1 2600×9 x×2 -×12",
      Why.editPause),
    "pause otherEdit": Cell(
      "2026-01-01 alive paused: 2500×1 2700×9 x×2 -×12",
      Why.editPause),
    "pause split": Cell(
      "2026-01-01 alive paused, 2026-08-01 alive paused: 2500×7 2800×3 x×2 -×12",
      Why.splitPause),
    "pause laterSplit": Cell(
      "2026-01-01 alive paused, 2026-10-01 alive paused: 2500×9 2900×1 x×2 -×12",
      Why.splitPause),
    "pause delete": Cell(
      "2026-01-01 waits paused: 2500×10 x×2 -×12",
      Why.deletePause),
    "pause deleteFuture": Cell(
      "2026-01-01 waits paused: 2500×10 x×2 -×12",
      Why.deleteFuturePause),
    "pause generate": Cell(
      "2026-01-01 alive paused: 2500×10 x×14",
      Why.generatePause),
    "pause pause": Cell(
      "2026-01-01 alive paused: 2500×10 x×2 -×12",
      Why.pausePause),
  ]
}

/// The reasons, each named after the first pair that it decides.
private enum Why {
  static let editEdit =
    "Both said 2,600: whoever stands, it says the same."
  static let editOtherEdit =
    "Of one member the later word stands, as for any field, and the other is kept as a conflict."
  static let editSplit =
    "The edit holds as far as the old rule governs. A split says every member anew, and what its "
    + "author meant to change can't be told from what they took along: from its date on it stands "
    + "whole."
  static let editDelete =
    "A deletion never takes what its author had not seen: it waits for a person, and the rule "
    + "goes on."
  static let editDeleteFuture =
    "The deletion had not seen the edit and waits. What had gone with it comes back, or the "
    + "waiting would have done already what it waits for."
  static let editGenerate =
    "A machine's work follows the person's word, whichever came first."
  static let editPause =
    "Neither speaks of what the other does: what recurs says the edit, and from November on "
    + "nothing recurs."
  static let otherEditOtherEdit =
    "Both said 2,700 and the same vendor: whoever stands, it says the same."
  static let splitSplit =
    "On one date a series has one rule, its identifier derived from the date: two splits are one."
  static let splitLaterSplit =
    "Both said from here on: each governs as far as the next."
  static let splitDelete =
    "The deletion had not seen the split and waits; its author knew nothing of the new rule, "
    + "which lives."
  static let splitDeleteFuture =
    "The deletion had not seen the split and waits, also with those that lie ahead: they follow "
    + "the new rule, of which its author knew nothing."
  static let splitGenerate =
    "What was made for dates behind the split belongs to the series, and follows the rule that "
    + "governs its date."
  static let splitPause =
    "A pause is meant for the dates that it names. Its author did not know that another rule "
    + "would govern them, and the split's author did not say that they recur: the pause reaches the "
    + "new rule, and resuming that ends it."
  static let deleteDelete =
    "Both said the rule alone: it is deleted once, and what it made stays."
  static let deleteDeleteFuture =
    "That a rule goes alone says nothing for what it made: those that the other named go."
  static let deleteGenerate =
    "A rule that goes alone leaves what it made, whoever made it and when."
  static let deletePause =
    "A pause is a person's change to the rule, which the deletion had not seen: it waits, and the "
    + "pause holds meanwhile."
  static let deleteFutureDeleteFuture =
    "Both named the same ones: they go once."
  static let deleteFutureGenerate =
    "What was made meanwhile lies ahead, too, and is a machine's: it goes with the others, and no "
    + "person's word is lost."
  static let deleteFuturePause =
    "The deletion had not seen the pause and waits; what had gone with it comes back, but for the "
    + "dates of the pause."
  static let generateGenerate =
    "The identifier of a transaction is derived from the series and the date: made twice is made "
    + "once."
  static let generatePause =
    "What was made for dates of the pause is a machine's, and is taken back."
  static let pausePause =
    "Both name the same dates: nothing recurs while either goes on."
}
