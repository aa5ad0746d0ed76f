import { createScryptPasswords as createRealPasswords } from '../../src/adapters/system/scrypt-passwords.ts';
import type { Passwords } from '../../src/ports/passwords.ts';

/** Takes the place of the program's own in tests: the same hashes, but quick to make and to check. */
export const createScryptPasswords = (): Passwords => createRealPasswords({ cost: 2 ** 4 });
