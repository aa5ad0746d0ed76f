import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './support/longest-first.ts';
import { reportersOf } from './support/reporters.ts';
import { readOnce } from './support/shared-options.ts';

const fortyMinutes = 40 * 60_000;

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/long/**/*.long.ts'],
    alias: readOnce,
    globalSetup: ['test/support/clean-run.ts'],
    pool: 'forks',
    // Most of them wait for one daemon and its disk. Their bounds (the delay of the event loop in the soak) leave room for others.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: fortyMinutes,
    hookTimeout: fortyMinutes,
    slowTestThreshold: fortyMinutes,
    reporters: reportersOf('long'),
  },
});
