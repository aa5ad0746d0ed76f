import { defineCommand } from '../program/command.ts';
import { setStatus, takesPeople } from './set-status.ts';

export const userBlock = defineCommand({
  examples: [
    { line: 'edu-repo user block anna ben', does: 'end all sessions of anna and ben, and refuse further sign-ins' },
    { line: 'edu-repo user block - < leavers.txt', does: 'block the people in a file, one user name per line' },
    { line: 'edu-repo user block anna --dry-run', does: 'show who would be blocked' },
  ],
  ...takesPeople,
  run: (people, context) => setStatus(people, 'blocked', context),
});
