import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** As src/daemon/compose.ts names it: repositories of tests hash passwords quickly, tests of hashing import the real one. */
export const quickPasswords = {
  find: /^\.\.\/adapters\/system\/scrypt-passwords\.ts$/,
  replacement: join(root, 'test/support/quick-passwords.ts'),
};

/** What `npm test` and `npm run test:ci` have in common. */
export const sharedOptions = {
  root,
  // Two processes run all files, one after the other: loading the program anew for each file took a third of the time.
  pool: 'forks',
  isolate: false,
  maxWorkers: 2,
  setupFiles: ['test/support/each-file.ts'],
  sequence: { sequencer: LongestFirst },
  // The machines that run the tests tell the speed of nothing: only what hangs is ended.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  slowTestThreshold: 10_000,
} satisfies ViteUserConfig['test'];
