# From `series.name value` lines of two revisions to their ratios to C: medians, with the lowest and the highest.
{ values[$1, ++count[$1]] = $2 }

function rates(ours, theirs,   i, j, swap, size) {
  size = count[ours] < count[theirs] ? count[ours] : count[theirs]
  for (i = 1; i <= size; i++) list[i] = values[ours, i] / values[theirs, i]
  for (i = 2; i <= size; i++)
    for (j = i; j > 1 && list[j - 1] > list[j]; j--) { swap = list[j]; list[j] = list[j - 1]; list[j - 1] = swap }
  return size
}
function middle(size) { return size % 2 ? list[(size + 1) / 2] : (list[size / 2] + list[size / 2 + 1]) / 2 }
function line(name, series, baseline,   size, now) {
  size = rates(series ".perSecond", baseline ".perSecond")
  if (!size || !count["other." series ".perSecond"]) return
  now = middle(size)
  printf "%-14s %5.2f (%.2f to %.2f)", name, now, list[1], list[size]
  size = rates("other." series ".perSecond", baseline ".perSecond")
  printf "   %5.2f (%.2f to %.2f)   %+.0f %%\n", middle(size), list[1], list[size], (now / middle(size) - 1) * 100
}

END {
  printf "%-14s %-22s   %s\n", "ratio to C", "now", "at " revision
  line("appendDurable", "durable", "cDurable")
  line("appendBatch", "append", "cAppend")
  line("fold", "fold", "cScan")
  line("foldParallel", "foldParallel", "cScanParallel")
  line("rebuild1", "rebuild1", "cRebuild")
  line("rebuild", "rebuild", "cRebuild")
  line("catchUp", "catchUp", "cBatches")
}
