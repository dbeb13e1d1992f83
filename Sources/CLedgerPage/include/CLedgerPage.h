#pragma once

#include <stddef.h>

// The parts of the explorer's page, embedded when the package is built. The installed program needs no file next to it.

/// Returns the document around the other parts, which have their names in braces, and its size in bytes.
const unsigned char *ledger_page_frame(size_t *size);

/// Returns the modules of the script, one after the other, and their size in bytes.
const unsigned char *ledger_page_script(size_t *size);

/// Returns the style and its size in bytes.
const unsigned char *ledger_page_style(size_t *size);
