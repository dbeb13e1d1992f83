#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

System.prepareProcess()
let code = run(
  arguments: Array(CommandLine.arguments.dropFirst()), environment: .ofProcess(), standardInput: 0,
  standardOutput: 1,
  standardError: 2)
exit(code.rawValue)
