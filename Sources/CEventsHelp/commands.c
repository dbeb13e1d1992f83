#include "CEventsHelp.h"
#include <stddef.h>
#include <string.h>

// #embed is of C23. The compilers of Swift 6.2 and later have it in every language mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

// A test compares this list with the folder.
static const struct {
  const char *name;
  const unsigned char *text;
} texts[] = {
    {"accept", (const unsigned char[]){
#embed "Commands/accept.txt"
    , 0}},
    {"account", (const unsigned char[]){
#embed "Commands/account.txt"
    , 0}},
    {"add", (const unsigned char[]){
#embed "Commands/add.txt"
    , 0}},
    {"analysis", (const unsigned char[]){
#embed "Commands/analysis.txt"
    , 0}},
    {"audit", (const unsigned char[]){
#embed "Commands/audit.txt"
    , 0}},
    {"backup", (const unsigned char[]){
#embed "Commands/backup.txt"
    , 0}},
    {"bisect", (const unsigned char[]){
#embed "Commands/bisect.txt"
    , 0}},
    {"blame", (const unsigned char[]){
#embed "Commands/blame.txt"
    , 0}},
    {"budget", (const unsigned char[]){
#embed "Commands/budget.txt"
    , 0}},
    {"cache", (const unsigned char[]){
#embed "Commands/cache.txt"
    , 0}},
    {"capture", (const unsigned char[]){
#embed "Commands/capture.txt"
    , 0}},
    {"category", (const unsigned char[]){
#embed "Commands/category.txt"
    , 0}},
    {"check-proof", (const unsigned char[]){
#embed "Commands/check-proof.txt"
    , 0}},
    {"checkpoint", (const unsigned char[]){
#embed "Commands/checkpoint.txt"
    , 0}},
    {"clear", (const unsigned char[]){
#embed "Commands/clear.txt"
    , 0}},
    {"compare", (const unsigned char[]){
#embed "Commands/compare.txt"
    , 0}},
    {"completions", (const unsigned char[]){
#embed "Commands/completions.txt"
    , 0}},
    {"confirm", (const unsigned char[]){
#embed "Commands/confirm.txt"
    , 0}},
    {"conflicts", (const unsigned char[]){
#embed "Commands/conflicts.txt"
    , 0}},
    {"correct", (const unsigned char[]){
#embed "Commands/correct.txt"
    , 0}},
    {"defaults", (const unsigned char[]){
#embed "Commands/defaults.txt"
    , 0}},
    {"delete", (const unsigned char[]){
#embed "Commands/delete.txt"
    , 0}},
    {"device", (const unsigned char[]){
#embed "Commands/device.txt"
    , 0}},
    {"diff", (const unsigned char[]){
#embed "Commands/diff.txt"
    , 0}},
    {"discard", (const unsigned char[]){
#embed "Commands/discard.txt"
    , 0}},
    {"dismiss", (const unsigned char[]){
#embed "Commands/dismiss.txt"
    , 0}},
    {"doctor", (const unsigned char[]){
#embed "Commands/doctor.txt"
    , 0}},
    {"drafts", (const unsigned char[]){
#embed "Commands/drafts.txt"
    , 0}},
    {"duplicates", (const unsigned char[]){
#embed "Commands/duplicates.txt"
    , 0}},
    {"erase", (const unsigned char[]){
#embed "Commands/erase.txt"
    , 0}},
    {"explore", (const unsigned char[]){
#embed "Commands/explore.txt"
    , 0}},
    {"export", (const unsigned char[]){
#embed "Commands/export.txt"
    , 0}},
    {"file", (const unsigned char[]){
#embed "Commands/file.txt"
    , 0}},
    {"flag", (const unsigned char[]){
#embed "Commands/flag.txt"
    , 0}},
    {"goal", (const unsigned char[]){
#embed "Commands/goal.txt"
    , 0}},
    {"group", (const unsigned char[]){
#embed "Commands/group.txt"
    , 0}},
    {"groups", (const unsigned char[]){
#embed "Commands/groups.txt"
    , 0}},
    {"help", (const unsigned char[]){
#embed "Commands/help.txt"
    , 0}},
    {"import", (const unsigned char[]){
#embed "Commands/import.txt"
    , 0}},
    {"init", (const unsigned char[]){
#embed "Commands/init.txt"
    , 0}},
    {"item", (const unsigned char[]){
#embed "Commands/item.txt"
    , 0}},
    {"match", (const unsigned char[]){
#embed "Commands/match.txt"
    , 0}},
    {"mirror", (const unsigned char[]){
#embed "Commands/mirror.txt"
    , 0}},
    {"month", (const unsigned char[]){
#embed "Commands/month.txt"
    , 0}},
    {"open", (const unsigned char[]){
#embed "Commands/open.txt"
    , 0}},
    {"page", (const unsigned char[]){
#embed "Commands/page.txt"
    , 0}},
    {"pick", (const unsigned char[]){
#embed "Commands/pick.txt"
    , 0}},
    {"profile", (const unsigned char[]){
#embed "Commands/profile.txt"
    , 0}},
    {"prove", (const unsigned char[]){
#embed "Commands/prove.txt"
    , 0}},
    {"read", (const unsigned char[]){
#embed "Commands/read.txt"
    , 0}},
    {"rebuild", (const unsigned char[]){
#embed "Commands/rebuild.txt"
    , 0}},
    {"receipt", (const unsigned char[]){
#embed "Commands/receipt.txt"
    , 0}},
    {"receipts", (const unsigned char[]){
#embed "Commands/receipts.txt"
    , 0}},
    {"recover", (const unsigned char[]){
#embed "Commands/recover.txt"
    , 0}},
    {"redact", (const unsigned char[]){
#embed "Commands/redact.txt"
    , 0}},
    {"redo", (const unsigned char[]){
#embed "Commands/redo.txt"
    , 0}},
    {"reject", (const unsigned char[]){
#embed "Commands/reject.txt"
    , 0}},
    {"replay", (const unsigned char[]){
#embed "Commands/replay.txt"
    , 0}},
    {"report", (const unsigned char[]){
#embed "Commands/report.txt"
    , 0}},
    {"repro", (const unsigned char[]){
#embed "Commands/repro.txt"
    , 0}},
    {"restore", (const unsigned char[]){
#embed "Commands/restore.txt"
    , 0}},
    {"review", (const unsigned char[]){
#embed "Commands/review.txt"
    , 0}},
    {"rule", (const unsigned char[]){
#embed "Commands/rule.txt"
    , 0}},
    {"save", (const unsigned char[]){
#embed "Commands/save.txt"
    , 0}},
    {"search", (const unsigned char[]){
#embed "Commands/search.txt"
    , 0}},
    {"show", (const unsigned char[]){
#embed "Commands/show.txt"
    , 0}},
    {"status", (const unsigned char[]){
#embed "Commands/status.txt"
    , 0}},
    {"sync", (const unsigned char[]){
#embed "Commands/sync.txt"
    , 0}},
    {"tag", (const unsigned char[]){
#embed "Commands/tag.txt"
    , 0}},
    {"tail", (const unsigned char[]){
#embed "Commands/tail.txt"
    , 0}},
    {"transfer", (const unsigned char[]){
#embed "Commands/transfer.txt"
    , 0}},
    {"undo", (const unsigned char[]){
#embed "Commands/undo.txt"
    , 0}},
    {"unmatch", (const unsigned char[]){
#embed "Commands/unmatch.txt"
    , 0}},
    {"vendor", (const unsigned char[]){
#embed "Commands/vendor.txt"
    , 0}},
    {"verify", (const unsigned char[]){
#embed "Commands/verify.txt"
    , 0}},
    {"why", (const unsigned char[]){
#embed "Commands/why.txt"
    , 0}},
    {"ynab", (const unsigned char[]){
#embed "Commands/ynab.txt"
    , 0}},
};

const unsigned char *events_help_command(const char *name) {
  for (size_t index = 0; index < sizeof(texts) / sizeof(texts[0]); index++) {
    if (strcmp(texts[index].name, name) == 0) return texts[index].text;
  }
  return NULL;
}
