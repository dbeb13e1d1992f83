import Foundation
import Ledger
import Testing

/// An app imports Foundation, Testing and others together with this package, and writes names without their module.
@Suite("Names of the public interface")
struct PublicNameTests {
  private static let values1: [any Sendable.Type] = [
    AccountBalance.self, AccountCheck.self, AccountClosing.self, AccountEvent.self, AccountID.self,
    AccountKind.self, AccountNames.self, AccountRow.self, AccountScreen.self, AccountSummary.self,
    AccountTerms.self, AccountsScreen.self, Amount.self, AmountBound.self, AmountError.self,
    AmountExpression.self, AmountParser.self, Analysis.self, AnalysisPeriod.self, AnswerTable.self,
    AccountCourse.self, AsyncBook.self, AttachmentSource.self, AutomaticBackup.self, BackupPlace.self,
    BackupReport.self, BalanceCourse.self,
    BalanceForecast.self,
    Bars.self, Block.self, BookError.self, BookObservation<Int>.self,
  ]
  private static let values2: [any Sendable.Type] = [
    BudgetEvent.self, BudgetFill.self, BudgetGroup.self, BudgetID.self, BudgetLine.self, BudgetOrigin.self,
    BudgetRow.self, BudgetScope.self, BudgetScreen.self, BudgetSheet.self, Cadence.self, CaptureInput.self,
    CaptureRequest.self, CaptureSource.self, CategoryBudget.self, CategoryEvent.self, CategoryRow.self,
    CategorySuggestion.self, CategoryTotal.self, ChangePlan.self, ChangedValue<Int>.self, CivilDate.self,
    CivilMonth.self, CopyEvent.self, CopyID.self,
  ]
  private static let values3: [any Sendable.Type] = [
    CopyRow.self, CurrencyCode.self, DamagedEvent.self, DateError.self, DaySection.self,
    DeviceContinuation.self, DeviceHead.self, DeviceStatus.self, Document.self, Done.self, Doubt.self,
    Duplicate.self, DuplicatePage.self, DuplicateTier.self, Emphasis.self, EntryField.self,
    EntryProblem.self, EntrySplit.self, EventActor.self, EventRange.self, EventReference.self, EventWords.self,
    ExchangeRate.self, ExportSeal.self, ExtractionMethod.self, ExtractionOffer.self,
  ]
  private static let values4: [any Sendable.Type] = [
    FieldChange.self, FieldEdit.self, FieldProposal.self, FieldProvenance.self, FieldReading.self,
    FieldReadings.self, FieldStatus.self, FieldValue.self, FigureValue.self, FileCount.self, FilePlan.self,
    FilterCount.self, FilterFacet.self, FlagChange.self, FlagSetting.self, GenerationPlan.self,
    GenerationReport.self, GenerationStopped.self, GivenAnswer.self, GoalContribution.self, GoalEdit.self,
    GoalEvent.self, GoalID.self, GoalPart.self, GoalProgress.self, GoalRow.self, GoalSummary.self,
  ]
  private static let values5: [any Sendable.Type] = [
    GroupDisposition.self, GroupEvent.self, GroupID.self, GroupRow.self, GroupScreen.self,
    GroupSummary.self, HistoryState.self, HomeScreen.self, Horizon.self, HybridTime.self,
    ImportProfile.self, ImportQuestion.self, ImportSession.self, IntegrityReport.self, JSONDialect.self,
    JSONError.self, JSONValue.self, LastUsed.self, LedgerChange.self, LedgerChanges.self, LedgerEvent.self,
    LedgerFigure.self, ShownFigure.self, LedgerLocale.self, LedgerPool.self, LedgerQuestion.self,
    LedgerReport.self,
    LedgerRow.self, LedgerStatus.self, Line.self, LineItem.self, LineItemEdit.self, LineItemID.self,
  ]
  private static let values6: [any Sendable.Type] = [
    ListPlace.self, ListScreen.self, ListedTransaction.self, LostEvents.self, ModelError.self,
    ModelProblem.self, ModelsComparison.self, ModelsState.self, Money.self, MoneyChange.self,
    MonthBudget.self, MonthReport.self, MonthSection.self, MonthUsage.self, NewLedger.self,
    ObservedScreen<Int>.self, PageRequest.self, PagesInput.self, PastAction.self, PaymentMethod.self,
    PlacedRemark.self, PlanError.self, PlannedRow.self, PlannedTransfer.self, Position.self,
    PropertyEdit<Int>.self, ProposedField.self, QuickEntry.self, Reach.self, RebuildProgress.self,
    RebuildReport.self, ReceiptPage.self, ReceiptReadings.self,
  ]
  private static let values7: [any Sendable.Type] = [
    ReceiptScreen.self, RecognitionOutcome.self, RecordField.self, RecordOrigin.self, RecordRequest.self,
    MatchRefusal.self, MissingCategory.self, RestoreError.self, RestoredBackup.self, RecoveryReport.self,
    Recurrence.self,
    RecurrenceFrequency.self, RecurrenceOrigin.self, Redaction.self, Refusal.self, RefusedCommand.self,
    Rejection.self, Remark.self, Remedy.self, RenamedVendor.self, ReportDivision.self, ReportLine.self,
    RuleCommand.self, RuleDeletionScope.self, RuleDetail.self, RuleEdit.self, RuleEvent.self, RuleID.self,
    RuleRequest.self, RuleRevision.self, RuleRow.self,
  ]
  private static let values8: [any Sendable.Type] = [
    RuleTerms.self, SHA256Digest.self, SearchHit.self, SearchResults.self, SettingsEvent.self, Step.self,
    StorageError.self, StoredEvent.self, StreamID.self, StreamKind.self, StreamVersion.self, TagUse.self,
    TemporaryLedger.self, TextChange.self, ToBudgetStep.self, TransactionCommand.self,
    TransactionDetail.self, TransactionEvent.self, TransactionField.self, TransactionFilter.self,
    TransactionFlags.self, TransactionID.self, TransactionKind.self, TransactionPage.self,
    TransactionPart.self, TransactionRow.self, TransactionRows.self, TransferEdit.self,
    TransferRequest.self, TypedDate.self, TypedMonth.self,
  ]
  private static let values9: [any Sendable.Type] = [
    TypedValue.self, UndoPlan.self, UniqueID.self, ValueChange.self, VendorHabit.self, Verdict.self,
    VerificationReport.self, WaitingProposals.self, WallClock.self, WeekRule.self, WeekSetting.self,
    WriteOrigin.self,
  ]
  private static let values10: [any Sendable.Type] = [
    RecordPart.self, ArrivalSummary.self, Conflict.self, Dataset.self, DecodedEvent.self,
    EraseError.self, EraseLoss.self, EraseReport.self, EventBookmark.self, ExportFailure.self,
    ExportPreview.self, ExportReport.self, ExportTotals.self, FollowedEvents.self, ImportResult.self,
    LongWork<Int, Int>.self, LostPage.self, MissingPage.self, PagePrinter.self, PictureMaker.self,
    PictureSize.self,
    RecordedSeal.self, RecoveredMissing.self, RecoveredPart.self, RecoveryPlan.self, RenamedAccount.self,
    StorageUse.self, SyncArrival.self, SyncError.self, SyncOptions.self, SyncReport.self,
    SyncStatus.self,
    SyncTrace.self, SyncWait.self, TableOptions.self, Upcoming.self, UpcomingTransactions.self,
    WorkProgress.self,
  ]
  private static let protocols: [Any.Type] = [
    (any Answer).self, (any DistinctInteger).self, (any Explained).self, (any PlainAnswer).self,
    (any RecordIdentifier).self,
  ]
  /// A connection to files, and the values that end with a call.
  private static let bound: [Any.Type] = [
    Book.self, BookBatch.self, DecodedEvents.self, Notation.self, LedgerRecovery.self, LocalErasure.self,
    SharedErasure.self, ExportChanges.self, EventLine.self, Exporter.self, TransactionJSON.self,
  ]

  private static var all: [Any.Type] {
    let values: [[any Sendable.Type]] = [
      values1, values2, values3, values4, values5, values6, values7, values8, values9, values10,
    ]
    return values.joined().map { $0 as Any.Type } + protocols + bound
  }

  /// The names of the frameworks that an app imports most, also where this machine does not have them.
  private static let taken: Set<String> = [
    // Swift Testing
    "Attachable", "Attachment", "Bug", "Comment", "Confirmation", "ExitTest", "Issue", "SourceLocation",
    "Suite",
    "Tag", "Test", "Trait", "TimeLimitTrait", "ConditionTrait",
    // SwiftUI
    "Alert", "Alignment", "Anchor", "Angle", "Animation", "App", "Axis", "Binding", "Button", "Canvas",
    "Capsule",
    "Circle", "Color", "Commands", "Divider", "Edge", "Ellipse", "Environment", "Font", "Form", "Gradient",
    "Grid",
    "Group", "Image", "Label", "Layout", "Link", "List", "Material", "Menu", "Namespace", "Path", "Picker",
    "Preview", "Prominence", "Rectangle", "Scene", "Section", "Settings", "Shape", "Slider", "Spacer", "State",
    "Stepper", "Table", "TableColumn", "TableRow", "Text", "Toggle", "Transaction", "Transition", "View",
    "Visibility", "Window",
    // Observation, Combine, Charts, SwiftData
    "Observable", "Observations", "Cancellable", "Deferred", "Empty", "Fail", "Future", "Just", "Publisher",
    "Record", "Scheduler", "Subject", "Subscriber", "Subscription", "Published", "Chart", "Plot", "Plottable",
    "Attribute", "Model", "Query", "Relationship", "Schema", "Unique",
    // Foundation and the standard library
    "Bundle", "Calendar", "Data", "Date", "Decimal", "Dimension", "Duration", "Error", "Expression",
    "Formatter",
    "Host", "IndexSet", "Locale", "Measurement", "Mutex", "Notification", "Operation", "Port", "Predicate",
    "Process", "Progress", "Result", "Scanner", "Sequence", "Span", "Stream", "Task", "Thread", "Timer", "Unit",
    "URL", "UUID",
    // Words that are in many apps already
    "Category", "Change", "Event", "Figure", "Flags", "Frequency", "Item", "Reading", "Register", "Report",
    "Write",
    "Account", "Budget", "Currency", "Goal", "Receipt", "Rule",
  ]

  @Test("Each public type can be named without its module, and can be sent to another task")
  func names() throws {
    let here = Set(Self.all.map { String("\($0)".prefix { $0.isLetter || $0.isNumber }) })
    let declared = try Self.declared()
    #expect(declared.count > 100)
    // A typealias has the name of its type.
    let aliases: Set = ["FlagChange", "MoneyChange", "TextChange"]
    #expect(declared.subtracting(here).subtracting(aliases) == [], "write it in a list above")
    #expect(declared.isDisjoint(with: Self.taken), "\(declared.intersection(Self.taken))")
  }

  /// The public names of the modules that one import brings.
  private static func declared() throws -> Set<String> {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    let umbrella = try String(
      contentsOf: sources.appendingPathComponent("Ledger/Ledger.swift"), encoding: .utf8)
    let modules = umbrella.matches(of: /@_exported public import (\w+)/).map { String($0.1) } + ["Ledger"]
    var names: Set<String> = []
    for module in modules {
      let files = FileManager.default.enumerator(
        at: sources.appendingPathComponent(module), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        let heads = /public (final |indirect )*(struct|enum|class|actor|protocol|typealias) (\w+)/
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
          guard !line.hasPrefix(" "), let head = line.firstMatch(of: heads) else { continue }
          names.insert(String(head.3))
        }
      }
    }
    return names
  }
}
