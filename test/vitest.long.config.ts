import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { reportersOf } from './support/reporters.ts';

const fortyMinutes = 40 * 60_000;

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/long/**/*.long.ts'],
    globalSetup: ['test/support/clean-run.ts'],
    pool: 'forks',
    // One after the other: each of them takes the whole machine.
    fileParallelism: false,
    testTimeout: fortyMinutes,
    hookTimeout: fortyMinutes,
    slowTestThreshold: fortyMinutes,
    reporters: reportersOf('long'),
  },
});
