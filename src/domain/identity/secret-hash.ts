import { hash, timingSafeEqual } from 'node:crypto';

/** What is stored in place of a secret that nobody can guess: its SHA-256 in base64url. Not for passwords. */
export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'base64url');

/** Compares two hashes; the time that it takes tells nothing of where they differ. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
