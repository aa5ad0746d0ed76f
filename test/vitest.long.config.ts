import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './support/longest-first.ts';
import { reportersOf } from './support/reporters.ts';
import { nodeOptions, replaced } from './support/shared-options.ts';

/** The machines that run the tests tell the speed of nothing: only what hangs is ended. */
const ninetyMinutes = 90 * 60_000;

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/long/**/*.long.ts'],
    alias: replaced,
    globalSetup: ['test/support/clean-run.ts'],
    pool: 'forks',
    execArgv: nodeOptions,
    // Most of them wait for one daemon and its disk. Their bounds (the delay of the event loop in the soak) leave room for others.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: ninetyMinutes,
    hookTimeout: ninetyMinutes,
    slowTestThreshold: ninetyMinutes,
    expect: { poll: { timeout: 120_000 } },
    reporters: reportersOf('long'),
  },
});
