// The SQL of this folder, embedded.
