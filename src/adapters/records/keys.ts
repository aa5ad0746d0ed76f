import type { CommitNumber } from '../../base/ids.ts';
import type { Kind, Range } from '../../ports/store.ts';

/** Separates the kind from the rest of a key. No kind contains it. */
const separator = '!';

const logKind = 'log';

export const storedKey = (kind: Kind, key: string): string => `${kind}${separator}${key}`;

export function splitStoredKey(stored: string): readonly [Kind, string] {
  const end = stored.indexOf(separator);
  // `storedKey` makes all stored keys.
  return [stored.slice(0, end) as Kind, stored.slice(end + 1)];
}

/** The key of a row of the change log. Keys sort by commit number. */
export const logKey = (commit: CommitNumber): string => `${logKind}${separator}${String(commit).padStart(16, '0')}`;

export const isLogKey = (stored: string): boolean => stored.startsWith(logKind + separator);

export const commitOfLogKey = (stored: string): CommitNumber => Number(stored.slice(logKind.length + separator.length));

/** Bounds in bytes. UTF-8 text never contains 0xFF, so a prefix followed by 0xFF sorts after all keys with that prefix. */
export interface Bounds {
  readonly gt?: Buffer;
  readonly gte?: Buffer;
  readonly lt: Buffer;
}

const prefixEnd = Buffer.from([0xff]);

export function boundsOf(kind: Kind | typeof logKind, range: Range = {}): Bounds {
  const first = Buffer.from(`${kind}${separator}${range.prefix ?? ''}`);
  const lt = Buffer.concat([first, prefixEnd]);
  if (range.after === undefined) return { gte: first, lt };
  const after = Buffer.from(`${kind}${separator}${range.after}`);
  return Buffer.compare(after, first) < 0 ? { gte: first, lt } : { gt: after, lt };
}

export const logBounds = (after?: CommitNumber): Bounds =>
  boundsOf(logKind, after === undefined ? {} : { after: String(after).padStart(16, '0') });

/** Whether the UTF-8 form of a key is within the bounds. */
export function isWithin(bounds: Bounds, key: Buffer): boolean {
  if (bounds.gt !== undefined && Buffer.compare(key, bounds.gt) <= 0) return false;
  if (bounds.gte !== undefined && Buffer.compare(key, bounds.gte) < 0) return false;
  return Buffer.compare(key, bounds.lt) < 0;
}
