import fileSystem from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Kills the daemon before it renames a file for the n-th time. */
let left = Number(process.env['KILL_AT_RENAME']);

const { rename } = fileSystem;

fileSystem.rename = async (from, to) => {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  return rename(from, to);
};
syncBuiltinESMExports();
