import { randomInt } from 'node:crypto';

// No capitals and no similar characters, because children type these passwords from paper.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A random password of four groups of four lower-case letters and digits, 80 bits. */
export function generatePassword(): string {
  const group = (): string => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}
