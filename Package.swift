// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "ledger",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(
      name: "Ledger",
      targets: [
        "LedgerBytes", "LedgerSQLite", "EventLog", "LedgerDomain", "ReceiptExtraction",
        "LedgerProjections", "LedgerBook", "LedgerAudit", "LedgerExchange",
      ]),
    .executable(name: "events", targets: ["events"]),
    .executable(name: "events-bench", targets: ["events-bench"]),
  ],
  targets: [
    // What is unsafe, behind a boundary.
    .target(name: "CLedgerSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CLedgerHash"),
    .target(name: "LedgerSQLite", dependencies: ["CLedgerSQLite"]),
    .target(name: "LedgerBytes", dependencies: ["CLedgerHash"]),
    .target(
      name: "LedgerMigrations", path: "Migrations",
      resources: [.embedInCode("log"), .embedInCode("models")]),

    // The append-only log, which knows no domain event.
    .target(name: "EventLog", dependencies: ["LedgerSQLite", "LedgerBytes", "LedgerMigrations"]),

    // What events mean: pure.
    .target(name: "LedgerDomain", dependencies: ["LedgerBytes"]),
    .target(name: "ReceiptExtraction", dependencies: ["LedgerDomain"]),
    .executableTarget(
      name: "extraction-bench", dependencies: ["ReceiptExtraction", "LedgerDomain", "LedgerBytes"]),

    // What screens show: disposable.
    .target(
      name: "LedgerProjections",
      dependencies: ["LedgerDomain", "EventLog", "LedgerSQLite", "LedgerBytes", "LedgerMigrations"]),

    // What an app opens, and the tool over it.
    .target(
      name: "LedgerBook",
      dependencies: [
        "LedgerBytes", "LedgerSQLite", "EventLog", "LedgerDomain", "ReceiptExtraction",
        "LedgerProjections",
      ]),
    .target(
      name: "LedgerAudit",
      dependencies: [
        "LedgerBytes", "LedgerSQLite", "EventLog", "LedgerDomain", "ReceiptExtraction", "LedgerProjections",
        "LedgerBook",
      ]),
    .target(
      name: "LedgerExchange",
      dependencies: ["LedgerBytes", "LedgerDomain", "LedgerProjections", "LedgerBook"]),
    .executableTarget(
      name: "events",
      dependencies: [
        "LedgerBytes", "LedgerSQLite", "EventLog", "LedgerDomain", "ReceiptExtraction", "LedgerProjections",
        "LedgerBook", "LedgerAudit", "LedgerExchange",
      ]),

    .executableTarget(
      name: "events-bench",
      dependencies: [
        "LedgerBytes", "LedgerSQLite", "EventLog", "LedgerDomain", "LedgerProjections", "LedgerBook",
      ]),

    // What the tests share.
    .target(name: "LedgerTestSupport", path: "Tests/LedgerTestSupport"),
    .testTarget(name: "LedgerBytesTests", dependencies: ["LedgerBytes", "LedgerTestSupport"]),
    .testTarget(name: "LedgerSQLiteTests", dependencies: ["LedgerSQLite", "LedgerTestSupport"]),
    .testTarget(
      name: "EventLogTests",
      dependencies: ["EventLog", "LedgerSQLite", "LedgerBytes", "LedgerMigrations", "LedgerTestSupport"]),
    .testTarget(name: "LedgerDomainTests", dependencies: ["LedgerDomain", "LedgerBytes", "LedgerTestSupport"]),
    .testTarget(
      name: "ReceiptExtractionTests",
      dependencies: ["ReceiptExtraction", "LedgerDomain", "LedgerBytes", "LedgerTestSupport"]),
    .testTarget(
      name: "LedgerBookTests",
      dependencies: [
        "LedgerBook", "LedgerProjections", "LedgerDomain", "EventLog", "LedgerSQLite", "LedgerBytes",
        "LedgerAudit", "LedgerMigrations", "LedgerTestSupport",
      ]),
    .testTarget(
      name: "LedgerAuditTests",
      dependencies: [
        "LedgerAudit", "LedgerBook", "LedgerProjections", "LedgerDomain", "EventLog", "LedgerSQLite",
        "LedgerBytes", "ReceiptExtraction", "LedgerTestSupport",
      ]),
    // What holds when the power, the disk or the process does not. The C target is the tests' own.
    .target(name: "CFaultVFS", dependencies: ["CLedgerSQLite"], path: "Tests/CFaultVFS"),
    .testTarget(
      name: "DurabilityTests",
      dependencies: [
        "CFaultVFS", "LedgerBook", "LedgerProjections", "LedgerDomain", "EventLog", "LedgerSQLite",
        "LedgerBytes", "events", "events-bench", "LedgerTestSupport",
      ]),
    // An app as others write one, against the public interface alone.
    .target(
      name: "ExampleApp", dependencies: ["LedgerBook", "LedgerDomain", "LedgerProjections"],
      path: "Tests/ExampleApp"),
    .testTarget(
      name: "ExampleAppTests",
      dependencies: [
        "ExampleApp", "LedgerBook", "LedgerDomain", "LedgerProjections", "events", "LedgerTestSupport",
      ]),
    .testTarget(
      name: "EventsBenchTests",
      dependencies: [
        "events-bench", "LedgerBook", "LedgerProjections", "LedgerDomain", "EventLog", "LedgerBytes",
      ]),
    .testTarget(
      name: "LedgerExchangeTests",
      dependencies: [
        "LedgerExchange", "LedgerBook", "LedgerProjections", "LedgerDomain", "LedgerBytes", "EventLog",
        "LedgerTestSupport",
      ]),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "events", "EventLog", "LedgerAudit", "LedgerBook", "LedgerBytes", "LedgerDomain", "LedgerProjections",
        "LedgerSQLite", "ReceiptExtraction", "LedgerTestSupport",
      ],
      exclude: ["LibFuzzer"]),
    .testTarget(
      name: "EventsToolTests",
      dependencies: [
        "events", "EventLog", "LedgerBook", "LedgerProjections", "LedgerDomain", "LedgerSQLite", "LedgerBytes",
        "LedgerTestSupport",
      ]),
  ]
)

// libFuzzer's own program, for `tools/fuzz` alone: only a release build with `--sanitize=fuzzer` can link it. The tool is
// a library in it, and the tests, which feed the same parsers, are left out.
if Context.environment["EVENTS_FUZZ"] != nil {
  package.products.removeAll { $0.name != "Ledger" }
  package.targets.removeAll { $0.type == .test || ["events", "events-bench"].contains($0.name) }
  package.targets += [
    .target(
      name: "events",
      dependencies: [
        "LedgerBytes", "LedgerSQLite", "EventLog", "LedgerDomain", "ReceiptExtraction", "LedgerProjections",
        "LedgerBook", "LedgerAudit", "LedgerExchange",
      ],
      exclude: ["main.swift"]),
    .executableTarget(
      name: "events-fuzz",
      dependencies: [
        "events", "EventLog", "LedgerAudit", "LedgerBook", "LedgerBytes", "LedgerDomain", "LedgerProjections",
        "LedgerSQLite", "ReceiptExtraction", "LedgerTestSupport",
      ],
      path: "Tests/FuzzTests", exclude: ["Replay"]),
  ]
}

for target in package.targets where target.type != .system {
  target.swiftSettings = strict
}
