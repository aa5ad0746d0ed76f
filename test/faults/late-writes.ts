import { setTimeout as pause } from 'node:timers/promises';
import { Level } from 'level';

/**
 * Breaks the order of writing: a batch counts as written at once, and is written a little later. Reads of single
 * records see it meanwhile, so that only a cut shows the difference.
 */
const delay = 150;

interface Operation {
  readonly type: 'put' | 'del';
  readonly key: string;
  readonly value?: Buffer;
}

type Write = (this: Level, operations: readonly Operation[], options: object) => Promise<void>;
type Read = (this: Level, key: string | Buffer, options?: object) => Buffer | undefined;

// The prototype carries overloads that these two do not need.
const prototype = Level.prototype as unknown as { batch: Write; getSync: Read };
const { batch, getSync } = prototype;
const unwritten = new Map<string, Operation>();

prototype.batch = function (operations, options) {
  for (const operation of operations) unwritten.set(operation.key, operation);
  pause(delay)
    .then(() => batch.call(this, operations, options))
    .then(() => {
      for (const operation of operations) {
        if (unwritten.get(operation.key) === operation) unwritten.delete(operation.key);
      }
    })
    // The store was closed meanwhile: the broken promise is what this is for.
    .catch(() => undefined);
  return Promise.resolve();
};

prototype.getSync = function (key, options) {
  const operation = unwritten.get(key.toString());
  return operation === undefined ? getSync.call(this, key, options) : operation.value;
};
