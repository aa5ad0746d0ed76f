import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './support/longest-first.ts';
import { reportersOf } from './support/reporters.ts';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/quick-run.ts'],
    // Tests start daemons and use signals: a process of its own for each file.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // The machines that run the tests tell the speed of nothing: only what hangs is ended.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    slowTestThreshold: 10_000,
    reporters: reportersOf('unit'),
  },
});
