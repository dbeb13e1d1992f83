# Sourced by the scripts beside it: where the repository is, and what building needs. Quiet when all is there.

repository="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

# Says what is wrong and ends.
fail() {
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  shift
  for line in "$@"; do printf '  %s\n' "$line" >&2; done
  exit 1
}

# Puts swift on PATH from the places its installers use.
need_swift() {
  command -v swift >/dev/null 2>&1 && return
  local folder
  for folder in "${SWIFTLY_BIN_DIR:-$HOME/.local/share/swiftly/bin}" "$HOME/.swiftly/bin" \
    /opt/swift/usr/bin /opt/swift*/usr/bin /usr/lib/swift*/usr/bin /usr/libexec/swift/*/bin; do
    if [[ -x $folder/swift ]]; then
      PATH="$folder:$PATH"
      export PATH
      return
    fi
  done
  fail 'swift is not installed' 'Install Swift 6.2 or newer: https://www.swift.org/install'
}

# The header and library of SQLite; macOS has both. Debian and Ubuntu get them where we may install, else the
# command to type is said.
need_sqlite() {
  [[ $(uname -s) == Darwin ]] && return
  local compiler
  compiler="$(command -v clang || command -v cc || echo cc)"
  if printf '#include <sqlite3.h>\n' | "$compiler" -E -x c - >/dev/null 2>&1; then return; fi
  if command -v apt-get >/dev/null 2>&1; then
    if [[ $(id -u) != 0 ]]; then
      fail "SQLite's header is missing" 'Type: sudo apt-get install libsqlite3-dev'
    fi
    local log
    log="$(mktemp)"
    if ! {
      apt-get install -y libsqlite3-dev || { apt-get update && apt-get install -y libsqlite3-dev; }
    } >"$log" 2>&1 </dev/null; then
      cat "$log" >&2
      rm -f "$log"
      fail 'libsqlite3-dev could not be installed'
    fi
    rm -f "$log"
    return
  fi
  fail "SQLite's header is missing" \
    "Install your system's package: sqlite-devel (Fedora), sqlite (Arch), sqlite-dev (Alpine)"
}

# All that building and testing need.
need_tools() {
  need_swift
  need_sqlite
}

# Runs a command in silence; its output is shown only when it fails.
quietly() {
  local log
  log="$(mktemp)"
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    fail "failed: $*"
  fi
  rm -f "$log"
}
