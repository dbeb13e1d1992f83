#include "CLedgerPage.h"

// #embed is of C23. The compilers of Swift 6.2 and later have it in every language mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The modules in an order in which each comes after those it imports. The newline after a module ends its last line.
static const unsigned char script[] = {
#embed "../LedgerExplorer/Resources/data.js"
    , '\n',
#embed "../LedgerExplorer/Resources/money.js"
    , '\n',
#embed "../LedgerExplorer/Resources/calendar.js"
    , '\n',
#embed "../LedgerExplorer/Resources/address.js"
    , '\n',
#embed "../LedgerExplorer/Resources/dom.js"
    , '\n',
#embed "../LedgerExplorer/Resources/events.js"
    , '\n',
#embed "../LedgerExplorer/Resources/parts.js"
    , '\n',
#embed "../LedgerExplorer/Resources/moment.js"
    , '\n',
#embed "../LedgerExplorer/Resources/sheet.js"
    , '\n',
#embed "../LedgerExplorer/Resources/changes.js"
    , '\n',
#embed "../LedgerExplorer/Resources/lanes.js"
    , '\n',
#embed "../LedgerExplorer/Resources/timebar.js"
    , '\n',
#embed "../LedgerExplorer/Resources/transactions.js"
    , '\n',
#embed "../LedgerExplorer/Resources/home.js"
    , '\n',
#embed "../LedgerExplorer/Resources/transaction.js"
    , '\n',
#embed "../LedgerExplorer/Resources/budget.js"
    , '\n',
#embed "../LedgerExplorer/Resources/goals.js"
    , '\n',
#embed "../LedgerExplorer/Resources/report.js"
    , '\n',
#embed "../LedgerExplorer/Resources/analysis.js"
    , '\n',
#embed "../LedgerExplorer/Resources/bisect.js"
    , '\n',
#embed "../LedgerExplorer/Resources/why.js"
    , '\n',
#embed "../LedgerExplorer/Resources/log.js"
    , '\n',
#embed "../LedgerExplorer/Resources/main.js"
    , '\n',
};

// The last modules of a page that is one file, and those of a page that is served.
static const unsigned char file[] = {
#embed "../LedgerExplorer/Resources/file.js"
};

static const unsigned char live[] = {
#embed "../LedgerExplorer/Resources/request.js"
    , '\n',
#embed "../LedgerExplorer/Resources/result.js"
    , '\n',
#embed "../LedgerExplorer/Resources/entry.js"
    , '\n',
#embed "../LedgerExplorer/Resources/papers.js"
    , '\n',
#embed "../LedgerExplorer/Resources/edit.js"
    , '\n',
#embed "../LedgerExplorer/Resources/live.js"
};

static const unsigned char style[] = {
#embed "../LedgerExplorer/Resources/style.css"
};

static const unsigned char live_style[] = {
#embed "../LedgerExplorer/Resources/live.css"
};

static const unsigned char live_frame[] = {
#embed "../LedgerExplorer/Resources/live.html"
};

static const unsigned char frame[] = {
#embed "../LedgerExplorer/Resources/page.html"
};

// Defines the function that returns a file and its size.
#define LEDGER_PAGE_FILE(name)                                \
  const unsigned char *ledger_page_##name(size_t *size) {     \
    *size = sizeof(name);                                     \
    return name;                                              \
  }

LEDGER_PAGE_FILE(frame)
LEDGER_PAGE_FILE(script)
LEDGER_PAGE_FILE(style)
LEDGER_PAGE_FILE(file)
LEDGER_PAGE_FILE(live)
LEDGER_PAGE_FILE(live_style)
LEDGER_PAGE_FILE(live_frame)
