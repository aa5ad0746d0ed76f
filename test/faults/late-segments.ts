import fileSystem from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

/** Breaks the order of writing: a segment of the index counts as in its place at once, and gets there a little later. */
const delay = 500;

const { rename } = fileSystem;

fileSystem.rename = async (from, to) => {
  if (!/\/index\/segment/.test(String(to))) return rename(from, to);
  pause(delay)
    .then(() => rename(from, to))
    // The folder is gone: the broken promise is what this is for.
    .catch(() => undefined);
};
syncBuiltinESMExports();
