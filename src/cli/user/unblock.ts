import { defineCommand } from '../program/command.ts';
import { setStatus, takesPeople } from './set-status.ts';

export const userUnblock = defineCommand({
  examples: [
    { line: 'edu-repo user unblock anna ben', does: 'let anna and ben sign in again with the same passwords' },
    { line: 'edu-repo user unblock anna --dry-run', does: 'show who could sign in again' },
  ],
  ...takesPeople,
  run: (people, context) => setStatus(people, 'active', context),
});
