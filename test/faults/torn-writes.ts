import { setTimeout as pause } from 'node:timers/promises';
import { type Operation, replaceBatch } from './replaced-batch.ts';

/** Breaks the unity of a change: versions are written a little later than all that belongs to them. */
const delay = 150;

const isVersion = ({ key }: Operation): boolean => key.startsWith('versions!');

replaceBatch((write) => (database, operations, options) => {
  pause(delay)
    .then(() => write(database, operations.filter(isVersion), options))
    // The store was closed meanwhile: the broken promise is what this is for.
    .catch(() => undefined);
  return write(
    database,
    operations.filter((operation) => !isVersion(operation)),
    options,
  );
});
