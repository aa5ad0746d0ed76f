import type { CommitNumber } from '../../base/ids.ts';
import type { Kind, Range } from '../../ports/store.ts';

/** Every key starts with its kind and this mark, which no kind contains. */
const mark = '!';

const logKind = 'log';

export const storedKey = (kind: Kind, key: string): string => `${kind}${mark}${key}`;

export function splitStoredKey(stored: string): readonly [Kind, string] {
  const at = stored.indexOf(mark);
  // Only keys made by `storedKey` come here.
  return [stored.slice(0, at) as Kind, stored.slice(at + 1)];
}

/** Sorts like its number. */
export const logKey = (commit: CommitNumber): string => `${logKind}${mark}${String(commit).padStart(16, '0')}`;

export const isLogKey = (stored: string): boolean => stored.startsWith(logKind + mark);

export const commitOfLogKey = (stored: string): CommitNumber => Number(stored.slice(logKind.length + mark.length));

/** Bounds in bytes: 0xFF is in no UTF-8 text, so it closes any prefix. */
export interface Bounds {
  readonly gt?: Buffer;
  readonly gte?: Buffer;
  readonly lt: Buffer;
}

const closing = Buffer.from([0xff]);

export function boundsOf(kind: Kind | typeof logKind, range: Range = {}): Bounds {
  const first = Buffer.from(`${kind}${mark}${range.prefix ?? ''}`);
  const lt = Buffer.concat([first, closing]);
  if (range.after === undefined) return { gte: first, lt };
  const after = Buffer.from(`${kind}${mark}${range.after}`);
  return Buffer.compare(after, first) < 0 ? { gte: first, lt } : { gt: after, lt };
}

export const logBounds = (after?: CommitNumber): Bounds =>
  boundsOf(logKind, after === undefined ? {} : { after: String(after).padStart(16, '0') });

/** Whether a key lies within bounds, by the bytes of its UTF-8 form. */
export function isWithin(bounds: Bounds, key: Buffer): boolean {
  if (bounds.gt !== undefined && Buffer.compare(key, bounds.gt) <= 0) return false;
  if (bounds.gte !== undefined && Buffer.compare(key, bounds.gte) < 0) return false;
  return Buffer.compare(key, bounds.lt) < 0;
}
