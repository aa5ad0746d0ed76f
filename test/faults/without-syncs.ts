import fileSystem from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import { replaceBatch } from './replaced-batch.ts';

/** Leaves out every sync to disk, of the metadata store and of files and folders. */

replaceBatch((write) => (database, operations, options) => write(database, operations, { ...options, sync: false }));

const handle = await open(fileURLToPath(import.meta.url));
// The class of file handles has no other way to it.
const files = Object.getPrototypeOf(handle) as { sync: () => Promise<void>; datasync: () => Promise<void> };
await handle.close();
files.sync = async () => undefined;
files.datasync = async () => undefined;

fileSystem.fsync = ((_descriptor: number, done: (error: null) => void) =>
  setImmediate(done, null)) as unknown as typeof fileSystem.fsync;
syncBuiltinESMExports();
