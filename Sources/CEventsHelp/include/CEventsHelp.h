#pragma once

// The texts of the tool's help, embedded when the package is built. The installed program needs no file next to it.

/// Returns the text of a command's help in UTF-8 with a zero at its end, or NULL if there is no such file.
///
/// The name is the command's first word. The text of a subcommand is a part of its command's.
const unsigned char *events_help_command(const char *name);

/// Returns the text that explains a topic in UTF-8 with a zero at its end, or NULL if there is no such file.
const unsigned char *events_help_topic(const char *name);
