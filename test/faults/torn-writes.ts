import { setTimeout as pause } from 'node:timers/promises';
import { Level } from 'level';

/** Breaks the unity of a change: versions are written a little later than all that belongs to them. */
const delay = 150;

interface Operation {
  readonly key: string;
}

type Write = (this: Level, operations: readonly Operation[], options: object) => Promise<void>;

// The prototype carries overloads that this does not need.
const prototype = Level.prototype as unknown as { batch: Write };
const { batch } = prototype;

const isVersion = ({ key }: Operation): boolean => key.startsWith('versions!');

prototype.batch = function (operations, options) {
  pause(delay)
    .then(() => batch.call(this, operations.filter(isVersion), options))
    // The store was closed meanwhile: the broken promise is what this is for.
    .catch(() => undefined);
  return batch.call(
    this,
    operations.filter((operation) => !isVersion(operation)),
    options,
  );
};
