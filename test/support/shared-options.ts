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

/**
 * As the program names what reads its own sets, value lists and dictionary: repositories of tests read the same text once in a
 * process. It took a fifth of the time of `npm test`.
 */
export const readOnce = ['parse-set', 'parse-value-list', 'load-dictionary'].map((name) => ({
  find: new RegExp(`^\\./${name}\\.ts$`),
  replacement: join(root, `test/support/read-once/${name}.ts`),
}));

/** What `npm test` and `npm run test:ci` have in common. */
export const sharedOptions = {
  root,
  // Two processes run all files, one after the other: loading the program anew for each file took a third of the time.
  pool: 'forks',
  isolate: false,
  maxWorkers: 2,
  alias: readOnce,
  setupFiles: ['test/support/each-file.ts'],
  sequence: { sequencer: LongestFirst },
  // The machines that run the tests tell the speed of nothing: only what hangs is ended.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  slowTestThreshold: 10_000,
} satisfies ViteUserConfig['test'];
