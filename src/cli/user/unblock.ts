import { defineCommand } from '../program/command.ts';
import { setStatus } from './set-status.ts';

export const userUnblock = defineCommand<Record<never, never>, { readonly person: string }>({
  examples: [
    { line: 'edu-repo user unblock anna', does: 'let anna sign in again with the same password' },
    { line: 'edu-repo user unblock anna --dry-run', does: 'show who could sign in again' },
  ],
  configure: (command) => command.argument('<user>', 'user name'),
  readOptions: ([person = '']) => ({ person }),
  run: ({ person }, context) => setStatus(person, 'active', context),
});
