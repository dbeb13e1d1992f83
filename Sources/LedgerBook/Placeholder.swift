// The first file of this target comes with its first content.
