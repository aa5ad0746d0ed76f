import { setTimeout as pause } from 'node:timers/promises';
import { Level } from 'level';
import { type Operation, replaceBatch } from './replaced-batch.ts';

/**
 * Breaks the order of writing: a batch counts as written at once, and is written a little later. Reads of single
 * records see it meanwhile, so that only a cut shows the difference.
 */
const delay = 150;

type Read = (this: Level, key: string | Buffer, options?: object) => Buffer | undefined;

const unwritten = new Map<string, Operation>();

replaceBatch((write) => (database, operations, options) => {
  for (const operation of operations) unwritten.set(operation.key, operation);
  pause(delay)
    .then(() => write(database, operations, options))
    .then(() => {
      for (const operation of operations) {
        if (unwritten.get(operation.key) === operation) unwritten.delete(operation.key);
      }
    })
    // The store was closed meanwhile: the broken promise is what this is for.
    .catch(() => undefined);
  return Promise.resolve();
});

// The prototype carries overloads that this does not need.
const prototype = Level.prototype as unknown as { getSync: Read };
const { getSync } = prototype;

prototype.getSync = function (key, options) {
  const operation = unwritten.get(key.toString());
  return operation === undefined ? getSync.call(this, key, options) : operation.value;
};
