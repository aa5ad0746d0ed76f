import { hash, timingSafeEqual } from 'node:crypto';

/**
 * The SHA-256 of a random secret in base64url, stored instead of the secret. Not for passwords, which can be guessed.
 */
export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'base64url');

/** Compares two hashes in constant time. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
