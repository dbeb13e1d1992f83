// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The dependencies of the tool, which is a library in the fuzzer's build.
let tool: [Target.Dependency] = [
  "LedgerBytes", "LedgerPlatform", "LedgerSQLite", "EventLog", "LedgerDomain", "ReceiptExtraction",
  "LedgerProjections", "LedgerBook", "LedgerAudit", "LedgerExchange", "LedgerSync", "LedgerYNAB",
  "BankFiles", "LedgerExplorer", "PaperReading", "LedgerMirror", "LedgerAnswers", "CEventsHelp",
]

/// The dependencies of the code that is fuzzed, which the tests replay.
let fuzzed: [Target.Dependency] = [
  "events", "EventLog", "LedgerAudit", "LedgerBook", "LedgerBytes", "LedgerPlatform", "LedgerDomain",
  "LedgerProjections", "LedgerSQLite", "LedgerSync", "ReceiptExtraction", "BankFiles", "PaperReading",
  "LedgerAnswers", "LedgerTestSupport",
]

let package = Package(
  name: "ledger",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(
      name: "Ledger",
      targets: [
        "Ledger", "LedgerPlatform", "LedgerBytes", "LedgerSQLite", "EventLog", "LedgerDomain",
        "ReceiptExtraction",
        "BankFiles", "LedgerProjections", "LedgerBook", "LedgerAudit", "LedgerExchange", "LedgerSync",
        "LedgerYNAB", "LedgerExplorer", "LedgerMirror", "LedgerAnswers",
      ]),
    .executable(name: "events", targets: ["events"]),
    .executable(name: "events-bench", targets: ["events-bench"]),
  ],
  targets: [
    // The unsafe code and the code without I/O that everything else is built on.
    .target(name: "CLedgerSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CLedgerHash"),
    .target(name: "LedgerPlatform"),
    .target(name: "LedgerSQLite", dependencies: ["CLedgerSQLite", "LedgerBytes", "LedgerPlatform"]),
    .target(name: "LedgerBytes", dependencies: ["CLedgerHash"]),
    .target(
      name: "LedgerMigrations", path: "Migrations",
      resources: [.embedInCode("log"), .embedInCode("models"), .embedInCode("mirror")]),

    // The append-only log, which knows no domain event.
    .target(
      name: "EventLog", dependencies: ["LedgerSQLite", "LedgerBytes", "LedgerPlatform", "LedgerMigrations"]),

    // The meaning of events, without I/O.
    .target(name: "LedgerDomain", dependencies: ["LedgerBytes"]),
    .target(name: "ReceiptExtraction", dependencies: ["LedgerDomain"]),
    // The text on paper, through the programs that a machine has.
    .target(
      name: "PaperReading",
      dependencies: ["ReceiptExtraction", "LedgerDomain", "LedgerPlatform", "LedgerBytes"]),
    .executableTarget(
      name: "extraction-bench",
      dependencies: ["ReceiptExtraction", "PaperReading", "LedgerDomain", "LedgerBytes", "LedgerPlatform"]),

    // Files of banks and of other programs: bytes in, rows out.
    .target(name: "BankFiles", dependencies: ["LedgerDomain", "LedgerBytes"]),

    // The read models of screens, which can be deleted and rebuilt.
    .target(
      name: "LedgerProjections",
      dependencies: [
        "LedgerDomain", "EventLog", "LedgerSQLite", "LedgerBytes", "LedgerPlatform", "LedgerMigrations",
      ]),

    // The library that an app opens, and the tool on top of it.
    .target(
      name: "LedgerBook",
      dependencies: [
        "LedgerBytes", "LedgerPlatform", "LedgerSQLite", "EventLog", "LedgerDomain", "ReceiptExtraction",
        "LedgerProjections", "BankFiles",
      ]),
    // The documents of screens, which the tool, an app and a web page share.
    .target(
      name: "LedgerAnswers",
      dependencies: [
        "LedgerBytes", "LedgerPlatform", "EventLog", "LedgerDomain", "LedgerProjections", "LedgerBook",
        "LedgerAudit", "LedgerExchange", "LedgerSync", "LedgerYNAB", "LedgerMirror", "BankFiles",
      ]),
    // One import for an app, with bridges to Foundation's types.
    .target(
      name: "Ledger",
      dependencies: [
        "LedgerBook", "LedgerBytes", "EventLog", "LedgerDomain", "LedgerProjections", "LedgerAnswers",
        "LedgerAudit", "LedgerExchange", "LedgerSync", "LedgerYNAB", "LedgerPlatform", "LedgerSQLite",
        "BankFiles",
      ]),
    .target(
      name: "LedgerAudit",
      dependencies: [
        "LedgerBytes", "LedgerPlatform", "LedgerSQLite", "EventLog", "LedgerDomain", "ReceiptExtraction",
        "LedgerProjections",
        "LedgerBook",
      ]),
    .target(
      name: "LedgerExchange",
      dependencies: [
        "LedgerBytes", "LedgerPlatform", "EventLog", "LedgerDomain", "LedgerProjections", "LedgerBook",
        "LedgerAudit",
      ]),
    // Segments between devices, through a folder that a drive copies.
    .target(
      name: "LedgerSync",
      dependencies: [
        "LedgerBytes", "LedgerPlatform", "LedgerDomain", "EventLog", "LedgerProjections", "LedgerBook",
        "LedgerExchange",
      ]),
    // A copy of many ledgers in PostgreSQL, through psql.
    .target(
      name: "LedgerMirror",
      dependencies: [
        "LedgerBytes", "LedgerPlatform", "LedgerMigrations", "EventLog", "LedgerDomain", "LedgerProjections",
        "LedgerBook", "LedgerAudit", "LedgerSync",
      ]),
    // A remote budget, to which receipts are copied.
    .target(
      name: "LedgerYNAB",
      dependencies: ["LedgerBytes", "LedgerPlatform", "LedgerDomain", "LedgerBook"]),
    // The page with a time slider. Its script and style are embedded by C's #embed.
    .target(name: "CLedgerPage"),
    .target(
      name: "LedgerExplorer",
      dependencies: [
        "CLedgerPage", "LedgerBytes", "LedgerPlatform", "EventLog", "LedgerDomain", "LedgerProjections",
        "LedgerBook", "LedgerAudit", "LedgerExchange", "LedgerAnswers",
      ],
      exclude: ["Resources"]),
    // The texts of the tool's help, embedded by C's #embed.
    .target(name: "CEventsHelp", exclude: ["Commands", "Topics"]),
    .executableTarget(name: "events", dependencies: tool),

    .executableTarget(
      name: "events-bench",
      dependencies: [
        "LedgerBytes", "LedgerPlatform", "LedgerSQLite", "EventLog", "LedgerDomain", "LedgerProjections",
        "LedgerBook", "LedgerAudit", "LedgerSync",
      ]),

    // The code that tests share.
    .target(name: "LedgerTestSupport", path: "Tests/LedgerTestSupport"),
    // YNAB in memory and on a loopback port, for tests alone.
    .target(name: "YNABTestService", dependencies: ["LedgerBytes"], path: "Tests/YNABTestService"),
    .testTarget(
      name: "LedgerYNABTests",
      dependencies: [
        "LedgerYNAB", "LedgerBook", "LedgerDomain", "LedgerProjections", "LedgerBytes", "LedgerPlatform",
        "EventLog",
        "LedgerTestSupport", "YNABTestService",
      ]),
    .testTarget(name: "LedgerBytesTests", dependencies: ["LedgerBytes", "LedgerTestSupport"]),
    .testTarget(name: "LedgerPlatformTests", dependencies: ["LedgerPlatform", "LedgerTestSupport"]),
    .testTarget(name: "LedgerSQLiteTests", dependencies: ["LedgerSQLite", "LedgerTestSupport"]),
    .testTarget(
      name: "EventLogTests",
      dependencies: [
        "EventLog", "LedgerSQLite", "CLedgerSQLite", "LedgerBytes", "LedgerPlatform", "LedgerMigrations",
        "LedgerTestSupport",
      ]),
    .testTarget(name: "LedgerDomainTests", dependencies: ["LedgerDomain", "LedgerBytes", "LedgerTestSupport"]),
    .testTarget(
      name: "ReceiptExtractionTests",
      dependencies: ["ReceiptExtraction", "LedgerDomain", "LedgerBytes", "LedgerTestSupport"]),
    .testTarget(
      name: "PaperReadingTests", dependencies: ["PaperReading", "LedgerDomain", "LedgerTestSupport"]),
    .testTarget(
      name: "BankFilesTests", dependencies: ["BankFiles", "LedgerDomain", "LedgerBytes", "LedgerTestSupport"]),
    .testTarget(
      name: "LedgerBookTests",
      dependencies: [
        "LedgerBook", "LedgerProjections", "LedgerDomain", "EventLog", "LedgerSQLite", "LedgerBytes",
        "LedgerPlatform",
        "LedgerAudit", "LedgerMigrations", "LedgerTestSupport", "ExampleApp",
      ]),
    .testTarget(
      name: "LedgerAuditTests",
      dependencies: [
        "LedgerAudit", "LedgerBook", "LedgerProjections", "LedgerDomain", "EventLog", "LedgerSQLite",
        "LedgerBytes", "LedgerPlatform", "ReceiptExtraction", "LedgerTestSupport",
      ]),
    // Tests of power cuts, full disks and killed processes, with a C target of their own.
    .target(name: "CFaultVFS", dependencies: ["CLedgerSQLite"], path: "Tests/CFaultVFS"),
    .testTarget(
      name: "DurabilityTests",
      dependencies: [
        "CFaultVFS", "LedgerBook", "LedgerProjections", "LedgerDomain", "EventLog", "LedgerSQLite",
        "LedgerBytes", "LedgerPlatform", "events", "events-bench", "LedgerTestSupport",
      ]),
    // An example of an app, which uses only the public interface.
    .target(
      name: "ExampleApp",
      dependencies: ["Ledger"], path: "Tests/ExampleApp", packageAccess: false),
    .testTarget(
      name: "ExampleAppTests",
      dependencies: [
        "ExampleApp", "Ledger", "LedgerAudit", "LedgerBook", "LedgerDomain", "LedgerProjections", "LedgerSync",
        "events", "LedgerTestSupport",
      ]),
    .testTarget(name: "LedgerTests", dependencies: ["Ledger"]),
    .testTarget(
      name: "EventsBenchTests",
      dependencies: [
        "events-bench", "LedgerBook", "LedgerProjections", "LedgerDomain", "EventLog", "LedgerBytes",
        "LedgerPlatform",
      ]),
    .testTarget(
      name: "LedgerExchangeTests",
      dependencies: [
        "LedgerExchange", "LedgerAudit", "LedgerBook", "LedgerProjections", "LedgerDomain", "LedgerBytes",
        "LedgerPlatform", "EventLog",
        "LedgerTestSupport",
      ]),
    .testTarget(
      name: "LedgerSyncTests",
      dependencies: [
        "LedgerSync", "LedgerExchange", "LedgerBook", "LedgerProjections", "LedgerDomain", "LedgerBytes",
        "LedgerPlatform", "EventLog",
        "LedgerTestSupport",
      ]),
    // Reads the repository's text; needs nothing of the package, so that it builds in seconds.
    .testTarget(name: "StyleTests", exclude: ["Exceptions.txt"]),
    .testTarget(name: "FuzzTests", dependencies: fuzzed, exclude: ["LibFuzzer"]),
    .testTarget(
      name: "EventsToolTests",
      dependencies: [
        "events", "EventLog", "LedgerBook", "LedgerProjections", "LedgerDomain", "LedgerSQLite", "LedgerBytes",
        "LedgerPlatform", "LedgerExplorer", "LedgerTestSupport", "YNABTestService", "PaperReading",
        "LedgerMirror", "LedgerSync", "LedgerAnswers", "LedgerAudit", "LedgerExchange", "LedgerYNAB",
        "BankFiles", "Ledger",
      ]),
  ]
)

// libFuzzer's own program, for `tools/fuzz` alone: only a release build with `--sanitize=fuzzer` can link it. The tool is
// a library in it, and the tests, which feed the same parsers, are left out.
if Context.environment["EVENTS_FUZZ"] != nil {
  package.products.removeAll { $0.name != "Ledger" }
  package.targets.removeAll { $0.type == .test || ["events", "events-bench"].contains($0.name) }
  package.targets += [
    .target(name: "events", dependencies: tool, exclude: ["main.swift"]),
    .executableTarget(
      name: "events-fuzz", dependencies: fuzzed, path: "Tests/FuzzTests", exclude: ["Replay"]),
  ]
}

// The measurements of what is below the library, for `tools/counts`, which need not build the rest.
if Context.environment["EVENTS_COUNTS"] != nil {
  let below = [
    "CLedgerSQLite", "CLedgerHash", "LedgerPlatform", "LedgerSQLite", "LedgerBytes", "LedgerMigrations",
    "EventLog",
    "LedgerDomain", "LedgerProjections",
  ]
  package.products.removeAll { $0.name != "events-bench" }
  package.targets.removeAll { !below.contains($0.name) }
  package.targets.append(
    .executableTarget(
      name: "events-bench",
      dependencies: below.dropFirst(2).map { .init(stringLiteral: $0) },
      exclude: [
        "Durable", "Engine", "ManyLedgers", "MoneyFigures", "Past", "Recurring", "ScreenList", "Screens",
        "SwitchReader", "Syncing",
      ].map { "Measure/\($0).swift" }))
}

for target in package.targets where target.type != .system {
  target.swiftSettings = strict
}
