import type { Passwords } from '../../src/ports/passwords.ts';

/** For fakes of passwords: the server has generated none. */
export const noGeneratedPasswords: Pick<Passwords, 'generate' | 'hashGenerated'> = {
  generate: () => 'generated',
  hashGenerated: () => undefined,
};
