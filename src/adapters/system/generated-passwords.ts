import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readablePassword, readablePasswordBytes } from '../../base/readable-password.ts';
import type { Passwords } from '../../ports/passwords.ts';

/** The maximum number of generated passwords that wait for an account. A school needs one for each pupil. */
const maxUnused = 20_000;

const storedForm = /^generated-sha256\$([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})$/;

const digestOf = (salt: string, password: string): string => hash('sha256', `${salt}$${password}`, 'base64url');

/** Whether this is the password of a hash that `hashGenerated` made. */
export function isGeneratedPassword(password: string, stored: string): boolean {
  const [, salt, digest] = storedForm.exec(stored) ?? [];
  if (salt === undefined || digest === undefined) return false;
  return timingSafeEqual(Buffer.from(digestOf(salt, password)), Buffer.from(digest));
}

/**
 * Generates passwords, and hashes each of them once without a slow function, because trying 2^80 of them is not feasible. Only what this
 * process has generated itself counts; a client cannot claim it. Stored as `generated-sha256$<salt>$<hash>`, with both in base64url.
 */
export function createGeneratedPasswords(): Pick<Passwords, 'generate' | 'hashGenerated'> {
  const unused = new Set<string>();
  return {
    generate() {
      const password = readablePassword(randomBytes(readablePasswordBytes));
      unused.add(password);
      const [oldest = ''] = unused;
      if (unused.size > maxUnused) unused.delete(oldest);
      return password;
    },
    hashGenerated(password) {
      if (!unused.delete(password)) return undefined;
      const salt = randomBytes(16).toString('base64url');
      return `generated-sha256$${salt}$${digestOf(salt, password)}`;
    },
  };
}
