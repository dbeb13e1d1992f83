# From `series.name value` lines to the report of tools/bench: medians, and the medians of each round's ratios.
{ key = $1; values[key, ++count[key]] = $2 }

function sorted_at(list, size, index_wanted,   i, j, swap) {
  for (i = 2; i <= size; i++)
    for (j = i; j > 1 && list[j - 1] > list[j]; j--) { swap = list[j]; list[j] = list[j - 1]; list[j - 1] = swap }
  return list[index_wanted]
}
function percentile(key, share,   i, list, size, at) {
  size = count[key]
  if (!size) return ""
  for (i = 1; i <= size; i++) list[i] = values[key, i] + 0
  at = int(size * share); if (at < size * share || at < 1) at++
  if (share == 0.5 && size % 2 == 0) return (sorted_at(list, size, size / 2) + sorted_at(list, size, size / 2 + 1)) / 2
  return sorted_at(list, size, at)
}
function median(key) { return percentile(key, 0.5) }
function ratio(name, ours, theirs,   i, list, size) {
  size = count[ours] < count[theirs] ? count[ours] : count[theirs]
  for (i = 1; i <= size; i++) list[i] = values[ours, i] / values[theirs, i]
  if (!size) { add_ratio(name, ""); return }
  add_ratio(name, size % 2 ? sorted_at(list, size, (size + 1) / 2) \
    : (sorted_at(list, size, size / 2) + sorted_at(list, size, size / 2 + 1)) / 2)
  if (count["other." ours]) compare(name, ratio_of[name], list, size, "other." ours, theirs)
}
# With --against, each line has the median ratio now and at the other revision, each with the lowest and the highest.
function compare(name, now, list, size, ours, theirs,   i, low, high) {
  if (!compared++) printf "%-14s %-22s   at %s\n", "ratio to C", "now", against > "/dev/stderr"
  low = list[1]; high = list[size]
  for (i = 1; i <= count[ours]; i++) list[i] = values[ours, i] / values[theirs, i]
  size = count[ours]; sorted_at(list, size, 1)
  i = size % 2 ? list[(size + 1) / 2] : (list[size / 2] + list[size / 2 + 1]) / 2
  printf "%-14s %5.2f (%.2f to %.2f)   %5.2f (%.2f to %.2f)   %+.0f %%\n", name, now, low, high, i, list[1], list[size], \
    (now / i - 1) * 100 > "/dev/stderr"
}
function quotient(ours, theirs,   i, list, size) {
  size = count[ours] < count[theirs] ? count[ours] : count[theirs]
  for (i = 1; i <= size; i++) list[i] = values[ours, i] / values[theirs, i]
  return size ? sorted_at(list, size, int((size + 1) / 2)) : ""
}
function add_ratio(name, value) {
  if (only != "" && value == "") return
  ratio_names[++ratios] = name; ratio_of[name] = value
}
function absolute(name, value, digits) {
  # What was not measured is not said where only a part was asked for.
  if (only != "" && value == "") return
  absolute_names[++absolutes] = name
  absolute_of[name] = value == "" ? "" : sprintf("%." digits "f", value)
}
function reference(name, measured, low) {
  if (measured != "" && measured < 0.6 * low) {
    printf "bench: the baseline is slow: %s is %.0f, and %.0f has been seen\n", name, measured, low > "/dev/stderr"
    is_slow = 1
  }
}

END {
  ratio("appendDurable", "durable.perSecond", "cDurable.perSecond")
  ratio("appendBatch", "append.perSecond", "cAppend.perSecond")
  ratio("fold", "fold.perSecond", "cScan.perSecond")
  ratio("foldParallel", "foldParallel.perSecond", "cScanParallel.perSecond")
  ratio("rebuild1", "rebuild1.perSecond", "cRebuild.perSecond")
  ratio("rebuild", "rebuild.perSecond", "cRebuild.perSecond")
  ratio("catchUp", "catchUp.perSecond", "cBatches.perSecond")
  # Ours over ours: now over a random past position, the geometric mean of four looks.
  add_ratio("history", median("history.ratio"))
  # Ours over ours: building the history over building all other models, both with all cores.
  ratio("historyBuild", "history.buildPerSecond", "rebuild.perSecond")
  ratio("start", "start.perSecond", "cStart.perSecond")
  if (only == "" && ratio_of["start"] == "") reason["start"] = "tools/install or the sqlite3 shell is missing"

  absolute("appendBatchPerSecond", median("append.perSecond"), 0)
  absolute("appendBatchPerSecondC", median("cAppend.perSecond"), 0)
  absolute("appendDurablePerSecond", median("durable.perSecond"), 0)
  absolute("appendDurablePerSecondC", median("cDurable.perSecond"), 0)
  absolute("catchUpPerSecond", median("catchUp.perSecond"), 0)
  absolute("catchUpPerSecondC", median("cBatches.perSecond"), 0)
  absolute("recurringPerSecond", median("recur.perSecond"), 0)
  absolute("recurringOverAppendBatch", quotient("recur.perSecond", "append.perSecond"), 3)
  absolute("foldPerSecond", median("fold.perSecond"), 0)
  absolute("foldParallelPerSecond", median("foldParallel.perSecond"), 0)
  absolute("scanParallelPerSecondC", median("cScanParallel.perSecond"), 0)
  absolute("scanPerSecondC", median("cScan.perSecond"), 0)
  absolute("scanEightColumnsPerSecondC", median("cScan.eightColumnsPerSecond"), 0)
  absolute("rebuild1PerSecond", median("rebuild1.perSecond"), 0)
  absolute("rebuildPerSecond", median("rebuild.perSecond"), 0)
  absolute("rebuildPerSecondC", median("cRebuild.perSecond"), 0)
  absolute("rebuildRows", median("cRebuild.rows"), 0)
  absolute("rebuildPeakMemoryBytes", median("rebuild.peakMemoryBytes"), 0)
  absolute("rebuild1PeakMemoryBytes", median("rebuild1.peakMemoryBytes"), 0)
  absolute("logBytesPerEvent", median("log.bytes") / events, 1)
  absolute("modelBytesPerEvent", median("models.bytes") / events, 1)
  absolute("historyBytesPerEvent", count["history.bytes"] ? median("history.bytes") / events : "", 1)
  absolute("historyBuildPerSecond", median("history.buildPerSecond"), 0)
  absolute("historyBuildPeakMemoryBytes", median("history.buildPeakMemoryBytes"), 0)
  absolute("figureNowMicroseconds", median("history.figureNowMicroseconds"), 1)
  absolute("figurePastMicroseconds", median("history.figurePastMicroseconds"), 1)
  absolute("listNowMicroseconds", median("history.listNowMicroseconds"), 0)
  absolute("listPastMicroseconds", median("history.listPastMicroseconds"), 0)
  absolute("yearNowMicroseconds", median("history.yearNowMicroseconds"), 0)
  absolute("yearPastMicroseconds", median("history.yearPastMicroseconds"), 0)
  absolute("groupsNowMicroseconds", median("history.groupsNowMicroseconds"), 0)
  absolute("groupsPastMicroseconds", median("history.groupsPastMicroseconds"), 0)
  absolute("pastOpeningMicroseconds", median("history.openingMicroseconds"), 0)
  absolute("durableCommandMicrosecondsP50", median("durable.p50Microseconds"), 0)
  absolute("durableCommandMicrosecondsP99", median("durable.p99Microseconds"), 0)
  absolute("durableInsertMicrosecondsP50C", median("cDurable.p50Microseconds"), 0)
  absolute("tailLatencyMicrosecondsP50", median("tail.latencyMicroseconds"), 0)
  absolute("tailLatencyMicrosecondsP99", percentile("tail.latencyMicroseconds", 0.99), 0)

  if (json) {
    printf "{\"absolute\":{"
    for (i = 1; i <= absolutes; i++) {
      name = absolute_names[i]
      printf "%s\"%s\":%s", (i > 1 ? "," : ""), name, absolute_of[name] == "" ? "null" : absolute_of[name]
    }
    printf "},\"cores\":%d,\"events\":%d,\"ratios\":{", cores, events
    for (i = 1; i <= ratios; i++) {
      name = ratio_names[i]
      printf "%s\"%s\":%s", (i > 1 ? "," : ""), name, ratio_of[name] == "" ? "null" : sprintf("%.3f", ratio_of[name])
    }
    printf "},\"reasons\":{"
    separator = ""
    for (i = 1; i <= ratios; i++) if (ratio_names[i] in reason) {
      printf "%s\"%s\":\"%s\"", separator, ratio_names[i], reason[ratio_names[i]]
      separator = ","
    }
    print "}}"
  } else {
    printf "%d events, %d cores\n\n%-36s %12s\n", events, cores, "ours / plain C, higher is better", "ratio"
    for (i = 1; i <= ratios; i++) {
      name = ratio_names[i]
      if (ratio_of[name] == "") printf "%-36s %12s  %s\n", name, "–", reason[name]
      else printf "%-36s %12.3f\n", name, ratio_of[name]
    }
    printf "\n%-36s %12s\n", "absolute (C: the baseline)", "median"
    for (i = 1; i <= absolutes; i++) printf "%-36s %12s\n", absolute_names[i], absolute_of[absolute_names[i]]
  }
  if (check) {
    reference("the append", median("cAppend.perSecond"), 325000)
    reference("the durable insert", median("cDurable.perSecond"), 4300)
    reference("the scan of eight columns", median("cScan.eightColumnsPerSecond"), 4200000)
    if (is_slow) exit 1
  }
}
