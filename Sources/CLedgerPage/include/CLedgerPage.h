#pragma once

#include <stddef.h>

// The parts of the explorer's page, embedded when the package is built. The installed program needs no file next to it.

/// Returns the document around the other parts, which have their names in braces, and its size in bytes.
const unsigned char *ledger_page_frame(size_t *size);

/// Returns the modules of the script, one after the other, and their size in bytes.
const unsigned char *ledger_page_script(size_t *size);

/// Returns the last module of a page that is one file and has its data in it, and its size in bytes.
const unsigned char *ledger_page_file(size_t *size);

/// Returns the last modules of a page that is served and records, and their size in bytes.
const unsigned char *ledger_page_live(size_t *size);

/// Returns the style of the forms of a page that records, and its size in bytes.
const unsigned char *ledger_page_live_style(size_t *size);

/// Returns the document of a page that is served, and its size in bytes.
const unsigned char *ledger_page_live_frame(size_t *size);

/// Returns the style and its size in bytes.
const unsigned char *ledger_page_style(size_t *size);
