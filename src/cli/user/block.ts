import { defineCommand } from '../program/command.ts';
import { setStatus } from './set-status.ts';

export const userBlock = defineCommand<Record<never, never>, { readonly person: string }>({
  examples: [
    { line: 'edu-repo user block anna', does: 'end all sessions of anna and refuse further sign-ins' },
    { line: 'edu-repo user block anna --dry-run', does: 'show who would be blocked' },
  ],
  configure: (command) => command.argument('<user>', 'user name'),
  readOptions: ([person = '']) => ({ person }),
  run: ({ person }, context) => setStatus(person, 'blocked', context),
});
