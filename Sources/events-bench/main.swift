internal import LedgerPlatform

System.end(code: BenchTool.run(Array(CommandLine.arguments.dropFirst())))
