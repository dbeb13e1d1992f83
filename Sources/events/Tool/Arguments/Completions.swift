/// Writes completions for shells from the same data as the help.
enum Completions {
  static let shells = ["bash", "zsh", "fish"]

  static func script(for shell: String, commands: [Command]) -> String {
    let entries = leaves(of: commands)
    return switch shell {
    case "zsh": zsh(commands, entries)
    case "fish": fish(commands, entries)
    default: bash(commands, entries)
    }
  }

  /// A command, or the first word of commands, with the words that may follow it.
  private struct Entry {
    let path: [String]
    let words: [(word: String, summary: String)]
    let options: [Option]
    /// Whether file names may follow as well.
    let takesFiles: Bool
    /// Whether its operands are accounts, or some of them.
    let takesAccounts: Bool
  }

  private static func leaves(of commands: [Command]) -> [Entry] {
    commands.flatMap { command in
      ([command.word] + command.aliases).flatMap { name -> [Entry] in
        let path = Array(command.path.dropLast()) + [name]
        let takesFiles =
          !command.needsSubcommand
          && (command.operands + command.subcommands.flatMap(\.operands)).contains {
            $0.isFile || isFile($0.name)
          }
        let entry = Entry(
          path: path, words: words(after: command),
          options: command.needsSubcommand ? [.help] : command.allOptions, takesFiles: takesFiles,
          takesAccounts: command.operands.contains { accountNames.contains($0.name) })
        return [entry] + leaves(of: command.subcommands)
      }
    }
  }

  /// Returns the words that may follow a command: its subcommands. Help takes every command and every topic.
  private static func words(after command: Command) -> [(word: String, summary: String)] {
    guard command.path == Command.help.path else { return command.subcommands.map { ($0.word, $0.summary) } }
    return top(Command.all) + HelpTopic.all.map { ($0.name, $0.summary) }
  }

  /// Whether an operand or a value is the name of a file or a folder, by its name in the help.
  private static func isFile(_ name: String) -> Bool {
    name.split(separator: "|").contains { part in
      ["FILE", "DIR", "FOLDER"].contains { part == $0 || part.hasPrefix($0 + ".") }
    }
  }

  /// Returns the options of all commands whose value is the name of a file.
  private static func fileOptions(_ entries: [Entry]) -> String {
    let options = entries.flatMap(\.options).filter { $0.value.map(isFile) ?? false }
    return Set(options.flatMap { ["--\($0.name)"] + ($0.short.map { ["-\($0)"] } ?? []) }).sorted()
      .joined(separator: " ")
  }

  /// The names of operands and values that are an account.
  private static let accountNames = ["ACCOUNT", "FROM", "TO"]

  /// Returns the options of all commands whose value is the name of an account.
  private static func accountOptions(_ entries: [Entry]) -> String {
    let options = entries.flatMap(\.options).filter { option in
      option.name == "account" || option.value.map(accountNames.contains) ?? false
    }
    return Set(options.map { "--\($0.name)" }).sorted().joined(separator: " ")
  }

  /// Returns the commands whose operands are accounts, with bars around each.
  private static func accountPaths(_ entries: [Entry]) -> String {
    "|" + entries.filter(\.takesAccounts).map { $0.path.joined(separator: " ") + "|" }.joined()
  }

  private static func top(_ commands: [Command]) -> [(word: String, summary: String)] {
    commands.flatMap { command in ([command.word] + command.aliases).map { ($0, command.summary) } }
  }

  private static func optionWords(_ options: [Option]) -> String {
    options.map { "--\($0.name)" }.joined(separator: " ")
  }

  // MARK: bash

  private static func bash(_ commands: [Command], _ entries: [Entry]) -> String {
    var cases = ""
    for entry in entries {
      let words = (entry.words.map(\.word) + [optionWords(entry.options)]).joined(separator: " ")
      cases +=
        "    '\(entry.path.joined(separator: " "))') words='\(words)'; files=\(entry.takesFiles ? 1 : 0) ;;\n"
    }
    let first = top(commands).map(\.word).joined(separator: " ")
    let before = optionWords(Option.anywhere + [.help, .version])
    let twoWords = commands.filter(\.needsSubcommand).map(\.word).joined(separator: "|")
    return """
      # bash completion of events; load it with: source <(events completions bash)
      _events() {
        local current="${COMP_WORDS[COMP_CWORD]}" path='' words='' files=0 word index
        local previous="${COMP_WORDS[COMP_CWORD-1]}"
        for ((index = 1; index < COMP_CWORD; index++)); do
          word="${COMP_WORDS[index]}"
          case "$word" in
          --ledger) ((index++)) ;;
          -*) ;;
          *)
            case "$path" in
            '') path="$word" ;;
            \(twoWords)) path="$path $word" ;;
            esac
            ;;
          esac
        done
        if [[ " \(tagOptions) " == *" $previous "* || $path == tag && $current != -* ]]; then
          COMPREPLY=()
          while IFS= read -r word; do COMPREPLY+=("$word"); done < <(
            events tag --suggest "$current" 2>/dev/null | sed 's/^ *[0-9,.]* *//')
          return
        fi
        if [[ " \(accountOptions(entries)) " == *" $previous "*
          || '\(accountPaths(entries))' == *"|$path|"* && $current != -* ]]; then
          COMPREPLY=()
          while IFS= read -r word; do
            [[ $word == "$current"* ]] && COMPREPLY+=("$(printf '%q' "$word")")
          done < <(events account list --names 2>/dev/null)
          return
        fi
        if [[ " \(fileOptions(entries)) " == *" $previous "* ]]; then
          COMPREPLY=($(compgen -f -- "$current"))
          return
        fi
        case "$path" in
          '') words='\(first) \(before)' ;;
      \(cases)  esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        if ((files)) && [[ $current != -* ]]; then COMPREPLY+=($(compgen -f -- "$current")); fi
      }
      complete -o filenames -F _events events

      """
  }

  // MARK: zsh

  private static func zsh(_ commands: [Command], _ entries: [Entry]) -> String {
    var cases = ""
    for entry in entries {
      cases += "    '\(entry.path.joined(separator: " "))')\n"
      let offered =
        entry.words.map { described($0.word, $0.summary) }
        + entry.options.map { described("--\($0.name)", $0.help) }
      cases += "      words=(\(offered.joined(separator: " ")))\n"
      cases += "      files=\(entry.takesFiles ? 1 : 0) ;;\n"
    }
    let first = top(commands).map { described($0.word, $0.summary) }
    let before = (Option.anywhere + [.help, .version]).map { described("--\($0.name)", $0.help) }
    let twoWords = commands.filter(\.needsSubcommand).map(\.word).joined(separator: "|")
    return """
      #compdef events
      # zsh completion of events; put it into a folder of $fpath as _events
      _events() {
        local path_='' word index files=0
        local -a words
        for ((index = 2; index < CURRENT; index++)); do
          word="${(Q)${(z)BUFFER}[index]}"
          case "$word" in
            --ledger) ((index++)) ;;
            -*) ;;
            *)
              case "$path_" in
                '') path_="$word" ;;
                \(twoWords)) path_="$path_ $word" ;;
              esac ;;
          esac
        done
        local previous="${(Q)${(z)BUFFER}[CURRENT-1]}"
        if [[ " \(tagOptions) " == *" $previous "* || $path_ == tag && $PREFIX != -* ]]; then
          words=(${(f)"$(events tag --suggest "$PREFIX" 2>/dev/null | sed 's/^ *[0-9,.]* *//')"})
          compadd -a words
          return
        fi
        if [[ " \(accountOptions(entries)) " == *" $previous "*
          || '\(accountPaths(entries))' == *"|$path_|"* && $PREFIX != -* ]]; then
          words=(${(f)"$(events account list --names 2>/dev/null)"})
          compadd -a words
          return
        fi
        if [[ " \(fileOptions(entries)) " == *" $previous "* ]]; then _files; return; fi
        case "$path_" in
          '') words=(\((first + before).joined(separator: " "))) ;;
      \(cases)  esac
        _describe 'events' words
        if ((files)); then _files; fi
      }
      if [[ ${funcstack[1]} == _events ]]; then _events "$@"; else compdef _events events; fi

      """
  }

  private static func described(_ word: String, _ summary: String) -> String {
    "'\(word):\(summary.replacing("'", with: "'\\''"))'"
  }

  // MARK: fish

  private static func fish(_ commands: [Command], _ entries: [Entry]) -> String {
    var lines = ["# fish completion of events; put it into ~/.config/fish/completions/events.fish"]
    let names = top(commands).map(\.word).joined(separator: " ")
    lines.append("complete -c events -f")
    for option in Option.anywhere + [.version, .help] {
      lines.append("complete -c events\(fishOption(option))")
    }
    for (word, summary) in top(commands) {
      lines.append(
        "complete -c events -n 'not __fish_seen_subcommand_from \(names)' -a \(word) -d '\(quoted(summary))'")
    }
    for entry in entries {
      let condition = entry.path.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
      for (word, summary) in entry.words {
        lines.append("complete -c events -n '\(condition)' -a \(word) -d '\(quoted(summary))'")
      }
      for option in entry.options where !Option.anywhere.contains(option) && option != .help {
        lines.append("complete -c events -n '\(condition)'\(fishOption(option))")
      }
      if entry.takesAccounts { lines.append("complete -c events -n '\(condition)' -a '\(fishAccounts)'") }
      if entry.takesFiles { lines.append("complete -c events -n '\(condition)' -F") }
    }
    lines.append("complete -c events -n '__fish_seen_subcommand_from tag' -a '\(fishTags)'")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fishOption(_ option: Option) -> String {
    var text = " -l \(option.name)"
    if let short = option.short { text += " -s \(short)" }
    if tagOptions.split(separator: " ").contains("--\(option.name)") {
      text += " -x -a '\(fishTags)'"
    } else if option.name == "account" || option.value.map(accountNames.contains) ?? false {
      text += " -x -a '\(fishAccounts)'"
    } else if option.value != nil {
      text += option.choices.isEmpty ? " -r" : " -x -a '\(option.choices.joined(separator: " "))'"
    }
    return text + " -d '\(quoted(option.help))'"
  }

  /// The shell command that lists the ledger's tags with the typed beginning, most used first (ET-05).
  private static let fishTags =
    "(events tag --suggest (commandline -ct) 2>/dev/null | string replace -r \"^ *[0-9,.]+ +\" \"\")"

  /// The shell command that lists the accounts.
  private static let fishAccounts = "(events account list --names 2>/dev/null)"

  /// The options whose value is a tag.
  private static let tagOptions = "--tag --any-tag --tags --remove"

  private static func quoted(_ text: String) -> String { text.replacing("'", with: "\\'") }
}
