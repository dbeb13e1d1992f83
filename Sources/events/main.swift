internal import LedgerPlatform
internal import LedgerSQLite

SQLiteProcess.disableMemoryStatistics()
System.prepareProcess()
let code = run(
  arguments: Array(CommandLine.arguments.dropFirst()), environment: .ofProcess(), standardInput: 0,
  standardOutput: 1,
  standardError: 2, startBackup: AutomaticRun.start)
System.end(code: code.rawValue)
