import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Level } from 'level';

/** Leaves out every sync to disk, of the metadata store and of files and folders. */

type Write = (this: Level, operations: readonly object[], options: object) => Promise<void>;

// The prototype carries overloads that this does not need.
const prototype = Level.prototype as unknown as { batch: Write };
const { batch } = prototype;

prototype.batch = function (operations, options) {
  return batch.call(this, operations, { ...options, sync: false });
};

const handle = await open(fileURLToPath(import.meta.url));
// The class of file handles has no other way to it.
const files = Object.getPrototypeOf(handle) as { sync: () => Promise<void>; datasync: () => Promise<void> };
await handle.close();
files.sync = async () => undefined;
files.datasync = async () => undefined;
