import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * What repositories of tests in this process have instead of the program's own. As src/daemon/open-seams.ts names it, what hashes
 * passwords is quick; tests of hashing import the real one. What reads the dictionary reads the same text once in a process. Their
 * threads and other processes are built ones, as loading their sources takes a second each time, and so are the sets and value lists
 * that come with the program.
 */
export const replaced = [
  {
    find: /^\.\.\/adapters\/system\/scrypt-passwords\.ts$/,
    replacement: join(root, 'test/support/quick-passwords.ts'),
  },
  {
    find: /^(?:\.\.\/)+(?:base\/)?package-files\.ts$/,
    replacement: join(root, 'test/support/built-package.ts'),
  },
  { find: /^\.\/load-dictionary\.ts$/, replacement: join(root, 'test/support/read-once-dictionary.ts') },
];

/** With little room for new objects, tests spend a tenth of their time on collecting garbage. In MB. */
export const nodeOptions = ['--max-semi-space-size=32'];

/** What `npm test` and `npm run test:ci` have in common. */
export const sharedOptions = {
  root,
  // Two processes run all files, one after the other: loading the program anew for each file took a third of the time.
  pool: 'forks',
  isolate: false,
  maxWorkers: 2,
  execArgv: nodeOptions,
  alias: replaced,
  setupFiles: ['test/support/each-file.ts'],
  sequence: { sequencer: LongestFirst },
  // The machines that run the tests tell the speed of nothing: only what hangs is ended.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  slowTestThreshold: 10_000,
  expect: { poll: { timeout: 120_000 } },
} satisfies ViteUserConfig['test'];
