import { createHash } from 'node:crypto';

/** Identifies the values of a property, so that a change of them is recognized. No values have the digest of an empty list. */
export const digestOf = (values: readonly string[] | null | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(values ?? []))
    .digest('base64url')
    .slice(0, 8);
